import { COMMAND_GROUPS } from '../../shared/commands'
import type { Session } from '../state/sessions'
import { showToastHere } from '../state/toasts'
import type { CommandState } from './command-state'

const READING = ['find', 'follow-link'] as const
const WRITING = [
  ...(Object.keys(COMMAND_GROUPS.Editing) as readonly (keyof (typeof COMMAND_GROUPS)['Editing'])[]),
  ...([
    'bold',
    'italic',
    'highlight',
    'strikethrough',
    'code',
    'link',
    'formula',
    'heading-1',
    'heading-2',
    'heading-3',
  ] as const),
  ...([
    'list',
    'numbered-list',
    'task',
    'quote',
    'callout',
    'code-block',
    'table',
    'rule',
    'insert-date',
    'undo',
    'redo',
    'replace',
  ] as const),
]
type EditCommandId = (typeof READING | typeof WRITING)[number]

const BLOCKS: ReadonlySet<EditCommandId> = new Set([
  ...(['heading-1', 'heading-2', 'heading-3', 'list', 'numbered-list', 'task'] as const),
  ...(['quote', 'callout', 'code-block', 'table'] as const),
])

function runIn(session: Session | undefined, id: EditCommandId): void {
  const isDone = session?.editor.run(id)
  if (isDone === false && BLOCKS.has(id)) showToastHere('That cannot be done where the cursor is.')
}

/**
 * Commands that the editor has under the same names.
 *
 * @param none the reason why there is no text
 * @param fixed the reason why nothing can be changed, worded to follow "because"
 */
export function editCommands(
  session: Session | undefined,
  none: string | undefined,
  fixed: string | undefined,
): Readonly<Record<EditCommandId, CommandState>> {
  const stateOf = (disabled: string | undefined) => (id: EditCommandId) =>
    [id, { disabled, run: () => runIn(session, id) }] as const
  return Object.fromEntries([...READING.map(stateOf(none)), ...WRITING.map(stateOf(fixed))]) as Record<
    EditCommandId,
    CommandState
  >
}
