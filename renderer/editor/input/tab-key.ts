import { acceptCompletion } from '@codemirror/autocomplete'
import { indentLess, indentMore } from '@codemirror/commands'
import { getIndentUnit } from '@codemirror/language'
import { countColumn, EditorSelection, type Extension, type StateCommand } from '@codemirror/state'
import { EditorView, keymap, ViewPlugin, type Command } from '@codemirror/view'
import { expandSnippet } from './snippets'
import { leaveBegun, toAddress } from '../markdown/link-mark'
import { isInItem, liftItems, nestItems } from '../markdown/list-levels'
import { CODE_BLOCKS, askAround, isWithin } from '../markdown/syntax'
import { vimModeOf } from '../keys/text-keys'
import { nextCell, previousCell } from '../tables/table-cells'

/** Describes for screen reader users how to leave the text by keyboard. */
const DESCRIPTION =
  'Tab indents lists and code, and goes from cell to cell in tables. To leave the text, press Escape and then Tab.'

/**
 * Tab belongs to the text, so that words typed after it never go elsewhere: it expands a snippet, indents code and list
 * items, goes to the next cell of a table, to the address of an unfinished link and out of it again, and does nothing
 * in prose. Escape followed by Tab leaves the text for the next pane (`leave`).
 */
export const tabKey = (leave: (step: 1 | -1) => void): Extension => [
  keymap.of([
    {
      key: 'Tab',
      run: (view) =>
        acceptCompletion(view) || expandSnippet(view) || toAddress(view) || leaveBegun(view) || tab(view),
      shift: shiftTab,
      preventDefault: true,
    },
  ]),
  leavingByEscape(leave),
  EditorView.contentAttributes.of({ 'aria-description': DESCRIPTION }),
]

/** In a read-only text no words can be misplaced, so Tab is left to the browser. */
const tab: Command = (view) => {
  const { state } = view
  if (state.readOnly) return false
  if (isInCode(view)) return indentCode(view)
  return nextCell(view) || (isInItem(state) ? nestItems(view) : true)
}

const shiftTab: Command = (view) => {
  const { state } = view
  if (state.readOnly) return false
  if (isInCode(view)) return indentLess(view) || true
  return previousCell(view) || (isInItem(state) ? liftItems(view) : true)
}

/** Checks the beginning of the line, because code may have a syntax tree of its own inside that of the markdown. */
export const isInCode = ({ state }: EditorView): boolean => {
  const { from } = state.doc.lineAt(state.selection.main.head)
  return (
    isWithin(state, from, CODE_BLOCKS) ||
    askAround(state, from, 1, ({ name }) => CODE_BLOCKS.has(name) || null) === true
  )
}

/** Indents whole lines by one level; at a cursor, indents to the next tab stop, with a tab if the line uses tabs. */
const indentCode: StateCommand = ({ state, dispatch }) => {
  const isOverLines = state.selection.ranges.some(({ from, to }) => to > state.doc.lineAt(from).to)
  if (isOverLines) return indentMore({ state, dispatch })
  const unit = getIndentUnit(state)
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from)
    const before = line.text.slice(0, from - line.from)
    const insert = before.startsWith('\t')
      ? '\t'
      : ' '.repeat(unit - (countColumn(before, state.tabSize) % unit))
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) }
  })
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.indent' }))
  return true
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta'])

/**
 * Handles Escape and Tab before CodeMirror, which would leave the next Tab to the browser. The browser would go to the
 * next element of the window, such as a button that the next space would press.
 */
const leavingByEscape = (leave: (step: 1 | -1) => void): Extension =>
  ViewPlugin.define((view) => {
    let isEscaped = false
    const onKeyDown = (event: KeyboardEvent) => {
      // An Escape in a field leads to the text, and Tab goes from field to field.
      if (event.target !== view.contentDOM) {
        isEscaped = false
        return
      }
      if (isEscaped && event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault()
        event.stopPropagation()
        leave(event.shiftKey ? -1 : 1)
      }
      // An Escape that ends a mode of Vim has served its purpose.
      const isFree = (vimModeOf(view.dom) ?? 'normal') === 'normal'
      if (!MODIFIERS.has(event.key)) isEscaped = event.key === 'Escape' && isFree
    }
    view.dom.addEventListener('keydown', onKeyDown, { capture: true })
    return { destroy: () => view.dom.removeEventListener('keydown', onKeyDown, { capture: true }) }
  })
