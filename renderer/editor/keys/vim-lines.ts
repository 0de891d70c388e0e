import type { Command, EditorView } from '@codemirror/view'
import {
  CodeMirror,
  Vim,
  type CM5EditorInterface,
  type ExFn,
  type OperatorFn,
  type Pos,
} from '@replit/codemirror-vim'
import { counted } from '../../../shared/text/counted'
import { isInCode } from '../input/tab-key'
import { isInItem, liftItems, nestItems } from '../markdown/list-levels'
import { say } from './vim-messages'
import { viewOf } from './vim-motions'

/**
 * Makes every line that Vim copies end with a line break, also the last line of a text. Text that Vim inserts at the
 * beginning may be empty, as an empty line over the whole text, and then ends at no earlier position.
 */
export function endLines(cm: CM5EditorInterface): void {
  const place = cm.posFromIndex.bind(cm)
  cm.posFromIndex = (index) => place(Math.max(0, index))
  const range = cm.getRange.bind(cm)
  cm.getRange = (from, to) => range(from, to) + (to.line > cm.lastLine() ? '\n' : '')
}

/** Makes `>` and `<` indent and outdent list items, as Tab and Shift+Tab do. */
export function nestByIndent(cm: CM5EditorInterface, view: EditorView): void {
  const byItems = (own: () => void, command: Command) => () => {
    const { doc, selection } = view.state
    const { anchor, head, from, to } = selection.main
    if (isInCode(view) || !isInItem(view.state)) return own()
    // Vim selects lines up to the beginning of the next one.
    if (from < to && doc.lineAt(to).from === to)
      view.dispatch({ selection: { anchor: Math.min(anchor, to - 1), head: Math.min(head, to - 1) } })
    command(view)
  }
  cm.indentMore = byItems(cm.indentMore.bind(cm), nestItems)
  cm.indentLess = byItems(cm.indentLess.bind(cm), liftItems)
}

/**
 * Stores removed text in a register. An empty text, as after `x` in an empty line, does not replace the previous
 * content.
 */
function keep(operator: 'delete' | 'yank', text: string, args: Parameters<OperatorFn>[1], isBlock: boolean) {
  if (text !== '')
    Vim.getRegisterController().pushText(args.registerName, operator, text, args.linewise, isBlock)
}

const firstOf = (one: Pos, other: Pos): Pos =>
  one.line < other.line || (one.line === other.line && one.ch < other.ch) ? one : other

/**
 * Deleting the last lines of a text also removes the line break before them: Vim would leave an empty line, or copy
 * one.
 */
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

/** Moves the cursor to the beginning of the copied text. */
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

/**
 * The line named in `:m` and `:t`, such as `0`, `12`, `.`, `$`, `-2` or `.+3`, counted from one; `undefined` if it is
 * invalid.
 */
function lineNamed(cm: CM5EditorInterface, words: string): number | undefined {
  const [, base, steps = ''] = /^(\d+|[.$])?((?:[+-]\d*)*)$/.exec(words.replace(/\s/g, '')) ?? []
  if (base === undefined && steps === '') return undefined
  const here =
    base === '$' ? cm.lastLine() + 1 : /\d/.test(base ?? '') ? Number(base) : cm.getCursor().line + 1
  const moved = [...steps.matchAll(/([+-])(\d*)/g)].map(([, sign, count]) => Number(`${sign}${count || 1}`))
  const line = moved.reduce((sum, step) => sum + step, here)
  return line >= 0 && line <= cm.lastLine() + 1 ? line : undefined
}

/** `:m` moves lines below another one, `:t` copies them there. */
const putBelow =
  (isCopy: boolean): ExFn =>
  (cm, { line, lineEnd, argString }) => {
    const view = viewOf(cm)
    const { doc, readOnly } = view.state
    const first = (line ?? cm.getCursor().line) + 1
    const last = Math.max(first, Math.min(doc.lines, (lineEnd ?? first - 1) + 1))
    const below = lineNamed(cm, argString)
    if (readOnly) return
    if (below === undefined) return say(cm, 'This names no line.')
    if (!isCopy && below >= first && below < last) return say(cm, 'Lines cannot move into themselves.')
    const [from, to] = [doc.line(first).from, doc.line(last).to]
    const words = doc.sliceString(from, to)
    const insert =
      below === 0 ? { from: 0, insert: `${words}\n` } : { from: doc.line(below).to, insert: `\n${words}` }
    // One of the line breaks beside a moved line is removed with it.
    const gone = to < doc.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to }
    const stays = isCopy || below === last || below === first - 1
    const changes = view.state.changes(isCopy ? insert : stays ? [] : [gone, insert])
    const lines = last - first + 1
    const at = stays && !isCopy ? last : !isCopy && below > last ? below : below + lines
    view.dispatch({ changes, scrollIntoView: true, userEvent: 'move.line' })
    cm.setCursor(at - 1, Math.max(0, cm.getLine(at - 1).search(/\S/)))
  }

/**
 * Inserts a space before the number in commands entered after a colon, because the package takes `m3` for the name of a
 * command.
 */
export function partNumbers(cm: CM5EditorInterface): void {
  const ask = cm.openDialog.bind(cm)
  cm.openDialog = (template, callback, options) => {
    const isCommand = template.textContent.trim().startsWith(':')
    const parted = (entered: unknown, ...more: unknown[]): unknown =>
      callback?.(
        typeof entered === 'string' ? entered.replace(/^([^A-Za-z/?]*)(m|t|co)(?=\d)/, '$1$2 ') : entered,
        ...more,
      )
    return ask(template, isCommand ? parted : callback, options)
  }
}

/** The package uses a command called `move` to go to a line, so these have longer names with the same abbreviations. */
export function defineLineCommands(): void {
  Vim.defineEx('move lines', 'm', putBelow(false))
  Vim.defineEx('copy lines', 'co', putBelow(true))
  Vim.defineEx('t', 't', putBelow(true))
}

export function defineOperators(): void {
  Vim.defineOperator('delete', remove)
  Vim.defineOperator('yank', yank)
}
