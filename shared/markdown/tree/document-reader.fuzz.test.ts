import { expect, test } from 'vitest'
import { fuzzRuns } from '../../testing/fuzz-runs'
import { createDocumentReader } from './document-reader'
import { readDocument } from './read-document'

/** Every construct, and every kind of link from one part of a text to another. */
const BLOCKS = [
  'The ferryman, who had *never* been late, took it as a [personal insult](https://example.org).',
  'Two lines with [a][] and [the other][b]\nof one paragraph[^1] and [^two], [^none].',
  '# Heading',
  '## Heading with [a]',
  'Setext[^two]\n======',
  '- rope\n- a **ledger**[^1]\n\n  with [b]\n- [ ] one shoe',
  '  1. indented\n  2. list\n     - [x] within\n\n       # Heading',
  '> a quote[^three]\nthat goes on\n\n> and > another\n> > nested\n> > [b]: https://example.org/quoted',
  '> [!note] Title\n> of a callout',
  '```ts\nfence\n\nwith an empty line\n```',
  '    indented code\n\n\n    and more',
  '| a | b[^1] |\n| - | :-: |\n| [a] | `2 \\| 3` |',
  '[a]: https://example.org "Title"\nText after a reference\n---',
  '[b]: <https://example.org/b>\n[The   Other]: /c',
  '<div>\n\nhtml [a]\n</div>',
  '<!-- a comment\n\nthat goes on -->',
  '---',
  '[^1]: a note with [a]\n\n    that goes on[^three]\n\n    - with a list\n\n    # Heading',
  '[^two]: another[^1]\n[^three]: right below it [b]',
  '[^3]: nobody refers to it',
  '$$\na = b\n$$',
  'Tide\n: rise and *fall*[^two]\n\n    [a]: /further-in\n\nTar\n\n:   black\n:   sticky',
  'so $a$ is ==marked== in [[Salt|the book]] &amp; H~2~O ![a](b.png "c"){width=50%}',
  'lines that end   \nwith spaces   ',
  'Term   \n:   meaning   \n\n    goes on   ',
  `a line ${'of many words '.repeat(400)}`,
  `| ${'too long for a table '.repeat(300)}`,
]
const FRONT_MATTER = '---\ntitle: Tide\ntags: [a, b]\n---  '
const INSERTS = [
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '# ',
    '```\n',
    '> ',
    '- ',
    '1. ',
    '    ',
    '\n---\n',
    '<!--',
    '-->',
    '|',
    '\t',
    '  ',
  ],
  ...[
    '$$\n',
    '[^1]',
    '[^two]',
    '[^2]: ',
    '[^1]: ',
    '\n: ',
    ': ',
    '[a]: /d\n',
    '[a]',
    '\0',
    '\r\n',
    '\ud83d',
    '*',
  ],
  ...[
    '\n\n[a]: https://example.org/elsewhere\n\n',
    '\n\n# Heading\n\n',
    `\n\n${FRONT_MATTER}\n`,
    'x'.repeat(5_000),
  ],
]

const RUNS = fuzzRuns(12)

test.each(Array.from({ length: RUNS.numRuns }, (_, run) => RUNS.seed + run))(
  'seed %i: a text that is edited reads as one that is read for the first time',
  (seed) => {
    const random = dice(seed)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
    const some = (length: number) =>
      Array.from({ length }, () => pick(BLOCKS)).join(pick(['\n\n', '\n\n', '\n']))
    let text = (random(2) === 0 ? `${FRONT_MATTER}\n` : '') + some(pick([3, 40, 300]))
    const read = createDocumentReader()
    read(text)
    for (let edit = 0; edit < 50; edit++) {
      const near = pick([0, text.length, random(text.length + 1), random(text.length + 1)])
      const from = Math.min(text.length, near + random(3))
      const to = Math.min(text.length, from + pick([0, 0, 0, 1, 5, 40, 400, 20_000]))
      const insert = pick([pick(INSERTS), pick(INSERTS), pick(BLOCKS), `\n\n${pick(BLOCKS)}\n\n`, some(10)])
      text = text.slice(0, from) + insert + text.slice(to)
      const { sections, footnotes } = read(text)
      const whole = readDocument(text)
      const ours = sections.flatMap(({ at, blocks }) => blocks.map((block) => moved(block, at)))
      if (
        JSON.stringify([ours, footnotes.map(unspanned)]) ===
        JSON.stringify([whole.blocks, whole.footnotes.map(unspanned)])
      )
        continue
      expect({ edit, blocks: ours, notes: footnotes.map(unspanned) }).toEqual({
        edit,
        blocks: whole.blocks,
        notes: whole.footnotes.map(unspanned),
      })
    }
  },
)

/** The value with its spans, and all spans within it, shifted. */
function moved<T>(value: T, by: number): T {
  if (Array.isArray(value)) return value.map((one: unknown) => moved(one, by)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'from' || name === 'to' ? (one as number) + by : moved(one as unknown, by),
    ]),
  ) as T
}

const unspanned = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) => (name === 'from' || name === 'to' ? undefined : one)),
  )

function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
}
