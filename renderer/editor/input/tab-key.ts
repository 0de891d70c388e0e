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

/** How to leave the text by keyboard, for those who hear it described. */
const DESCRIPTION =
  'Tab indents lists and code, and goes from cell to cell in tables. To leave the text, press Escape and then Tab.'

/**
 * Tab belongs to the text, so that words typed after it never end up elsewhere: it expands a snippet, indents code and
 * items of a list, goes to the next cell of a table, to the address of a link that was begun and out behind it, and does
 * nothing in prose.
 * Escape and then Tab leaves the text for the next pane (`leave`).
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

/** In a text that may not be changed no words can go astray, and Tab is the browser's. */
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

/** Code may be a language's own tree inside the markdown's: asked is where its line begins. */
export const isInCode = ({ state }: EditorView): boolean => {
  const { from } = state.doc.lineAt(state.selection.main.head)
  return (
    isWithin(state, from, CODE_BLOCKS) ||
    askAround(state, from, 1, ({ name }) => CODE_BLOCKS.has(name) || null) === true
  )
}

/** Whole lines move by one level; at a cursor the indent goes to the next stop, as a tab where the line has tabs. */
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
 * CodeMirror would leave the next Tab to the browser, which goes on to whatever comes next in the window: a button, that
 * the next Space presses. Heard before CodeMirror.
 */
const leavingByEscape = (leave: (step: 1 | -1) => void): Extension =>
  ViewPlugin.define((view) => {
    let isEscaped = false
    const hear = (event: KeyboardEvent) => {
      if (isEscaped && event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault()
        event.stopPropagation()
        leave(event.shiftKey ? -1 : 1)
      }
      // An Escape that ends a mode of vim has done what it was pressed for.
      const isFree = (vimModeOf(view.dom) ?? 'normal') === 'normal'
      if (!MODIFIERS.has(event.key)) isEscaped = event.key === 'Escape' && isFree
    }
    view.dom.addEventListener('keydown', hear, { capture: true })
    return { destroy: () => view.dom.removeEventListener('keydown', hear, { capture: true }) }
  })
