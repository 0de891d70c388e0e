import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { partOf } from '../../../shared/markdown/grammar/sections'
import { CODE } from '../markdown/syntax'
import type { FoundWord } from './find-words'

/** Parts of a text that are not prose. */
const NO_PROSE: ReadonlySet<string> = new Set([
  ...CODE,
  'Autolink',
  'CalloutMark',
  'Comment',
  'CommentBlock',
  'Entity',
  'FootnoteLabel',
  'FootnoteReference',
  'HTMLTag',
  'ImageWidth',
  'InlineMath',
  'LinkLabel',
  'LinkReference',
  'MathBlock',
  'ProcessingInstruction',
  'ProcessingInstructionBlock',
  'URL',
  'WikiImage',
  'WikiLink',
])

/** Those of the words between `from` and `to`, a range within one line, that are prose. */
export function inProse(
  state: EditorState,
  from: number,
  to: number,
  words: readonly FoundWord[],
): readonly FoundWord[] {
  if (words.length === 0) return words
  const spans = spansWithoutProse(state, from, to)
  if (spans.length === 0) return words
  return words.filter((word) => !spans.some((span) => span.from < word.to && word.from < span.to))
}

/** The ranges between two positions that are not prose. */
export function spansWithoutProse(state: EditorState, from: number, to: number): readonly Span[] {
  const spans: Span[] = []
  partOf(syntaxTree(state), from, to).iterate({
    from,
    to,
    enter(node) {
      if (!NO_PROSE.has(node.name)) return true
      spans.push({ from: node.from, to: node.to })
      return false
    },
  })
  return spans
}
