import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from '../markdown/language'
import type { SyntaxNode } from '../markdown/syntax'
import { TABLE_COMMANDS } from './table-commands'

type Name = keyof typeof TABLE_COMMANDS

const stateOf = (doc: string, at: number) =>
  EditorState.create({ doc, selection: { anchor: at }, extensions: markdownSupport() })

function run(command: StateCommand, state: EditorState): EditorState {
  let next = state
  command({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}

/** The text with `‸` for the cursor. */
function apply(name: Name, marked: string): string {
  const at = marked.indexOf('‸')
  const state = run(TABLE_COMMANDS[name], stateOf(marked.replace('‸', ''), at))
  const { head } = state.selection.main
  return state.sliceDoc(0, head) + '‸' + state.sliceDoc(head)
}

const T = '| a | b |\n| --- | --- |\n'

test.each([
  ['row-below', `${T}| c‸ | d |`, `${T}| c | d |\n| ‸ |  |`],
  ['row-below', '| a‸ | b |\n|--|--|\n| c | d |', '| a | b |\n|--|--|\n| ‸ |  |\n| c | d |'],
  ['row-above', `${T}| c | d‸ |`, `${T}|  | ‸ |\n| c | d |`],
  ['row-above', '| a‸ |\n|--|', '| a‸ |\n|--|'],
  ['delete-row', `${T}| c‸ | d |\n| e | f |\n\nafter`, `${T}| e‸ | f |\n\nafter`],
  ['delete-row', `${T}| c‸ | d |`, '| a‸ | b |\n| --- | --- |'],
  ['move-row-down', `${T}| c | d‸ |\n| e | f |`, `${T}| e | f |\n| c | d‸ |`],
  ['move-row-up', `${T}| c‸ | d |`, `${T}| c‸ | d |`],
  ['column-right', `${T}| c‸ | d |`, '| a |  | b |\n| --- | --- | --- |\n| c | ‸ | d |'],
  ['column-right', 'a | b‸\n--|--\nc', 'a | b| ‸ |\n--|--| --- |\nc'],
  ['column-left', '> a‸ | b\n> --|--', '> | ‸ |a | b\n> | --- |--|--'],
  ['delete-column', `${T}| c \\| x‸ | d |`, '| b |\n| --- |\n| d‸ |'],
  ['delete-column', '| a‸ |\n|--|', '| a‸ |\n|--|'],
  ['move-column-right', `${T}| c‸ |`, '| b | a |\n| --- | --- |\n|  | c‸ |'],
  ['move-column-left', '| a | b‸ |\n|:--|--:|\n| `c` | d\\|e |', '| b‸ | a |\n|--:|:--|\n| d\\|e | `c` |'],
  ['align-right', `${T}| c‸ | d |`, '| a | b |\n| ---: | --- |\n| c‸ | d |'],
  ['align-center', '| a | b‸ |\n|--|-:|', '| a | b‸ |\n|--|:---:|'],
  ['align-none', '| a | b‸ |\n|--|:-:|', '| a | b‸ |\n|--|---|'],
  ['sort-rows', `${T}| 10‸ | x |\n| **9** | y |`, `${T}| **9** | y |\n| 10‸ | x |`],
  ['sort-rows', `${T}| 1‸ |\n| 2 |`, `${T}| 2 |\n| 1‸ |`],
  ['row-below', 'no table‸', 'no table‸'],
] as const)('%s: %j becomes %j', (name, before, after) => {
  expect(apply(name, before)).toBe(after)
})

/** The words of all cells as the grammar reads them, row by row. */
function grid(state: EditorState): readonly (readonly string[])[] {
  const tree = ensureSyntaxTree(state, state.doc.length, 10_000)
  let table: SyntaxNode | undefined
  tree?.iterate({ enter: (node) => (node.name === 'Table' ? ((table = node.node), false) : undefined) })
  const rows: string[][] = []
  for (let row = table?.firstChild ?? null; row !== null; row = row.nextSibling) {
    if (row.name !== 'TableHeader' && row.name !== 'TableRow') continue
    const words: string[] = ['']
    for (let part = row.firstChild; part !== null; part = part.nextSibling)
      if (part.name === 'TableCell') words[words.length - 1] = state.sliceDoc(part.from, part.to)
      else if (part.from > row.from) words.push('')
    const isClosed = /[|][ \t]*$/.test(state.sliceDoc(row.from, row.to)) && words.at(-1) === ''
    rows.push(isClosed ? words.slice(0, -1) : words)
  }
  const columns = rows[0]?.length ?? 0
  return rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''))
}

/** What an edit does to the words, told without the text. */
function told(name: Name, before: readonly (readonly string[])[], row: number, column: number) {
  const width = before[0]?.length ?? 0
  const insert = (at: number) => before.map((cells) => cells.toSpliced(at, 0, ''))
  const swap = (other: number) =>
    other < 0 || other >= width
      ? before
      : before.map((cells) => cells.with(column, cells[other] ?? '').with(other, cells[column] ?? ''))
  const empty = Array.from({ length: width }, () => '')
  const swapRows = (other: number) =>
    row < 1 || other < 1 || other >= before.length
      ? before
      : before.with(row, before[other] ?? []).with(other, before[row] ?? [])
  switch (name) {
    case 'row-below':
      return before.toSpliced(row + 1, 0, empty)
    case 'row-above':
      return row === 0 ? before : before.toSpliced(row, 0, empty)
    case 'delete-row':
      return row === 0 ? before : before.toSpliced(row, 1)
    case 'move-row-up':
      return swapRows(row - 1)
    case 'move-row-down':
      return swapRows(row + 1)
    case 'column-right':
      return insert(column + 1)
    case 'column-left':
      return insert(column)
    case 'delete-column':
      return width < 2 ? before : before.map((cells) => cells.toSpliced(column, 1))
    case 'move-column-left':
      return swap(column - 1)
    case 'move-column-right':
      return swap(column + 1)
    default:
      return undefined
  }
}

/** A small generator of numbers, from a seed. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const WORDS = [
  'a',
  'two words',
  String.raw`x \| y`,
  '`code`',
  '**b**',
  '[l](m)',
  '漢字',
  String.raw`\\`,
  'é',
  'm  n',
]
const SESSIONS = 300

test('random edits do to the words what they say, and to nothing else a byte', () => {
  const seed = 20
  const number = numbersFrom(seed)
  const pick = <T>(all: readonly T[]): T => all[number(all.length)] as T
  const names = Object.keys(TABLE_COMMANDS) as readonly Name[]
  for (let session = 0; session < SESSIONS; session++) {
    const columns = 2 + number(3)
    const mark = pick(['', '', '> '])
    const isOpen = number(3) === 0
    const padding = () => ' '.repeat(number(3) + (isOpen ? 1 : 0))
    const lineOf = (cells: readonly string[]) => {
      const text = cells.map((cell) => padding() + cell + padding()).join('|')
      return mark + (isOpen ? text.trim() : `|${text}|`)
    }
    const cells = (count: number) => Array.from({ length: count }, () => pick(WORDS))
    const head = lineOf(cells(columns))
    const rule = lineOf(Array.from({ length: columns }, () => pick(['---', ':--', '--:', ':-:'])))
    const rows = Array.from({ length: 1 + number(4) }, () => lineOf(cells(number(4) === 0 ? 1 : columns)))
    const outside = [
      `${mark}Before | it.\n${mark.trimEnd()}\n`,
      `\n${mark.trimEnd()}\n${mark}After | it.`,
    ] as const
    const text = outside[0] + [head, rule, ...rows].join('\n') + outside[1]
    let state = stateOf(text, outside[0].length + mark.length + 1)
    for (let step = 0; step < 6; step++) {
      const begin = outside[0].length
      const end = state.doc.length - outside[1].length
      state = state.update({ selection: { anchor: begin + number(end - begin + 1) } }).state
      const line = state.doc.lineAt(state.selection.main.head)
      const above = state.doc.lineAt(begin).number
      const index = line.number - above
      if (index === 1 || state.selection.main.head < line.from + mark.length) continue
      const before = grid(state)
      const name = pick(names)
      const body = line.text.slice(mark.length)
      const left = body.slice(0, Math.max(0, state.selection.main.head - line.from - mark.length))
      const crossed = left.replace(/\\[\s\S]/g, 'xx').split('|').length - 1 - (left.startsWith('|') ? 1 : 0)
      const own = body
        .trim()
        .replace(/\\[\s\S]/g, 'xx')
        .replace(/^\||\|$/g, '')
        .split('|').length
      const column = Math.min(Math.max(0, crossed), own - 1)
      const row = index === 0 ? 0 : index - 1
      const from = state.sliceDoc(0)
      state = run(TABLE_COMMANDS[name], state)
      const where = `seed ${seed}, session ${session}, ${name} at ${row}/${column} of\n${from}\nbecame\n${state.sliceDoc(0)}`
      expect(state.sliceDoc(0, begin), where).toBe(outside[0])
      expect(state.sliceDoc(state.doc.length - outside[1].length), where).toBe(outside[1])
      const expected = told(name, before, row, column)
      const after = grid(state)
      if (expected !== undefined) expect(after, where).toEqual(expected)
      else expect(after.map(String).toSorted(), where).toEqual(before.map(String).toSorted())
    }
  }
})

test('a text that cannot be changed stays as it is', () => {
  const state = EditorState.create({
    doc: `${T}| c | d |`,
    extensions: [markdownSupport(), EditorState.readOnly.of(true)],
  })
  for (const command of Object.values(TABLE_COMMANDS))
    expect(command({ state, dispatch: () => expect.unreachable() })).toBe(false)
})
