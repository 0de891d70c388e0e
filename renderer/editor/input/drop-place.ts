import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, CODE_BLOCKS, type SyntaxNode } from '../markdown/syntax'

/** What reads as one thing: a picture within it would end it. */
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

/** A picture within one of these would be no picture, and beside its last sign it would go on without an end. */
const BLOCKS: ReadonlySet<string> = new Set([...CODE_BLOCKS, 'MathBlock'])

/** So much of a line is looked at on both sides, in UTF-16 units. */
const LOOK = 200

/** Between words; a bar parts the cells of a table. */
const GAP = /[\s|]/

/** These scripts set no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The end of a block of code, the gap between words that is next to a place, or the nearer end of what reads as one thing. */
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

/** What parts a link that is written at a place from what stands before it and behind it. */
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
 * What parts the link of a file that is written into an empty line, of a quotation too, from the paragraphs right above and below:
 * without empty lines between it would be a part of them wherever the text is read.
 */
export function asParagraph(state: EditorState, at: number): readonly [before: string, behind: string] {
  const line = state.doc.lineAt(at)
  if (WORDS.test(line.text) || blockAround(state, at) !== undefined) return ['', '']
  const hasWords = (number: number) =>
    number > 0 && number <= state.doc.lines && WORDS.test(state.doc.line(number).text)
  const marks = line.text.trimEnd()
  return [hasWords(line.number - 1) ? `\n${line.text}` : '', hasWords(line.number + 1) ? `\n${marks}` : '']
}

/** What a line of a quotation holds besides its marks. */
const WORDS = /[^\s>]/

/** The block at a place, unless it has no end: then what stands below it is in it as well. */
function blockAround(state: EditorState, at: number): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) => (BLOCKS.has(node.name) ? node : null)
  const block = askAround(state, at, -1, ask) ?? askAround(state, at, 1, ask)
  const isOpen = block?.name === 'FencedCode' && block.getChildren('CodeMark').length < 2
  return block === null || isOpen ? undefined : block
}

/** Between empty lines, in the quotation or the item that the block is in. */
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
