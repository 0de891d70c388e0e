import { copyLineDown } from '@codemirror/commands'
import { EditorSelection, type EditorState, type Line, type StateCommand } from '@codemirror/state'
import { CODE_BLOCKS, isWithin, TABLE } from '../markdown/syntax'
import { HEAD_LINES, tableAt } from '../tables/table-model'
import { wordsStart } from './words-start'

/** Duplicates the selection and selects the copy; without a selection, duplicates the line. */
export const duplicate: StateCommand = (target) => {
  const { state, dispatch } = target
  if (state.readOnly) return false
  // A table has one head: with a second line above the delimiter row it would not be a table.
  if (state.selection.ranges.some(({ head, empty }) => empty && isInHead(state, head))) return true
  if (state.selection.ranges.every(({ empty }) => empty)) return copyLineDown(target)
  const change = state.changeByRange((range) => {
    const { from, to, anchor, head } = range
    const length = to - from
    return {
      changes: { from, insert: state.doc.slice(from, to) },
      range: EditorSelection.range(anchor + length, head + length),
    }
  })
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.copyline' }))
  return true
}

/** Like `duplicate`, but the selection stays on the first of the two. */
export const duplicateUp: StateCommand = ({ state, dispatch }) =>
  duplicate({
    state,
    // Side effects of the edit, such as list numbers, are in its changes.
    dispatch: ({ changes }) =>
      dispatch(
        state.update({
          changes,
          selection: state.selection,
          scrollIntoView: true,
          userEvent: 'input.copyline',
          filter: false,
        }),
      ),
  })

function isInHead(state: EditorState, place: number): boolean {
  const table = tableAt(state, place)
  if (table === null) return false
  return state.doc.lineAt(place).number - state.doc.lineAt(table.from).number < HEAD_LINES
}

/** Characters before the words of a line that are ignored in sorting. */
const SIGNS = /^(?:\s|>|#{1,6}\s|[-*+]\s(?:\[[ xX]\]\s)?|\d+[.)]\s|[*_~`[“„«"'(])*/
const NUMBER = /^([\s>]*)(\d+[.)])(?=\s)/

/**
 * Sorts the selected lines by their words, or without a selection the lines around the cursor up to an empty one. Lines
 * indented more than the first belong to the line above them; empty lines and the numbers of a numbered list stay in
 * place. A selection is then the sorted lines; a cursor stays between the same letters. False in a table, and in code
 * without a selection.
 */
export const sortLines: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection
  if (
    state.readOnly ||
    isWithin(state, main.head, TABLE) ||
    (main.empty && isWithin(state, main.head, CODE_BLOCKS))
  )
    return false
  const [first, last] = linesToSort(state)
  const { units, gaps } = unitsOf(state, first, last)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const sorted = units
    .map((lines) => ({ lines, key: (lines[0]?.text ?? '').replace(SIGNS, '') }))
    .toSorted((one, other) => compare(one.key, other.key))
    .map(({ lines }) => lines)
  const numbers = units.map((lines) => NUMBER.exec(lines[0]?.text ?? '')?.[2])
  const isNumbered = numbers.every((number) => number !== undefined)
  const numbered = ({ text }: Line, number = '') => (isNumbered ? text.replace(NUMBER, `$1${number}`) : text)
  const lines = sorted.flatMap(([head, ...rest], index): readonly Sorted[] => [
    ...(gaps[index] ?? []),
    ...(head === undefined ? [] : [{ from: head.from, text: numbered(head, numbers[index]) }]),
    ...rest,
  ])
  lines.push(...(gaps[units.length] ?? []))
  const insert = lines.map(({ text }) => text).join('\n')
  if (insert === state.sliceDoc(first.from, last.to)) return true
  dispatch(
    state.update({
      changes: { from: first.from, to: last.to, insert: state.toText(insert) },
      selection: main.empty
        ? { anchor: first.from + placeIn(lines, state.doc.lineAt(main.head), main.head) }
        : EditorSelection.single(first.from, first.from + insert.length),
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

/** A line with the position that it had. */
type Sorted = Pick<Line, 'from' | 'text'>

/** The position of a cursor in the sorted lines, as far from the end of its line as it was. */
function placeIn(lines: readonly Sorted[], { from, to }: Line, head: number): number {
  let start = 0
  for (const line of lines) {
    if (line.from === from) return Math.max(start, start + line.text.length - (to - head))
    start += line.text.length + 1
  }
  return start
}

/** The groups of lines that move together, and the empty lines before each and after the last. */
function unitsOf({ doc }: EditorState, first: Line, last: Line) {
  const units: Line[][] = []
  const gaps: Line[][] = []
  const depth = indentOf(first.text)
  let empty: Line[] = []
  for (let number = first.number; number <= last.number; number++) {
    const line = doc.line(number)
    const above = units.at(-1)
    if (line.text.trim() === '') {
      empty.push(line)
      continue
    }
    if (above !== undefined && indentOf(line.text) > depth) above.push(...empty, line)
    else {
      gaps.push(empty)
      units.push([line])
    }
    empty = []
  }
  return { units, gaps: [...gaps, empty] }
}

const indentOf = (text: string): number => text.length - text.trimStart().length

function linesToSort({ doc, selection }: EditorState): readonly [Line, Line] {
  const { from, to, empty } = selection.main
  if (!empty) {
    const last = doc.lineAt(to)
    // A selection that ends at the beginning of a line does not include that line.
    return [doc.lineAt(from), last.from === to && last.number > 1 ? doc.line(last.number - 1) : last]
  }
  let [first, last] = [doc.lineAt(from), doc.lineAt(from)]
  if (first.text.trim() === '') return [first, last]
  while (first.number > 1 && doc.line(first.number - 1).text.trim() !== '') first = doc.line(first.number - 1)
  while (last.number < doc.lines && doc.line(last.number + 1).text.trim() !== '')
    last = doc.line(last.number + 1)
  return [first, last]
}

/** Chinese and Japanese have no spaces between words. */
const WITHOUT_SPACE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、，！？」』]/u
/** Matches a hard line break at the end of a line: spaces or a backslash. */
const BREAK = /\\$|(?<![ \t])[ \t]+$/
/**
 * Joins the selected lines, or the line and the next one, removing empty lines between them. Table rows are left
 * unchanged.
 */
export const joinLines: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const { doc, selection } = state
  const { from, to, empty } = selection.main
  const first = doc.lineAt(from)
  let last = doc.lineAt(to)
  if (last.number === first.number && last.number < doc.lines) last = doc.line(last.number + 1)
  while (empty && wordsStart(state, last.from) === last.to && last.number < doc.lines)
    last = doc.line(last.number + 1)
  if ([first, last].some((line) => tableAt(state, line.from) !== null)) return true
  const changes = []
  let above = first
  for (let number = first.number + 1; number <= last.number; number++) {
    const line = doc.line(number)
    const words = wordsStart(state, line.from)
    if (words === line.to) continue
    const end = above.to - (BREAK.exec(above.text)?.[0].length ?? 0)
    const sides = [doc.sliceString(end - 1, end), doc.sliceString(words, words + 1)] as const
    const insert = above.text.trim() !== '' && !sides.every((side) => WITHOUT_SPACE.test(side)) ? ' ' : ''
    changes.push({ from: end, to: words, insert })
    above = line
  }
  if (changes.length === 0) return true
  const set = state.changes(changes)
  const at = set.mapPos(changes[0]?.from ?? from, -1)
  dispatch(
    state.update({
      changes: set,
      selection: empty
        ? { anchor: at }
        : EditorSelection.single(set.mapPos(from, -1), Math.max(at, set.mapPos(to, 1))),
      scrollIntoView: true,
      userEvent: 'delete.join',
    }),
  )
  return true
}
