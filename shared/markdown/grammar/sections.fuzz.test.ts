import { TreeFragment, type Input, type Tree } from '@lezer/common'
import { expect, test } from 'vitest'
import { markdownParser } from './grammar'
import { inSections } from './sections'

const plain = markdownParser
const sectioned = inSections(plain)

const BLOCKS = [
  'The ferryman, who had *never* been late, took it as a [personal insult](https://example.org).',
  'Two lines\nof one paragraph',
  '# Heading',
  'Setext\n======',
  '- rope\n- a **ledger**\n\n  with more\n- [ ] one shoe',
  '  1. indented\n  2. list',
  '> a quote\nthat goes on\n\n> and another',
  '```\nfence\n\nwith an empty line\n```',
  '    indented code\n\n\n    and more',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '[a]: https://example.org\nText after a reference\n---',
  '<div>\n\nhtml\n</div>',
  '---',
  '[^1]: a note\n\n    that goes on\n\n    - with a list',
  '$$\na = b\n$$',
  'Tide\n: rise and *fall*\n\n    and more\n\nTar\n\n:   black\n:   sticky',
  'so $a$ is ==marked== in [[Salt|the book]]',
]
const INSERTS = [
  'a',
  ' ',
  '\n',
  '\n\n',
  '# ',
  '```\n',
  '> ',
  '- ',
  '    ',
  '\n---\n',
  '<!--',
  '|',
  '\t',
  '$$\n',
  '[^2]: ',
  '\n: ',
  ': ',
]

test.each([1, 2, 3, 4, 5])(
  'seed %i: sections hold the nodes of the plain parser, whatever is edited',
  (seed) => {
    const random = dice(seed)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
    let text = Array.from({ length: 700 }, () => pick(BLOCKS)).join(
      seed % 2 === 0 ? '\n\n' : pick(['\n\n', '\n']),
    )
    let tree = sectioned.parse(text)
    expect(nodesOf(tree)).toEqual(nodesOf(plain.parse(text)))
    let fragments: readonly TreeFragment[] = TreeFragment.addTree(tree)
    for (let edit = 0; edit < 30; edit++) {
      const from = random(text.length + 1)
      const to = Math.min(text.length, from + pick([0, 0, 0, 1, 5, 40, 30_000]))
      const insert = pick(INSERTS)
      text = text.slice(0, from) + insert + text.slice(to)
      fragments = TreeFragment.applyChanges(fragments, [
        { fromA: from, toA: to, fromB: from, toB: from + insert.length },
      ])
      tree = sectioned.parse(text, fragments)
      fragments = TreeFragment.addTree(tree, fragments)
      const [ours, theirs] = [nodesOf(tree), nodesOf(plain.parse(text))]
      const differs = theirs.findIndex((node, index) => node !== ours[index])
      expect({ edit, differs, ours: ours[differs], text: ours.length === theirs.length }).toEqual({
        edit,
        differs: -1,
        ours: undefined,
        text: true,
      })
    }
  },
)

test.each([
  ['of prose', Array.from({ length: 20_000 }, (_, index) => BLOCKS[index % 3]).join('\n\n')],
  ['of footnotes', Array.from({ length: 20_000 }, (_, at) => `[^${at}]: ${BLOCKS[0]}`).join('\n')],
])('a key in a long text %s reads one section and no more than a line of the others', (_, text) => {
  const tree = sectioned.parse(text)
  const at = text.length >> 1
  const changed = `${text.slice(0, at)}a${text.slice(at)}`
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(tree), [
    { fromA: at, toA: at, fromB: at, toB: at + 1 },
  ])
  const read = { characters: 0 }
  const parse = sectioned.startParse(counted(changed, read), fragments)
  while (parse.advance() === null);
  expect(text.length).toBeGreaterThan(800_000)
  expect(read.characters).toBeLessThan(60_000)
})

test('a parse that is stopped keeps whole sections and ends behind the place', () => {
  const text = Array.from({ length: 5_000 }, () => BLOCKS[0]).join('\n\n')
  const parse = sectioned.startParse(text)
  parse.stopAt(50_000)
  let tree: Tree | null = null
  while (tree === null) tree = parse.advance()
  expect(tree.length).toBeGreaterThanOrEqual(50_000)
  expect(tree.length).toBeLessThan(100_000)
  expect(nodesOf(tree).slice(1)).toEqual(nodesOf(plain.parse(text.slice(0, tree.length))).slice(1))
})

function nodesOf(tree: Tree): readonly string[] {
  const nodes: string[] = []
  tree.iterate({ enter: ({ name, from, to }) => void nodes.push(`${name} ${from} ${to}`) })
  return nodes
}

/** An input that counts the characters that are read, in the pieces that an editor provides: lines. */
function counted(text: string, read: { characters: number }): Input {
  const slice = (from: number, to: number) => {
    read.characters += to - from
    return text.slice(from, to)
  }
  return {
    length: text.length,
    lineChunks: false,
    chunk(from) {
      const end = text.indexOf('\n', from)
      return slice(from, end < 0 ? text.length : end + 1)
    },
    read: slice,
  }
}

function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
}
