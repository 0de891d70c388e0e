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

/** Marked in one line, and in all that is on screen: each mark is an element of its own. */
const MARKS_IN_LINE_MAX = 200
const MARKS_MAX = 1_000
/** After the last key: what is typed fast is looked at once. */
const PAUSE_MS = 120

const misspelt = Decoration.mark({
  class: 'cm-misspelt',
  attributes: { 'data-spelling': '', 'aria-invalid': 'spelling' },
})
const marked = StateEffect.define<DecorationSet>()

/**
 * Marks words that are in no dictionary, on screen alone; the rest of the text is asked about in idle moments. A key
 * waits for none of it. The word that is being typed is not marked before the cursor leaves it.
 */
export const spellCheck = (speller: Speller): Extension => [
  ViewPlugin.define((view) => new SpellCheck(view, speller), { decorations: ({ marks }) => marks }),
  // One checker marks the text, not ours and the system's.
  EditorView.contentAttributes.of(() => ({ spellcheck: bySystem(speller) })),
]

const bySystem = (speller: Speller): string => String(speller.languages().length === 0)

class SpellCheck implements PluginValue {
  marks: DecorationSet = Decoration.none
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The cursor is in a word that was typed at last. */
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
      // Attributes are asked for in updates alone.
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
    // A composition ends where the letters below it are drawn anew.
    if (view.composing) return this.soon()
    const { marks, unknown } = this.onScreen()
    if (!isSame(marks, this.marks)) view.dispatch({ effects: marked.of(marks) })
    // Who hears of the answer looks again.
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
        // What is not parsed yet may be code; its tree is drawn, and looked at, soon.
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

/** Whether both mark the same words; all marks are alike. */
function isSame(some: DecorationSet, others: DecorationSet): boolean {
  const [one, other] = [some.iter(), others.iter()]
  for (; one.value !== null && other.value !== null; one.next(), other.next())
    if (one.from !== other.from || one.to !== other.to) return false
  return one.value === other.value
}

/** A mark whose word was changed says nothing any more. */
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
