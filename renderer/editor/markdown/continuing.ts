import { trimEndOf } from '../../../shared/text/trim'
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { indentService } from '@codemirror/language'
import {
  ChangeSet,
  Prec,
  type EditorState,
  type Extension,
  type Line,
  type StateCommand,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { wholeLines } from '../lines/whole-lines'
import { wordsStart } from '../lines/words-start'
import { openingFence } from './closing-fence'
import { contentColumn } from './list-levels'
import { endsItem, renumbersLines } from './renumbering'
import { askAround, CODE_BLOCKS, isWithin, type SyntaxNode } from './syntax'

/**
 * Enter continues the list or quotation at the cursor, and ends it if nothing was written since the last Enter.
 * (CodeMirror itself moves the second item of a list down, and stays in a quotation until two of its lines are empty.)
 * Backspace removes the mark of an empty item. (CodeMirror replaces it by as many spaces, which Enter copies: after a
 * task these are six, which make code of the next paragraph.) A space at the beginning of prose is not copied to the
 * next line.
 */
export function continuing(): Extension {
  return [
    renumbersLines,
    // Filters run from the last to the first: renumbering needs to know the lines that are deleted.
    wholeLines,
    Prec.high(
      keymap.of([
        { key: 'Enter', run: continueMarkup },
        { key: 'Backspace', run: deleteMark },
        { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteMark },
      ]),
    ),
    indentService.of(({ state, simulatedBreak }, place) => {
      if (simulatedBreak === null) return undefined
      if (isProse(state, place)) return 0
      // `null`: the line has the indentation of the line above.
      return isWithin(state, wordsAbove(state, state.doc.lineAt(place)), TAGS) ? null : undefined
    }),
  ]
}

/**
 * Matches a line up to its words: the text before the list mark, the check box of a task, and the spaces after both.
 */
const MARK = /^([\s>]*)(?:[-*+]|\d+[.)])(?:[ \t]+(\[[ xX]\]))?([ \t]*)$/

const goOn = insertNewlineContinueMarkupCommand({ nonTightLists: false })

/**
 * Continues as CodeMirror does, but an item left empty above its words keeps the space after its mark, without which
 * the text typed there would not be an item.
 */
const nextLine: StateCommand = ({ state, dispatch }) =>
  goOn({ state, dispatch: (done) => dispatch(withSpace(state, done)) })

function withSpace(state: EditorState, done: Transaction): Transaction {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const space = MARK.exec(state.sliceDoc(line.from, head))?.[3] ?? ''
  const from = head - space.length
  if (space === '' || done.state.sliceDoc(from, from + 1) !== '\n') return done
  const { anchor } = done.state.selection.main
  return state.update({
    changes: done.changes.compose(ChangeSet.of({ from, insert: space }, done.newDoc.length)),
    selection: { anchor: anchor + space.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
}

export const continueMarkup: StateCommand = (target) =>
  continueCode(target) ||
  replaceSelection(target) ||
  leaveEmptyQuote(target) ||
  leaveEmptyItem(target) ||
  leaveEmptyLine(target) ||
  nextLine(target)

/**
 * In a code block, the next line begins with the marks of the quotation and, in a list item, with spaces in place of
 * the list mark: otherwise it would not belong to the block. The language determines the indentation of further lines
 * in an item.
 */
const continueCode: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  const fence = openingFence(state, main.from)
  if (state.readOnly || ranges.length > 1 || fence === undefined) return false
  const { from: lineFrom, text } = state.doc.lineAt(main.from)
  const isFirst = fence.from >= lineFrom
  if (main.from - lineFrom < fence.indent.length || !(isFirst || fence.indent.includes('>'))) return false
  const own = isFirst ? '' : /^[ \t]*/.exec(text.slice(fence.indent.length))?.[0]
  const insert = `\n${fence.indent}${own}`
  dispatch(
    state.update(
      { changes: { from: main.from, to: main.to, insert }, selection: { anchor: main.from + insert.length } },
      { scrollIntoView: true, userEvent: 'input' },
    ),
  )
  return true
}

/**
 * Replaces a selection by a new line that continues its first item or quotation, and removes the marks of the words
 * after the selection. Meanwhile a letter stands for the words, because an empty item would end its list.
 */
const replaceSelection: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  if (state.readOnly || main.empty || ranges.length > 1) return false
  const { from } = main
  const end = Math.max(main.to, wordsStart(state, main.to))
  const filled = state.changes({ from, to: end, insert: 'x' })
  return nextLine({
    state: state.update({ changes: filled, selection: { anchor: from + 1 }, filter: false }).state,
    dispatch: ({ changes, newDoc, newSelection }) => {
      const letter = ChangeSet.of({ from, to: from + 1 }, newDoc.length)
      dispatch(
        state.update(
          {
            changes: filled.compose(changes).compose(letter),
            selection: newSelection.map(letter),
          },
          { scrollIntoView: true, userEvent: 'input', annotations: endsItem.of(true) },
        ),
      )
    },
  })
}

/** Whether a new line at a position begins without indentation. */
const isProse = (state: EditorState, place: number): boolean =>
  !isWithin(state, wordsAbove(state, state.doc.lineAt(place)), INDENTED)

/** The end of the last words up to the end of a line: an empty line belongs to the text above it. */
function wordsAbove(state: EditorState, line: Line): number {
  while (line.number > 1 && /^[\s>]*$/.test(line.text)) line = state.doc.line(line.number - 1)
  return line.from + line.text.trimEnd().length
}

/**
 * On an empty line of a quotation, removes its innermost mark. An empty line stays before the next one; otherwise
 * CommonMark would count that one to the quotation.
 */
const leaveEmptyQuote: StateCommand = ({ state, dispatch }) => {
  const line = emptyAt(state)
  if (line === undefined || !isWithin(state, line.to, QUOTE)) return false
  const marks = /^([\s>]*?)>\s*$/.exec(line.text)
  if (!marks) return false
  dispatch(state.update(leave(state, line, marks[1] ?? '')))
  return true
}

/** Backspace after a list mark or quotation mark. */
export const deleteMark: StateCommand = (target) =>
  deleteEmptyItem(target) || deleteTaskBox(target) || deleteMarkupBackward(target)

/** On an empty item of an outermost list, ends the list with an empty line, as for a quotation. */
const leaveEmptyItem: StateCommand = ({ state, dispatch }) => {
  const empty = emptyItemAt(state)
  if (empty === undefined || outerItem(empty.item) !== undefined) return false
  const { line, before } = empty
  dispatch(state.update(leave(state, line, withoutIndent(before)), { annotations: endsItem.of(true) }))
  return true
}

/**
 * On a second empty line below the words of an item, moves the line out to the surrounding item, or out of the list.
 * (The first empty line begins a paragraph of the item.)
 */
const leaveEmptyLine: StateCommand = ({ state, dispatch }) => {
  const line = emptyAt(state)
  const isEmpty = line !== undefined && line.number > 1 && /^[ \t]+$/.test(line.text)
  if (!isEmpty || isWithin(state, line.to, CODE)) return false
  if (state.doc.line(line.number - 1).text.trim() !== '') return false
  const item = askAround(state, wordsAbove(state, line), -1, (node) =>
    node.name === 'ListItem' ? node : null,
  )
  if (item === null || line.length < contentColumn(state, item)) return false
  const outer = outerItem(item)
  const rest = outer === undefined ? '' : ' '.repeat(contentColumn(state, outer))
  dispatch(state.update(leave(state, line, rest)))
  return true
}

/**
 * Removing the mark of the last item leaves an empty line that does not count to the list; inside the list only the
 * mark is removed.
 */
const deleteEmptyItem: StateCommand = ({ state, dispatch }) => {
  const empty = emptyItemAt(state)
  if (empty === undefined) return false
  const { line, item, before } = empty
  const outer = outerItem(item)
  const marks = withoutIndent(before)
  const rest = outer === undefined ? marks : marks.padEnd(contentColumn(state, outer))
  if (item.nextSibling === null && item.to <= line.to) {
    dispatch(state.update(leave(state, line, rest), { userEvent: 'delete' }))
    return true
  }
  const changes = { from: line.from, to: line.to, insert: rest }
  const selection = { anchor: line.from + rest.length }
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: 'delete' }))
  return true
}

/** Before the words of a task, turns the task into a list item. */
const deleteTaskBox: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  const [, , box, space = ''] = MARK.exec(line.text.slice(0, main.head - line.from)) ?? []
  if (state.readOnly || ranges.length > 1 || !main.empty || box === undefined || space === '') return false
  if (!isWithin(state, main.head, TASK)) return false
  dispatch(
    state.update({
      changes: { from: main.head - box.length - space.length, to: main.head },
      scrollIntoView: true,
      userEvent: 'delete',
    }),
  )
  return true
}

/** The empty item at the cursor, and the text before its mark. */
function emptyItemAt(
  state: EditorState,
): { readonly line: Line; readonly item: SyntaxNode; readonly before: string } | undefined {
  const line = emptyAt(state)
  const mark = line && MARK.exec(line.text)
  if (!line || !mark) return undefined
  const before = mark[1] ?? ''
  const item = askAround(state, line.from + before.length, 1, (node) =>
    node.name === 'ListItem' ? node : null,
  )
  return item === null || item.from < line.from ? undefined : { line, item, before }
}

const outerItem = ({ parent }: SyntaxNode): SyntaxNode | undefined =>
  parent?.parent?.name === 'ListItem' ? parent.parent : undefined

/** The quotation marks before an item, followed by one space instead of its indentation. */
function withoutIndent(before: string): string {
  const marks = trimEndOf(before, ' \t')
  return marks === '' || marks === before ? marks : `${marks} `
}

/** The line of a single cursor at its end, unless the text is read-only. */
function emptyAt(state: EditorState): Line | undefined {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  return state.readOnly || ranges.length > 1 || !main.empty || main.head < line.to ? undefined : line
}

/**
 * Replaces the line by `rest`, with an empty line between it and the block that it must not belong to. This replaces
 * adjacent empty lines of the quotation that is left.
 */
function leave(state: EditorState, line: Line, rest: string): TransactionSpec {
  const beside = (number: number) =>
    number >= 1 && number <= state.doc.lines ? state.doc.line(number).text : ''
  const isBlank = (text: string) => /^[\s>]*$/.test(text)
  const depthOf = (text: string) => text.split('>').length
  const isLeft = (text: string) => isBlank(text) && depthOf(text) > depthOf(rest)
  let [first, last] = [line.number, line.number]
  while (isLeft(beside(first - 1))) first -= 1
  while (isLeft(beside(last + 1))) last += 1
  const [{ from }, { to }] = [state.doc.line(first), state.doc.line(last)]
  const empty = rest.trimEnd()
  const above = isBlank(beside(first - 1)) ? '' : `${empty}\n`
  const below = isBlank(beside(last + 1)) ? '' : `\n${empty}`
  return {
    changes: { from, to, insert: above + rest + below },
    selection: { anchor: from + above.length + rest.length },
    scrollIntoView: true,
    userEvent: 'input',
  }
}

const QUOTE = new Set(['Blockquote'])
const TASK = new Set(['Task'])
const CODE = new Set(CODE_BLOCKS)
/** A tag typed at the end of an indented line would be indented like its content. */
const TAGS = new Set(['HTMLBlock', 'Element'])
/** Blocks whose lines have the indentation of the line above. */
const INDENTED = new Set([...CODE_BLOCKS, 'MathBlock', 'ListItem', 'Definition', 'FootnoteDefinition'])
