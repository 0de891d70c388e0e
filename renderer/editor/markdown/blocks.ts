import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type Line,
  type StateCommand,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { shareOf, type Share } from './mark-changes'
import { blockAt } from './passages'
import { withSecondPress } from './second-press'
import { askAround, isWithin } from './syntax'

interface LineSign {
  readonly sign: string
  readonly on: RegExp
  /** A quotation goes around whatever stands in it, all other signs take the place of each other. */
  readonly isAround?: true
}

/** Signs of headings, items and tasks: a line is one of them. */
const OTHERS = /^(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[[ xX]\](?:[ \t]+|$))?)+/

const LINE_SIGNS = {
  'heading-1': { sign: '# ', on: /^# +/ },
  'heading-2': { sign: '## ', on: /^## +/ },
  'heading-3': { sign: '### ', on: /^### +/ },
  // A task is another thing, and becomes an item.
  list: { sign: '- ', on: /^[-*+] +(?! |\[[ xX]\] )/ },
  task: { sign: '- [ ] ', on: /^[-*+] +\[[ xX]\] +/ },
  quote: { sign: '> ', on: /^\s*> ?/, isAround: true },
} as const satisfies Readonly<Record<string, LineSign>>

/** What makes a paragraph something else, each on and off. */
export const BLOCK_COMMANDS = {
  'heading-1': toggleSign(LINE_SIGNS['heading-1']),
  'heading-2': toggleSign(LINE_SIGNS['heading-2']),
  'heading-3': toggleSign(LINE_SIGNS['heading-3']),
  list: toggleSign(LINE_SIGNS.list),
  task: toggleSign(LINE_SIGNS.task),
  quote: toggleSign(LINE_SIGNS.quote),
  'code-block': withSecondPress(codeBlock, () => false),
  table,
  rule,
} as const satisfies Readonly<Record<string, StateCommand>>

/** Whether the command of this name would take its sign away. */
export const hasSign = (state: EditorState, name: keyof typeof LINE_SIGNS): boolean =>
  signedShare(wordsOf(state, LINE_SIGNS[name]), LINE_SIGNS[name]) === 'all'

interface LineWords {
  readonly at: number
  readonly words: string
  /** What the indent of an empty line lacks of that of the others. */
  readonly lacking: string
}

/**
 * The chosen lines that a sign is for, from where it stands: of a quotation at the indent of all, else behind its marks. The
 * mark of a callout stays the first thing in its quotation.
 */
function wordsOf(state: EditorState, { isAround }: LineSign): readonly LineWords[] {
  const lines = chosenLines(state)
  if (isAround) {
    const shared = sharedIndent(lines)
    return lines.map(({ from, text }) => {
      const before = text.trim() === '' ? text.length : shared.length
      return { at: from + before, words: text.slice(before), lacking: shared.slice(before) }
    })
  }
  const all = lines.map(({ from, text }) => {
    const before = /^(?:\s*>)*\s*/.exec(text)?.[0].length ?? 0
    return { at: from + before, words: text.slice(before), lacking: '' }
  })
  return all.filter(({ at, words }) => (words === '' ? all.length === 1 : !isWithin(state, at + 1, CALLOUT)))
}

const CALLOUT: ReadonlySet<string> = new Set(['CalloutMark'])

const indentOf = (text: string): number => text.length - text.trimStart().length

/** The space that all of the lines with words begin with. */
const sharedIndent = (lines: readonly Line[]): string => {
  const [first = '', ...others] = lines.flatMap(({ text }) =>
    text.trim() === '' ? [] : [/^\s*/.exec(text)?.[0] ?? ''],
  )
  let end = first.length
  while (others.some((one) => !one.startsWith(first.slice(0, end)))) end -= 1
  return first.slice(0, end)
}

/** How many of the lines with words have the sign. */
function signedShare(lines: readonly LineWords[], { on }: LineSign): Share {
  const filled = lines.filter(({ words }) => words !== '')
  return shareOf((filled.length > 0 ? filled : lines).map(({ words }) => on.test(words)))
}

/** A sign before the words of each line, or gone where all have it; a quotation goes around one that is there. */
function toggleSign(own: LineSign): StateCommand {
  return withSecondPress(
    ({ state, dispatch }) => {
      if (state.readOnly || tearsTable(state, own.isAround === true)) return false
      const lines = wordsOf(state, own)
      const isOn = signedShare(lines, own) === 'all'
      change(
        state,
        dispatch,
        lines.flatMap(({ at, words, lacking }): ChangeSpec[] => {
          const length = own.on.exec(words)?.[0].length ?? 0
          if (isOn) {
            const isEmptied = own.isAround && lines.length > 1 && words.trim() === '>'
            const from = isEmptied ? state.doc.lineAt(at).from : at + indentOf(words)
            return [{ from, to: at + length }]
          }
          if (own.isAround) return [{ from: at, insert: lacking + own.sign }]
          if (length > 0) return []
          return [{ from: at, to: at + (OTHERS.exec(words)?.[0].length ?? 0), insert: own.sign }]
        }),
      )
      return lines.length > 0
    },
    (state) => own.isAround !== true && signedShare(wordsOf(state, own), own) === 'some',
  )
}

/** Puts the lines between fences, or takes away those that the cursor is between. */
function codeBlock({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly || tearsTable(state, true)) return false
  const lines = chosenLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined) return false
  const block = fencesAround(state, first, last)
  if (block !== undefined) change(state, dispatch, block)
  else {
    const fence = fenceFor(lines)
    const changes = [
      { from: first.from, insert: `${fence}\n` },
      { from: last.to, insert: `\n${fence}` },
    ]
    // What stands at the end of the lines stays between the fences.
    change(
      state,
      dispatch,
      changes,
      (position) => position + fence.length + 1,
      last.to + 2 * fence.length + 2,
    )
  }
  return true
}

/** Whether all chosen lines stand between the fences of one block. */
export function isInFences(state: EditorState): boolean {
  const lines = chosenLines(state)
  const [first, last] = [lines[0], lines.at(-1)]
  return first !== undefined && last !== undefined && fencesAround(state, first, last) !== undefined
}

/** What takes the fences of the block away that holds all of the lines between them. */
function fencesAround(state: EditorState, first: Line, last: Line): ChangeSpec[] | undefined {
  const node = askAround(state, first.from, 1, (one) => (one.name === 'FencedCode' ? one : null))
  if (node === null) return undefined
  const [opening, closing] = [state.doc.lineAt(node.from), state.doc.lineAt(node.to)]
  if (first.number <= opening.number || last.number > closing.number) return undefined
  const isClosed = node.getChildren('CodeMark').length > 1
  if (isClosed && last.number === closing.number) return undefined
  return [
    { from: opening.from, to: opening.to + 1 },
    ...(isClosed ? [{ from: closing.from - 1, to: closing.to }] : []),
  ]
}

/** Longer than every fence within. */
function fenceFor(lines: readonly Line[]): string {
  const lengths = lines.map(({ text }) => /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0)
  return '`'.repeat(lengths.reduce((most, length) => Math.max(most, length + 1), 3))
}

const FIRST_CELL = 'Column 1'
const TABLE = `| ${FIRST_CELL} | Column 2 |\n| --- | --- |\n|  |  |`

/** A table of two columns below the paragraph; its first heading is chosen, to be typed over. */
function table({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly) return false
  const { change: insertion, cursor } = blockAt(state.doc, state.selection.main.head, TABLE)
  const from = cursor - TABLE.length + 2
  dispatch(
    state.update({
      changes: insertion,
      selection: EditorSelection.single(from, from + FIRST_CELL.length),
      effects: seenTo(cursor, from + FIRST_CELL.length),
      userEvent: 'input.format',
    }),
  )
  return true
}

/** A line across the page below the paragraph, and an empty line behind it to go on in. */
function rule({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  if (state.readOnly) return false
  const { change: insertion, cursor } = blockAt(state.doc, state.selection.main.head, '---\n\n')
  dispatch(
    state.update({
      changes: insertion,
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  )
  return true
}

/** Brings the cursor into view, and all up to where the block ends as well where there is room. */
const seenTo = (end: number, cursor: number) =>
  EditorView.scrollIntoView(EditorSelection.range(end, cursor), { yMargin: 16 })

/**
 * The selection stays around the words that it was around; `moved` says where it goes instead, `end` up to where the
 * text is to be seen.
 */
function change(
  state: EditorState,
  dispatch: Parameters<StateCommand>[0]['dispatch'],
  specs: ChangeSpec[],
  moved?: (position: number) => number,
  end?: number,
): void {
  const changes = state.changes(specs)
  const to = (position: number, side: 1 | -1) => moved?.(position) ?? changes.mapPos(position, side)
  const selection = EditorSelection.create(
    state.selection.ranges.map(({ anchor, head }) => {
      const isForward = anchor <= head
      return anchor === head
        ? EditorSelection.cursor(to(head, 1))
        : EditorSelection.range(to(anchor, isForward ? 1 : -1), to(head, isForward ? -1 : 1))
    }),
    state.selection.mainIndex,
  )
  const effects = end === undefined ? [] : seenTo(end, selection.main.head)
  dispatch(state.update({ changes, selection, effects, scrollIntoView: true, userEvent: 'input.format' }))
}

/**
 * Whether a sign before the chosen lines would make something else of rows of a table.
 *
 * @param isForWhole the sign is for a table as a whole, too
 */
function tearsTable(state: EditorState, isForWhole: boolean): boolean {
  const chosen = new Set(chosenLines(state).map(({ from }) => from))
  return [...chosen].some((from) => {
    const found = askAround(state, from, 1, (node) => (node.name === 'Table' ? node : null))
    if (found === null) return false
    const { doc } = state
    const ends = [doc.lineAt(found.from).from, doc.lineAt(Math.min(found.to, doc.length)).from]
    return !isForWhole || ends.some((end) => !chosen.has(end))
  })
}

/** The lines that the selection touches, each once. */
function chosenLines(state: EditorState): readonly Line[] {
  const lines = new Map<number, Line>()
  for (const { from, to } of state.selection.ranges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at)
      lines.set(line.number, line)
      at = line.to + 1
    }
  return [...lines.values()].sort((a, b) => a.number - b.number)
}
