import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { TITLE_LINK } from '../../../shared/markdown/title-links'
import { partOf } from '../markdown/sections'
import type { FoundWord } from './find-words'

/** Parts of a text that are no prose of the writer's. */
const NO_PROSE = new Set([
  'Autolink',
  'CodeBlock',
  'Comment',
  'CommentBlock',
  'Entity',
  'FencedCode',
  'FootnoteLabel',
  'FootnoteReference',
  'FrontMatter',
  'HTMLBlock',
  'HTMLTag',
  'InlineCode',
  'LinkLabel',
  'LinkReference',
  'ProcessingInstruction',
  'ProcessingInstructionBlock',
  'URL',
])
/** Formulas, whatever the reader of markdown calls them. */
const MATH = /Math/
/** Formulas in a line; `$` before a digit or a space is money. */
const INLINE_MATH = /\$\$[^$]{1,1000}\$\$|\$(?![\s\d])[^$\n]{1,500}(?<!\s)\$(?!\d)/g

interface Span {
  readonly from: number
  readonly to: number
}

/** Of these words of the text between `from` and `to`, which lies in one line, those that stand in prose. */
export function inProse(
  state: EditorState,
  from: number,
  to: number,
  words: readonly FoundWord[],
): readonly FoundWord[] {
  if (words.length === 0) return words
  const spans = [...spansOfTree(state, from, to), ...spansOfText(state.sliceDoc(from, to), from)]
  if (spans.length === 0) return words
  return words.filter((word) => !spans.some((span) => span.from < word.to && word.from < span.to))
}

function spansOfTree(state: EditorState, from: number, to: number): readonly Span[] {
  const spans: Span[] = []
  partOf(syntaxTree(state), from, to).iterate({
    from,
    to,
    enter(node) {
      if (!NO_PROSE.has(node.name) && !MATH.test(node.name)) return true
      spans.push({ from: node.from, to: node.to })
      return false
    },
  })
  return spans
}

const spansOfText = (text: string, offset: number): readonly Span[] =>
  [TITLE_LINK, ...(text.includes('$') ? [INLINE_MATH] : [])].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      from: offset + index,
      to: offset + index + found.length,
    })),
  )
