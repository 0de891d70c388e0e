import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { markdownSupport } from '../markdown/language'
import type { SyntaxNode } from '../markdown/syntax'
import { numbersFrom } from '../testing/numbers-from'
import { runCommand } from '../testing/run-command'
import { TABLE_COMMANDS } from './table-commands'

type Name = keyof typeof TABLE_COMMANDS

const stateOf = (doc: string, at: number) =>
  EditorState.create({ doc, selection: { anchor: at }, extensions: markdownSupport() })

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

/** The expected effect of an edit on the words, computed without the text. */
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
const STEPS = 6

/** The non-empty cells of a line, with the spaces around their words. */
const rawCells = (line: string): readonly string[] =>
  (line.replace(/^> /, '').match(/(?:\\[\s\S]|[^|\\])+/g) ?? []).filter((cell) => cell.trim() !== '')

/** The entries of `before` that are missing in `after`, counting duplicates. */
function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after]
  return before.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/**
 * The lines or cells that an edit should not have changed: an edit of rows leaves existing lines unchanged, an edit of
 * a column leaves the cells of other columns unchanged.
 */
function changedBytes(name: Name, before: string, after: string, line: number): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (name.includes('row'))
    return missing(name === 'delete-row' && old.length > now.length ? old.toSpliced(line, 1) : old, now)
  return old.flatMap((one, at) => {
    if (name.startsWith('align') && at !== 1) return one === now[at] ? [] : [one]
    const lost = missing(rawCells(one), rawCells(now[at] ?? ''))
    // The column itself may change: its cell is deleted, or its dashes are aligned.
    return name === 'delete-column' || name.startsWith('align') ? lost.slice(1) : lost
  })
}

const NAMES = Object.keys(TABLE_COMMANDS) as readonly Name[]
const { numRuns, seed: first, interruptAfterTimeLimit } = fuzzRuns(300, 100_000)

test(`[fuzz] ${numRuns} sessions at random from seed ${first}: edits of a table do to its words what they say, and to nothing else a byte`, () => {
  const until = Date.now() + interruptAfterTimeLimit
  let sessions = 0
  while (sessions < numRuns && Date.now() < until) {
    session(first + sessions)
    sessions += 1
  }
  console.info(`${sessions} sessions`)
  expect(sessions).toBeGreaterThan(0)
})

/** Makes and checks six edits of a table derived from a seed. */
function session(seed: number): void {
  const number = numbersFrom(seed)
  const pick = <T>(all: readonly T[]): T => all[number(all.length)] as T
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
  for (let step = 0; step < STEPS; step++) {
    const begin = outside[0].length
    const end = state.doc.length - outside[1].length
    state = state.update({ selection: { anchor: begin + number(end - begin + 1) } }).state
    const line = state.doc.lineAt(state.selection.main.head)
    const above = state.doc.lineAt(begin).number
    const index = line.number - above
    if (index === 1 || state.selection.main.head < line.from + mark.length) continue
    const before = grid(state)
    const name = pick(NAMES)
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
    state = runCommand(TABLE_COMMANDS[name], state)
    const where = `seed ${seed}, ${name} at ${row}/${column} of\n${from}\nbecame\n${state.sliceDoc(0)}`
    expect(state.sliceDoc(0, begin), where).toBe(outside[0])
    expect(state.sliceDoc(state.doc.length - outside[1].length), where).toBe(outside[1])
    const inside = (whole: string) => whole.slice(begin, whole.length - outside[1].length)
    expect(changedBytes(name, inside(from), inside(state.sliceDoc(0)), index), where).toEqual([])
    const expected = told(name, before, row, column)
    const after = grid(state)
    if (expected !== undefined) expect(after, where).toEqual(expected)
    else expect(after.map(String).toSorted(), where).toEqual(before.map(String).toSorted())
  }
}
