import { isolateHistory } from '@codemirror/commands'
import { EditorView } from '@codemirror/view'
import type { FoundWord } from './find-words'
import { isUnknownLanguage, type Speller } from './speller'
import { languageOf } from '../input/smart-typing'
import { isMisspelt, linesBetween, wordsOf } from './written-words'
import { unfolding } from '../folding/folds'

/** A misspelt word, as it is written in the text. */
export interface Misspelt extends FoundWord {
  readonly written: string
}

/** The misspelt word at a position of the text. */
export function misspeltAt(view: EditorView, speller: Speller, at: number): Misspelt | undefined {
  const { state } = view
  const [part] = linesBetween(state, at, at)
  if (part === undefined) return undefined
  const word = wordsOf(speller, state, part.from, part.to).find(({ from, to }) => from <= at && at <= to)
  if (word === undefined || isMisspelt(speller, state, word.word) !== true) return undefined
  return { ...word, written: state.sliceDoc(word.from, word.to) }
}

/** Replaces a misspelt word in one undo step, unless the text there has changed since. */
export function replaceMisspelt(
  view: EditorView,
  { from, to, written }: Pick<Misspelt, 'from' | 'to' | 'written'>,
  by: string,
): void {
  if (view.state.readOnly || view.state.sliceDoc(from, to) !== written) return
  // The writer's form of the apostrophe is kept.
  const insert = written.includes('’') ? by.replaceAll("'", '’') : by
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.replace',
  })
}

/** The number of characters searched before others get a turn. */
const SLICE_CHARACTERS = 20_000

/**
 * Moves the cursor after the next misspelt word, or before the previous one, continuing at the other end of the text.
 * If the writer goes on typing meanwhile, nothing is done, and the result is as if a word had been found.
 */
export async function goToMisspelt(
  view: EditorView,
  speller: Speller,
  step: 1 | -1,
): Promise<'found' | 'none' | 'unknown-language'> {
  const begun = view.state
  if (isUnknownLanguage(speller, languageOf(begun))) return 'unknown-language'
  const { head } = begun.selection.main
  for (const { from, to } of slicesFrom(head, begun.doc.length, step)) {
    const parts = [...linesBetween(begun, from, to)]
    const words = parts.flatMap((part) => wordsOf(speller, begun, part.from, part.to))
    await speller.ask(words.map(({ word }) => word))
    if (view.state.doc !== begun.doc || view.state.selection.main.head !== head) return 'found'
    const wrong = words.filter(
      (word) => from <= word.from && word.from <= to && isMisspelt(speller, view.state, word.word) === true,
    )
    const found = step > 0 ? wrong[0] : wrong.findLast((word) => word.to < head || word.from >= head)
    if (found === undefined) continue
    view.dispatch({
      selection: { anchor: found.to },
      effects: [
        EditorView.scrollIntoView(found.to, { y: 'nearest', yMargin: 60 }),
        ...unfolding(view.state, found.to),
      ],
      userEvent: 'select',
    })
    return 'found'
  }
  return 'none'
}

/** The parts of the text from a position on, past the end and back to the position. */
function* slicesFrom(head: number, length: number, step: 1 | -1) {
  if (step > 0) {
    for (let from = head; from <= length; from += SLICE_CHARACTERS)
      yield { from, to: Math.min(length, from + SLICE_CHARACTERS) }
    for (let from = 0; from < head; from += SLICE_CHARACTERS)
      yield { from, to: Math.min(head, from + SLICE_CHARACTERS) }
    return
  }
  for (let to = head; to >= 0; to -= SLICE_CHARACTERS) yield { from: Math.max(0, to - SLICE_CHARACTERS), to }
  for (let to = length; to > head; to -= SLICE_CHARACTERS)
    yield { from: Math.max(head, to - SLICE_CHARACTERS), to }
}
