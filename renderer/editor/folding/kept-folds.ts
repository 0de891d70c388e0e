import { foldedRanges, foldEffect } from '@codemirror/language'
import type { EditorState, StateEffect } from '@codemirror/state'
import { foldRangeAt } from './foldable'

/** The start of a folding line, the length of the folded range, and the text of the line. */
export type KeptFold = readonly [from: number, length: number, words: string]

/** The maximum number of folds kept, and the length kept of each line. */
const FOLDS_MAX = 500
const WORDS_MAX = 200

export function keepFolds(state: EditorState): readonly KeptFold[] {
  const folds: KeptFold[] = []
  foldedRanges(state).between(0, state.doc.length, (from, to) => {
    const line = state.doc.lineAt(from)
    folds.push([line.from, to - from, line.text.slice(0, WORDS_MAX)])
    return folds.length < FOLDS_MAX ? undefined : false
  })
  return folds
}

/** The effects that restore the folds of a text; a line that has moved is searched for. */
export function foldsAgain(state: EditorState, kept: readonly KeptFold[]): readonly StateEffect<unknown>[] {
  const places = kept.map(([from, length, words]) => ({ at: placeOf(state, from, words), length }))
  return places.flatMap(({ at, length }) => {
    if (at === undefined) return []
    const line = state.doc.lineAt(at)
    // If a list far down is not parsed yet, the kept length is used, provided that it ends at the end of a line.
    const end = line.to + length
    const asLeft = end <= state.doc.length && state.doc.lineAt(end).to === end
    const range =
      foldRangeAt(state, line) ??
      (asLeft && /^\s/.test(state.sliceDoc(line.to, line.to + 1)) ? { from: line.to, to: end } : undefined)
    return range === undefined ? [] : [foldEffect.of(range)]
  })
}

function placeOf({ doc }: EditorState, from: number, words: string): number | undefined {
  const isIt = (text: string) => text.slice(0, WORDS_MAX) === words
  if (from <= doc.length && doc.lineAt(from).from === from && isIt(doc.lineAt(from).text)) return from
  let at = 0
  let nearest: number | undefined
  for (const text of doc.iterLines()) {
    if (isIt(text) && Math.abs(at - from) < Math.abs((nearest ?? Infinity) - from)) nearest = at
    at += text.length + 1
  }
  return nearest
}

export const areKeptFolds = (value: unknown): value is readonly KeptFold[] =>
  Array.isArray(value) &&
  value.length <= FOLDS_MAX &&
  value.every(
    (fold: unknown) =>
      Array.isArray(fold) &&
      Number.isSafeInteger(fold[0]) &&
      Number.isSafeInteger(fold[1]) &&
      fold[0] >= 0 &&
      fold[1] > 0 &&
      typeof fold[2] === 'string',
  )
