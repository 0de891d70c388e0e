import { syntaxTree } from '@codemirror/language'
import { RangeSetBuilder, StateEffect, type Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view'
import { WORD_LENGTH_MAX } from '../../../shared/ipc/settings-bounds'
import type { FoundWord } from './find-words'
import { createLookAhead } from './look-ahead'
import type { Speller } from './speller'
import { ignoredWords, isMisspelt, linesBetween, wordsOf } from './written-words'

/** The maximum number of marks in one line and on the whole screen; each mark is an element. */
const MARKS_IN_LINE_MAX = 200
const MARKS_MAX = 1_000
/** The pause after the last key, so that fast typing is checked only once. */
const PAUSE_MS = 120

const misspelt = Decoration.mark({
  class: 'cm-misspelt',
  attributes: { 'data-spelling': '', 'aria-invalid': 'spelling' },
})
const marked = StateEffect.define<DecorationSet>()

/**
 * Marks words that are in no dictionary, only on screen; the rest of the text is looked up in idle periods. No key
 * waits for this. The word being typed is not marked before the cursor leaves it.
 */
export const spellCheck = (speller: Speller): Extension => [
  ViewPlugin.define((view) => new SpellCheck(view, speller), { decorations: ({ marks }) => marks }),
  // Only one checker marks the text: this one or the system's.
  EditorView.contentAttributes.of(() => ({ spellcheck: bySystem(speller) })),
]

const bySystem = (speller: Speller): string => String(speller.languages().length === 0)

class SpellCheck implements PluginValue {
  marks: DecorationSet = Decoration.none
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Whether the cursor is in a word that is being typed. */
  private isTyping = false
  private isOver = false
  private readonly stopListening: () => void
  private readonly ahead

  constructor(
    private readonly view: EditorView,
    private readonly speller: Speller,
  ) {
    this.ahead = createLookAhead(view, speller)
    this.stopListening = speller.listen(() => {
      // Attributes are computed only during updates.
      if (view.contentDOM.getAttribute('spellcheck') !== bySystem(speller)) view.dispatch({})
      this.soon()
      this.ahead.goOn()
    })
    this.soon()
    this.ahead.goOn()
  }

  update(update: ViewUpdate): void {
    const news = update.transactions.flatMap(({ effects }) => effects.filter((one) => one.is(marked)))
    if (update.docChanged) {
      this.marks = kept(this.marks.map(update.changes), update)
      this.isTyping = update.transactions.some(
        (one) => one.isUserEvent('input.type') || one.isUserEvent('delete'),
      )
      this.ahead.changed(update.changes)
    } else if (update.selectionSet) this.isTyping = false
    const last = news.at(-1)
    if (last !== undefined) this.marks = last.value
    if (
      update.docChanged ||
      update.selectionSet ||
      update.viewportChanged ||
      syntaxTree(update.startState) !== syntaxTree(update.state) ||
      update.startState.facet(ignoredWords) !== update.state.facet(ignoredWords)
    )
      this.soon()
  }

  destroy(): void {
    this.isOver = true
    clearTimeout(this.timer)
    this.stopListening()
    this.ahead.stop()
  }

  private soon(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => requestIdleCallback(() => this.look(), { timeout: 500 }), PAUSE_MS)
  }

  private look(): void {
    const { view } = this
    if (this.isOver) return
    // A composition ends when the letters below it are rendered again.
    if (view.composing) return this.soon()
    const { marks, unknown } = this.onScreen()
    if (!isSame(marks, this.marks)) view.dispatch({ effects: marked.of(marks) })
    // The answer notifies all editors, which then check again.
    if (unknown.length > 0) void this.speller.ask(unknown)
  }

  private onScreen() {
    const { state, visibleRanges } = this.view
    const builder = new RangeSetBuilder<Decoration>()
    const unknown: string[] = []
    let count = 0
    let done = -1
    const parsed = syntaxTree(state).length
    for (const { from, to } of visibleRanges)
      for (const part of linesBetween(state, from, to)) {
        // Text that is not parsed yet may be code; it is checked soon, once its tree is there.
        if (part.from > parsed) break
        let inLine = 0
        for (const word of wordsOf(this.speller, state, part.from, part.to)) {
          if (word.from < done || this.isBeingTyped(word)) continue
          const isWrong = isMisspelt(this.speller, state, word.word)
          if (isWrong === undefined) unknown.push(word.word)
          if (isWrong !== true || inLine >= MARKS_IN_LINE_MAX || count >= MARKS_MAX) continue
          builder.add(word.from, word.to, misspelt)
          done = word.to
          inLine += 1
          count += 1
        }
      }
    return { marks: builder.finish(), unknown }
  }

  private isBeingTyped({ from, to }: FoundWord): boolean {
    if (!this.isTyping || !this.view.hasFocus) return false
    return this.view.state.selection.ranges.some(({ head }) => from <= head && head <= to)
  }
}

/** Whether both sets mark the same words; all marks are equal. */
function isSame(some: DecorationSet, others: DecorationSet): boolean {
  const [one, other] = [some.iter(), others.iter()]
  for (; one.value !== null && other.value !== null; one.next(), other.next())
    if (one.from !== other.from || one.to !== other.to) return false
  return one.value === other.value
}

/** Drops the marks of words that were changed. */
const kept = (marks: DecorationSet, { changes }: ViewUpdate): DecorationSet => {
  const touched: { readonly from: number; readonly to: number }[] = []
  changes.iterChangedRanges((_fromA, _toA, from, to) => touched.push({ from, to }), true)
  return marks.update({
    filter: (from, to) => from < to && !touched.some((one) => one.from <= to && from <= one.to),
    ...(touched.length > 0 && {
      filterFrom: touched[0]!.from - 2 * WORD_LENGTH_MAX,
      filterTo: touched.at(-1)!.to,
    }),
  })
}
