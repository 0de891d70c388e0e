import type { PALETTE_COMMANDS } from '../../shared/commands'

export type CommandId = keyof typeof PALETTE_COMMANDS

export const TITLE = 'The whole palette'

/** A second, published document in the same folder. */
export const OTHER = 'The other one'
export const FOLDER = 'Walks'

/** An image of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A text with an example of everything to which a command can apply. */
export const TEXT = `# The ferryman

The tide was an hour late when the ferryman came to the harbour.[^2] Nobody knew why.[^1]

## Salt and water

- red boats
- blue boats

Two lines that stand
together here.

| Place | Boats |
| --- | --- |
| quay | seven |
| island | three |
| bridge | nine |

\`\`\`js
const depth = 3
\`\`\`

A formula $a+b$, and the [chart](https://example.org/chart).

## Hills

![A hill](${PIXEL})

[^1]: It was the moon.

[^2]: He was never late before.
`

/** The word selected for commands without their own place. */
export const USUAL_WORD = 'harbour'

/** Commands that change the text immediately, and are undone by one step. */
export const CHANGES: ReadonlySet<CommandId> = new Set<CommandId>([
  ...([
    'bold',
    'italic',
    'highlight',
    'strikethrough',
    'link',
    'heading-1',
    'heading-2',
    'heading-3',
  ] as const),
  ...(['list', 'numbered-list', 'task', 'quote', 'callout', 'code', 'code-block'] as const),
  ...(['table', 'rule'] as const),
  ...(['image-wider', 'image-narrower', 'formula', 'insert-date', 'footnote', 'renumber-footnotes'] as const),
  ...(['cut', 'paste', 'paste-plain', 'redo'] as const),
  ...(['move-line-up', 'move-line-down', 'move-paragraph-up', 'move-paragraph-down'] as const),
  ...(['move-section-up', 'move-section-down', 'duplicate-lines', 'delete-line', 'join-lines'] as const),
  ...(['right-to-left', 'left-to-right', 'sort-lines', 'upper-case', 'lower-case', 'capitalise'] as const),
  ...(['row-below', 'row-above', 'column-right', 'column-left', 'move-row-up', 'move-row-down'] as const),
  ...(['move-column-left', 'move-column-right', 'delete-row', 'delete-column', 'sort-rows'] as const),
])
