import { nameInLinks } from '../../../shared/markdown/title-links'
import { isolateHistory } from '@codemirror/commands'
import { Text, type EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import type { FilledText } from '../../../shared/text/templates'
import type { TextChange } from '../../../shared/text/text-change'
import { showHit } from '../find/hit-marks'
import { litSpan } from '../view/focus'
import { askAround, hasNoWords, isWithin, TABLE, type SyntaxNode } from './syntax'

/** A block below the cursor's paragraph, words at the cursor, or a text in place of the selection. */
export type Passage = { readonly block: string } | { readonly words: string } | FilledText

/** A change that inserts text, and the cursor position afterwards. */
export interface Insertion {
  readonly change: TextChange
  readonly cursor: number
}

/** Quotes a passage of another document, naming its source, by a link if possible. */
export function quotationOf(passage: string, title: string): string {
  const lines = passage
    .trim()
    .split('\n')
    .map((line) => line.replace(/^[ \t]*(?:>[ \t]?)*(?:#{1,6}[ \t]+)?/, ''))
  const name = nameInLinks(title)
  const from = name === '' ? title.trim() : `[[${name}]]`
  return [...lines, ...(from === '' ? [] : ['', `— ${from}`])].map((line) => `> ${line}`.trimEnd()).join('\n')
}

/** Blocks that can contain other blocks. */
const AROUND_BLOCKS: ReadonlySet<string> = new Set([
  'Document',
  'Blockquote',
  'BulletList',
  'OrderedList',
  'ListItem',
])
const EMPTY_ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s*$/

/**
 * Inserts a separate block in the quotations and list item of the cursor: below the block at the cursor, or at the
 * cursor if its line or item is empty.
 */
export function blockAt(
  state: EditorState,
  head: number,
  block: string,
): Insertion & { readonly begin: number } {
  const { doc } = state
  const line = doc.lineAt(head)
  const isBlock = ({ name, parent }: SyntaxNode) =>
    parent !== null && AROUND_BLOCKS.has(parent.name) && !AROUND_BLOCKS.has(name) && !name.endsWith('Mark')
  const ask = (node: SyntaxNode) => (isBlock(node) ? node : null)
  const around = askAround(state, head, -1, ask) ?? askAround(state, line.to, -1, ask)
  const own = around !== null && around.to >= line.from ? around : line
  const isBelow = own !== line || !(hasNoWords(line.text) || EMPTY_ITEM.test(line.text))
  const [first, last] = isBelow
    ? [doc.lineAt(own.from), doc.lineAt(Math.min(own.to, doc.length))]
    : [line, line]
  const lead = isBelow ? first.text.slice(0, own.from - first.from) : line.text.replace(/\S$/, '$& ')
  const marks = lead.replace(/[^\s>]/g, ' ')
  const empty = marks.trimEnd()
  const isUnder = line.number > 1 && hasNoWords(line.text) && !hasNoWords(doc.line(line.number - 1).text)
  const start = isBelow ? `\n${empty}\n${marks}` : isUnder ? `${empty}\n${marks}` : lead
  const isParted = last.number === doc.lines || hasNoWords(doc.line(last.number + 1).text)
  const from = isBelow ? last.to : line.from
  const insert =
    start + block.replace(/\n(?=(\n)?)/g, (_break, next) => `\n${next === undefined ? marks : empty}`)
  return {
    change: { from, to: last.to, insert: insert + (isParted ? '' : `\n${empty}`) },
    begin: from + start.length,
    cursor: from + insert.length,
  }
}

/** Matches the beginning of a line that makes a block of it. */
const BLOCK_SIGN = /^ {0,3}(?:#{1,6} |[-*+] |\d{1,9}[.)] |[>|]|```|~~~|---|\*\*\*)/

/** Inserts a text in place of the selection; after words, a text that begins with a block becomes a new paragraph. */
export function textAt(doc: Text, { from, to }: Span, { text, cursor }: FilledText): Insertion {
  const isBehindWords = doc.sliceString(doc.lineAt(from).from, from).trim() !== ''
  const before = isBehindWords && BLOCK_SIGN.test(text) ? '\n\n' : ''
  return { change: { from, to, insert: before + text }, cursor: from + before.length + cursor }
}

/** Inserts words in a line, separated from the letters beside them. */
export function wordsAt(doc: Text, head: number, words: string): Insertion {
  const isWord = (letter: string) => /[\p{L}\p{N}.,;:!?)\]]$/u.test(letter)
  const before = isWord(doc.sliceString(Math.max(0, head - 1), head)) ? ' ' : ''
  const after = /^[\p{L}\p{N}]/u.test(doc.sliceString(head, head + 1)) ? ' ' : ''
  const insert = `${before}${words}${after}`
  return { change: { from: head, to: head, insert }, cursor: head + insert.length - after.length }
}

/** Inserts a passage in one undo step; false if several lines would break a table. */
export function insertPassage(view: EditorView, passage: Passage): boolean {
  const { state } = view
  const { doc } = state
  const { main } = state.selection
  if ('text' in passage && passage.text.includes('\n') && isWithin(state, doc.lineAt(main.head).to, TABLE))
    return false
  const { change, cursor } =
    'block' in passage
      ? blockAt(state, main.to, passage.block)
      : 'words' in passage
        ? wordsAt(doc, main.to, passage.words)
        : textAt(doc, main, passage)
  view.dispatch({
    changes: { ...change, insert: Text.of(change.insert.split('\n')) },
    selection: { anchor: cursor },
    annotations: isolateHistory.of('full'),
    effects: showHit.of(undefined),
    userEvent: 'input.paste',
  })
  return true
}

/** A longer paragraph is read only from its beginning. */
const PARAGRAPH_MAX = 20_000

/** The paragraph at the cursor. */
export function paragraphAt({ doc, selection }: EditorState): string {
  const { from, to } = litSpan(doc, selection.main.head, 'paragraph')
  return doc.sliceString(from, Math.min(to, from + PARAGRAPH_MAX))
}
