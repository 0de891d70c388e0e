import { Facet, type EditorState } from '@codemirror/state'
import { WORD_LENGTH_MAX } from '../../../shared/ipc/settings-bounds'
import { languageOf } from '../input/smart-typing'
import type { FoundWord } from './find-words'
import { inProse } from './skipped'
import { isAmong, isUnknownLanguage, type Speller } from './speller'

/** Words that are accepted in this document only. */
export const ignoredWords = Facet.define<ReadonlySet<string>, ReadonlySet<string>>({
  combine: ([first]) => first ?? new Set(),
})

/** The words of a line, or of a part of it, that are prose; none if their language is unknown. */
export function wordsOf(
  speller: Speller,
  state: EditorState,
  from: number,
  to: number,
): readonly FoundWord[] {
  if (isUnknownLanguage(speller, languageOf(state))) return []
  return inProse(state, from, to, speller.find(state.sliceDoc(from, to), from))
}

/** Whether a word is marked as misspelt; `undefined` if this is not known yet. */
export function isMisspelt(speller: Speller, state: EditorState, word: string): boolean | undefined {
  if (isAmong(state.facet(ignoredWords), word)) return false
  const isRight = speller.isRight(word)
  return isRight === undefined ? undefined : !isRight
}

/** The lines between two positions; of a longer line only the part between them, extended to whole words. */
export function* linesBetween(state: EditorState, from: number, to: number) {
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at)
    yield { from: startOfWord(state, line.from, at), to: endOfWord(state, line.to, Math.min(to, line.to)) }
    at = line.to + 1
  }
}

function startOfWord(state: EditorState, least: number, at: number): number {
  const before = state.sliceDoc(Math.max(least, at - 2 * WORD_LENGTH_MAX), at)
  const part = before.split(/\s/).at(-1) ?? ''
  return at - part.length
}

function endOfWord(state: EditorState, most: number, at: number): number {
  const after = state.sliceDoc(at, Math.min(most, at + 2 * WORD_LENGTH_MAX))
  return at + (/^\S+/.exec(after)?.[0].length ?? 0)
}
