import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, CODE_BLOCKS, isWithin } from '../markdown/syntax'

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

const CODE: ReadonlySet<string> = new Set(CODE_BLOCKS)

/** So much of a line is looked at on both sides, in UTF-16 units. */
const LOOK = 200

/** Between words; a bar parts the cells of a table. */
const GAP = /[\s|]/

/** These scripts set no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The gap between words that is next to a place, or the nearer end of what reads as one thing there. */
export function dropPlace(state: EditorState, at: number): number {
  let whole: Span | undefined
  askAround(state, at, 1, (node) => {
    if (WHOLE.has(node.name) && node.from < at && node.to > at) whole = node
    return null
  })
  return nearerEnd(whole ?? wordAround(state, at), at)
}

/** What is written between the words at a place, with the spaces that part it from them. */
export function apart(state: EditorState, at: number, words: string): string {
  if (isWithin(state, at, CODE)) return words
  const { from, to } = state.doc.lineAt(at)
  const isTight = (character: string) => !GAP.test(character) && !UNSPACED.test(character)
  const before = at > from && isTight(state.sliceDoc(at - 1, at)) ? ' ' : ''
  const after = at < to && isTight(state.sliceDoc(at, at + 1)) ? ' ' : ''
  return before + words + after
}

function wordAround(state: EditorState, at: number): Span {
  if (isWithin(state, at, CODE)) return { from: at, to: at }
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
