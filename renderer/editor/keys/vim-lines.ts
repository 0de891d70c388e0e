import type { Command, EditorView } from '@codemirror/view'
import { CodeMirror, Vim, type CM5EditorInterface, type OperatorFn, type Pos } from '@replit/codemirror-vim'
import { counted } from '../../../shared/text/counted'
import { isInCode } from '../input/tab-key'
import { isInItem, liftItems, nestItems } from '../markdown/list-levels'
import { say } from './vim-messages'

/**
 * Each line that vim takes has its line break, also the last one of a text, which has none. What vim puts at the begin of a
 * text may be nothing, as an empty line over all of it, and ends at no place before.
 */
export function endLines(cm: CM5EditorInterface): void {
  const place = cm.posFromIndex.bind(cm)
  cm.posFromIndex = (index) => place(Math.max(0, index))
  const range = cm.getRange.bind(cm)
  cm.getRange = (from, to) => range(from, to) + (to.line > cm.lastLine() ? '\n' : '')
}

/** `>` and `<` nest and lift items, as Tab and Shift+Tab do. */
export function nestByIndent(cm: CM5EditorInterface, view: EditorView): void {
  const byItems = (own: () => void, command: Command) => () => {
    const { doc, selection } = view.state
    const { anchor, head, from, to } = selection.main
    if (isInCode(view) || !isInItem(view.state)) return own()
    // Vim selects lines up to where the next one begins.
    if (from < to && doc.lineAt(to).from === to)
      view.dispatch({ selection: { anchor: Math.min(anchor, to - 1), head: Math.min(head, to - 1) } })
    command(view)
  }
  cm.indentMore = byItems(cm.indentMore.bind(cm), nestItems)
  cm.indentLess = byItems(cm.indentLess.bind(cm), liftItems)
}

/** Nothing that was taken, such as by `x` in an empty line, does not take the place of what was taken before. */
function keep(operator: 'delete' | 'yank', text: string, args: Parameters<OperatorFn>[1], isBlock: boolean) {
  if (text !== '')
    Vim.getRegisterController().pushText(args.registerName, operator, text, args.linewise, isBlock)
}

const firstOf = (one: Pos, other: Pos): Pos =>
  one.line < other.line || (one.line === other.line && one.ch < other.ch) ? one : other

/** With the last lines of a text the line break before them goes: vim would leave an empty line, or take it as one. */
function deleteLines(cm: CM5EditorInterface, first: number, next: number): Pos {
  const isLast = next > cm.lastLine() && first > 0
  cm.replaceRange(
    '',
    isLast ? new CodeMirror.Pos(first - 1, cm.getLine(first - 1).length) : new CodeMirror.Pos(first, 0),
    new CodeMirror.Pos(next, 0),
  )
  const line = Math.min(first, cm.lastLine())
  const place = new CodeMirror.Pos(line, Math.max(0, cm.getLine(line).search(/\S/)))
  cm.setCursor(place)
  return place
}

const remove: OperatorFn = (cm, args, ranges) => {
  const { vim } = cm.state
  const [range] = ranges
  if (range === undefined || cm.getValue() === '') return undefined
  const { anchor, head } = range
  const isBlock = vim.visualBlock
  keep('delete', isBlock ? cm.getSelection() : cm.getRange(anchor, head), args, isBlock)
  if (args.linewise === true && !isBlock) return deleteLines(cm, anchor.line, head.line)
  if (isBlock) cm.replaceSelections(ranges.map(() => ''))
  else cm.replaceRange('', anchor, head)
  return firstOf(anchor, head)
}

/** The cursor goes to where the words that are taken begin. */
const yank: OperatorFn = (cm, args, [range], oldAnchor, newHead) => {
  const { vim } = cm.state
  if (range === undefined) return undefined
  const isBlock = vim.visualBlock
  const text = isBlock ? cm.getSelection() : cm.getRange(range.anchor, range.head)
  keep('yank', text, args, isBlock)
  const lines = text.split('\n').length - (args.linewise === true ? 1 : 0)
  if (lines > 1) say(cm, `${counted(lines, 'line')} yanked.`, 'status')
  const start = firstOf(range.anchor, range.head)
  if (args.linewise !== true || vim.visualMode) return start
  return [oldAnchor, newHead].find((place) => place?.line === start.line) ?? start
}

export function defineOperators(): void {
  Vim.defineOperator('delete', remove)
  Vim.defineOperator('yank', yank)
}
