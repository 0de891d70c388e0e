import { history, undo } from '@codemirror/commands'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { markdownSupport } from '../markdown/language'
import { numbersFrom } from '../testing/numbers-from'
import { runCommand } from '../testing/run-command'
import { copiedText, pastedText, pasteInCell } from './cell-clipboard'
import { cellKeys } from './cell-keys'
import { drawnCells } from './drawn-cells'

/** `‹` and `›` enclose the selection. */
function stateOf(marked: string): EditorState {
  const anchor = marked.indexOf('‹')
  const head = marked.replace('‹', '').indexOf('›')
  const doc = marked.replace(/[‹›]/g, '')
  const extensions = [markdownSupport(), history(), cellKeys, drawnCells]
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions })
  ensureSyntaxTree(state, doc.length, 10_000)
  return state
}

/** The clipboard after copying the selection. */
const copy = (state: EditorState): string =>
  copiedText(state.sliceDoc(state.selection.main.from, state.selection.main.to), state)

const cut = (state: EditorState): EditorState => {
  const spec: TransactionSpec = { changes: state.selection.main, userEvent: 'delete.cut' }
  return state.update(spec).state
}

const T = '| a | b | c |\n| - | - | - |\n'

test.each([
  [`${T}| ‹d | e› | f |`, 'd\te'],
  [`${T}| ‹d | e | f |\n| g | h | i› |`, 'd\te\tf\ng\th\ti'],
  [`${T}| d | ‹e | f |\n| g› | h | i |`, '\te\tf\ng'],
  [`| a | ‹b› |\n| - | - |\n| c | d |`, 'b'],
  [`| a | ‹b |\n| - | - |\n| c› | d |`, '\tb\nc'],
  [`${T}| d‹ | e› | f |`, 'e'],
  [`${T}| one ‹two | x\\|y | th›ree |`, 'two\tx|y\tth'],
  [`${T}| ‹d |  | f› |`, 'd\t\tf'],
  ['> | ‹a | b |\n> | - | - |\n> | c› | d |', 'a\tb\nc'],
  ['‹| a | b |\n| - | - |\n| c | d |›', '| a | b |\n| - | - |\n| c | d |'],
  [`wo‹rds\n\n${T}| d | e› | f |`, `rds\n\n${T}| d | e`],
])('of %j the clipboard has %j', (marked, text) => {
  expect(copy(stateOf(marked))).toBe(text)
})

/** Pastes as the editor does, also outside a cell. */
function paste(state: EditorState, plain: string, html = ''): EditorState {
  let next = state.update(state.replaceSelection(plain), { userEvent: 'input.paste' }).state
  pasteInCell(plain, html)({ state, dispatch: (transaction) => (next = transaction.state) })
  return next
}

/** The table after a paste. */
function pasted(marked: string, plain: string, html = ''): string {
  const state = stateOf(marked)
  const next = paste(state, plain, html)
  expect(runCommand(undo, next).doc.toString()).toBe(state.doc.toString())
  return next.doc.toString()
}

test.each([
  [`${T}| ‹d› |e|  f|`, '1\t2', `${T}| 1 | 2 |  f|`],
  [`${T}|d| ‹e› | f |`, '1\n2', `${T}|d| 1 2 | f |`],
  [`${T}|d| ‹e | f› |`, '1\t2\n3\t4', `${T}|d| 1 | 2 |\n|  | 3 | 4 |`],
  [
    `${T}|d|e| ‹›f |`,
    '| 1 | 2\\|3 |\n|-|-|\n| 4 | 5 |',
    `| a | b | c |  |
| - | - | - | --- |
|d|e| 1 | 2\\|3 |
|  |  | 4 | 5 |`,
  ],
  [`${T}| ‹›d |e|f|`, 'x | y', `${T}| x \\| yd |e|f|`],
])('into %j is pasted %j', (marked, plain, after) => {
  expect(pasted(marked, plain)).toBe(after)
})

const TWO = '| A | B |\n| - | - |\n'

test.each([
  ['"multi\nline"\t"b ""x"""\nc\td\n', `${TWO}| multi line | b "x" |\n| c | d |`],
  ['"multi\r\nline"\t"b ""x"""\r\nc\td\r\n', `${TWO}| multi line | b "x" |\n| c | d |`],
  ['"so"\t\n"a" b\t""', `${TWO}| "so" |  |\n| "a" b | "" |`],
  ['"so"\t""', `${TWO}| "so" | "" |`],
  ['"open\tb\n"c\td', `${TWO}| "open | b |\n| "c | d |`],
])('of a spreadsheet %j has the cells that were copied', (plain, after) => {
  expect(pasted(`${TWO}| ‹1› | 2 |`, plain)).toBe(after)
})

test('a single cell of a spreadsheet is its words: without the quotation marks and the line end around them', () => {
  const html = '<meta><table><tr height="17"><td>so<br>it is</td></tr></table>'
  expect(pasted(`${TWO}| a‹›b | 2 |`, '"so\r\n""it"" is"\r\n', html)).toBe(`${TWO}| aso "it" isb | 2 |`)
  expect(pastedText('big\r\n', html)).toBe('big')
  // Quotation marks of other programs are kept.
  expect(pastedText('"so\nit is"', '<p>"so<br>it is"</p>')).toBe('"so\nit is"')
})

test('one column of a spreadsheet goes into one column', () => {
  const html = '<meta><table>\n<tr><td>a</td></tr><tr height="17"><td>b<br>c</td></tr></table>'
  expect(pasted(`${TWO}| ‹1› | 2 |`, 'a\n"b\nc"\n', html)).toBe(`${TWO}| a | 2 |\n| b c |  |`)
  expect(pasted(`${TWO}| ‹1› | 2 |`, 'a\nb\nc', html)).toBe(`${TWO}| a b c | 2 |`)
})

test('cells go into other cells with what stands beside their words, and cells that were not chosen stay', () => {
  const text = copy(stateOf(`${T}| d | ‹e | x\\|y |\n| g› | h | i |`))
  expect(pasted(`${T}|1|2| ‹3› |\n|4|5|6|`, text)).toBe(`| a | b | c |  |
| - | - | - | --- |
|1|2| e | x\\|y |
|4| g |6|  |`)
})

const { numRuns, seed: first, interruptAfterTimeLimit } = fuzzRuns(300, 50_000)

test(`[fuzz] ${numRuns} choices at random from seed ${first}: cut and pasted at once, all words stand where they stood`, () => {
  const until = Date.now() + interruptAfterTimeLimit
  let choices = 0
  for (; choices < numRuns && Date.now() < until; choices++) cutAndPaste(first + choices)
  console.info(`${choices} choices`)
  expect(choices).toBeGreaterThan(0)
})

/** The words of the cells, row by row. */
const wordsOf = (text: string): readonly (readonly string[])[] =>
  text.split('\n').map((line) =>
    line
      .replace(/^> /, '')
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )

function cutAndPaste(seed: number): void {
  const number = numbersFrom(seed)
  const columns = 1 + number(4)
  const mark = number(4) === 0 ? '> ' : ''
  const isOpen = columns > 1 && number(3) === 0
  const cell = () => ['one', 'two words', 'x\\|y', '**b**', 'long words in it', isOpen ? 'z' : ''][number(6)]!
  const line = (cells: readonly string[]) => {
    const inner = cells.map((words) => ` ${words} `).join('|')
    return mark + (isOpen ? inner.trim() : `|${inner}|`)
  }
  const row = () => line(Array.from({ length: columns }, cell))
  const rule = line(Array.from({ length: columns }, () => '---'))
  const text = [row(), rule, ...Array.from({ length: 1 + number(3) }, row)].join('\n')
  const place = () => {
    const at = mark.length + number(text.length - mark.length + 1)
    return text[at - 1] === '\\' ? at - 1 : at
  }
  const [from, to] = [place(), place()].toSorted((one, other) => one - other) as [number, number]
  const state = stateOf(`${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`)
  const clipboard = copy(state)
  // The selection is at most one cell, or the whole table, or only the delimiter row.
  if (clipboard === text.slice(from, to)) return
  const where = `seed ${seed}\n${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`
  const emptied = cut(state)
  ensureSyntaxTree(emptied, emptied.doc.length, 10_000)
  const next = paste(emptied, clipboard)
  expect(
    wordsOf(next.doc.toString()),
    `${where}\nbecame\n${emptied.doc.toString()}\nand\n${next.doc.toString()}`,
  ).toEqual(wordsOf(text))
  expect(runCommand(undo, next).doc.toString(), where).toBe(emptied.doc.toString())
}
