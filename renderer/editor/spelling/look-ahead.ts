import type { ChangeDesc } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Speller } from './speller'
import { linesBetween, wordsOf } from './written-words'

/** Looks up the words of the text outside the screen in idle periods. */
interface LookAhead {
  goOn(): void
  changed(changes: ChangeDesc): void
  stop(): void
}

/** The number of characters examined in one idle period, which takes about two milliseconds. */
const SLICE_CHARACTERS = 8_000
/** The part of an idle period that is left free for what follows. */
const SPARE_MS = 6
/** The pause between two questions, so that words that come on screen need not wait for a long text. */
const REST_MS = 30

export function createLookAhead(view: EditorView, speller: Speller): LookAhead {
  /** The position up to which the text has been looked up. */
  let done = 0
  let languages: readonly string[] = []
  let idle: number | undefined
  let isAsking = false
  let isOver = false

  function goOn(): void {
    if (isOver || isAsking || idle !== undefined) return
    if (languages !== speller.languages()) {
      languages = speller.languages()
      done = 0
    }
    if (languages.length === 0 || done >= view.state.doc.length) return
    idle = requestIdleCallback((deadline) => {
      idle = undefined
      if (deadline.timeRemaining() < SPARE_MS) return void setTimeout(goOn, REST_MS)
      void ask(nextWords())
    })
  }

  function nextWords(): readonly string[] {
    const { state } = view
    const from = Math.min(done, state.doc.length)
    const to = Math.min(state.doc.length, from + SLICE_CHARACTERS)
    const words: string[] = []
    for (const part of linesBetween(state, from, to))
      for (const { word } of wordsOf(speller, state, part.from, part.to))
        if (speller.isRight(word) === undefined) words.push(word)
    done = to + 1
    return words
  }

  async function ask(words: readonly string[]): Promise<void> {
    if (words.length > 0) {
      isAsking = true
      await speller.ask(words)
      await new Promise((resolve) => setTimeout(resolve, REST_MS))
      isAsking = false
    }
    goOn()
  }

  return {
    goOn,
    changed(changes) {
      let first = Infinity
      changes.iterChangedRanges((_fromA, _toA, from) => void (first = Math.min(first, from)))
      if (first >= done) return
      // Typed words are on screen and looked up there; larger insertions have to be looked up here.
      done =
        changes.newLength - changes.length > SLICE_CHARACTERS
          ? first
          : changes.mapPos(Math.min(done, changes.length))
      goOn()
    },
    stop() {
      isOver = true
      if (idle !== undefined) cancelIdleCallback(idle)
    },
  }
}
