import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, CODE_BLOCKS, type SyntaxNode } from '../markdown/syntax'

/** Elements that an image inside them would break. */
const WHOLE: ReadonlySet<string> = new Set([
  'Link',
  'Image',
  'Autolink',
  'URL',
  'WikiLink',
  'WikiImage',
  'InlineCode',
  'InlineMath',
  'FootnoteReference',
])

/**
 * Blocks in which an image would not be displayed, and which would not end if it were inserted beside their last sign.
 */
const BLOCKS: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'MathBlock'])

/** The part of a line examined on both sides, in UTF-16 units. */
const LOOK = 200

/** A place between words; a bar separates table cells. */
const GAP = /[\s|]/

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * The position for a dropped image: the end of a code block, the gap between words nearest to the position, or the
 * nearer end of an element that must not be split.
 */
export function dropPlace(state: EditorState, at: number): number {
  const block = blockAround(state, at)
  if (block !== undefined) return block.to
  let whole: Span | undefined
  askAround(state, at, 1, (node) => {
    if (WHOLE.has(node.name) && node.from < at && node.to > at) whole = node
    return null
  })
  return nearerEnd(whole ?? wordAround(state, at), at)
}

/** The separators to insert before and after a link at this position. */
export function apart(state: EditorState, at: number): readonly [before: string, behind: string] {
  const block = blockAround(state, at)
  if (block?.to === at) return below(state, block)
  const [before, behind] = asParagraph(state, at)
  if (before !== '' || behind !== '') return [before, behind]
  const { from, to } = state.doc.lineAt(at)
  const isTight = (character: string) => !GAP.test(character) && !UNSPACED.test(character)
  return [
    at > from && isTight(state.sliceDoc(at - 1, at)) ? ' ' : '',
    at < to && isTight(state.sliceDoc(at, at + 1)) ? ' ' : '',
  ]
}

/**
 * The separators that make a file link on an empty line a paragraph of its own, also in a quotation: without empty
 * lines it would belong to the paragraphs directly above and below.
 */
export function asParagraph(state: EditorState, at: number): readonly [before: string, behind: string] {
  const line = state.doc.lineAt(at)
  if (WORDS.test(line.text) || blockAround(state, at) !== undefined) return ['', '']
  const hasWords = (number: number) =>
    number > 0 && number <= state.doc.lines && WORDS.test(state.doc.line(number).text)
  const marks = line.text.trimEnd()
  return [hasWords(line.number - 1) ? `\n${line.text}` : '', hasWords(line.number + 1) ? `\n${marks}` : '']
}

/** Matches content of a quotation line other than its marks. */
const WORDS = /[^\s>]/

/** The block around a position, unless it is not closed: then everything below belongs to it as well. */
function blockAround(state: EditorState, at: number): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) => (BLOCKS.has(node.name) ? node : null)
  const block = askAround(state, at, -1, ask) ?? askAround(state, at, 1, ask)
  const isOpen = block?.name === 'FencedCode' && block.getChildren('CodeMark').length < 2
  return block === null || isOpen ? undefined : block
}

/** The separators for a paragraph below the block, in the quotation or list item that contains the block. */
function below(
  { doc }: EditorState,
  { name, from, to }: SyntaxNode,
): readonly [before: string, behind: string] {
  const line = doc.lineAt(from)
  const around = line.text.slice(0, from - line.from).replace(/[^\s>]/g, ' ')
  const indent = name === 'CodeBlock' ? around.replace(/(?: {4}|\t)$/, '') : around
  const empty = indent.trimEnd()
  const last = doc.lineAt(to).number
  const isFollowed = last < doc.lines && WORDS.test(doc.line(last + 1).text)
  return [`\n${empty}\n${indent}`, isFollowed ? `\n${empty}` : '']
}

function wordAround(state: EditorState, at: number): Span {
  const { text, from: start } = state.doc.lineAt(at)
  const least = Math.max(0, at - start - LOOK)
  const most = Math.min(text.length, at - start + LOOK)
  let [from, to] = [at - start, at - start]
  while (from > least && !GAP.test(text.charAt(from - 1))) from--
  while (to < most && !GAP.test(text.charAt(to))) to++
  const word = text.slice(from, to)
  if (!UNSPACED.test(word)) return { from: start + from, to: start + to }
  const part = segmenter.segment(word).containing(at - start - from)
  const begin = start + from + (part?.index ?? 0)
  return { from: begin, to: begin + (part?.segment ?? word).length }
}

const nearerEnd = ({ from, to }: Span, at: number): number => (at - from < to - at ? from : to)
