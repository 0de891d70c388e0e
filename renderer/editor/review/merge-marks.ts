import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, keymap, type Command, type DecorationSet } from '@codemirror/view'
import { drawsMarks } from '../view/drawn-marks'
import { PlainWidget } from '../view/plain-widget'
import { unfolding } from '../folding/folds'

/** Shows or hides the marks of the last merge. */
const showMerged = StateEffect.define<boolean>()
/** Added to changes that nobody typed in a window: their marks replace those of an earlier merge. */
export const fromElsewhere = StateEffect.define()

interface MergeMarks {
  readonly shown: boolean
  readonly ranges: DecorationSet
}

const mark = Decoration.mark({ class: 'cm-merged' })
/** The length of deleted text that is shown; all of it is in the history and in Recovered texts. */
const REMOVED_SHOWN = 400

/** A widget for deleted words at their former position. */
const removed = (words: string) => new PlainWidget('cm-removed', { words, tag: 'del' })

/** The deleted words in one line, because they are shown within one; `undefined` for white space only. */
function removedWords(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  const words = lines.filter((line) => line !== '').join(' ¶ ')
  if (words === '') return undefined
  return words.length > REMOVED_SHOWN ? `${words.slice(0, REMOVED_SHOWN)}…` : words
}

const marks = StateField.define<MergeMarks>({
  create: () => ({ shown: false, ranges: Decoration.none }),
  update(value, transaction) {
    let { shown, ranges } = value
    if (transaction.docChanged) ranges = ranges.map(transaction.changes)
    for (const effect of transaction.effects) if (effect.is(showMerged)) shown = effect.value
    if (transaction.docChanged && transaction.effects.some((effect) => effect.is(fromElsewhere))) {
      const changed: Range<Decoration>[] = []
      const before = transaction.startState.doc
      transaction.changes.iterChanges((fromBefore, toBefore, from, to) => {
        const words = removedWords(before.sliceString(fromBefore, toBefore))
        if (words !== undefined)
          changed.push(Decoration.widget({ widget: removed(words), side: -1 }).range(from))
        if (to > from) changed.push(mark.range(from, to))
      })
      shown = false
      ranges = Decoration.set(changed, true)
    }
    return shown === value.shown && ranges === value.ranges ? value : { shown, ranges }
  },
  provide: (field) =>
    drawsMarks((state) => {
      const { shown, ranges } = state.field(field)
      return shown ? ranges : Decoration.none
    }),
})

/** Goes to the next place that a merge changed, from the cursor on, continuing at the beginning. */
const nextMerged: Command = (view) => {
  const { shown, ranges } = view.state.field(marks)
  if (!shown || ranges.size === 0) return false
  const head = view.state.selection.main.head
  let first: number | undefined
  let next: number | undefined
  ranges.between(0, view.state.doc.length, (from) => {
    first ??= from
    if (next === undefined && from > head) next = from
  })
  const target = next ?? first ?? head
  view.dispatch({
    selection: { anchor: target },
    effects: [EditorView.scrollIntoView(target, { y: 'center' }), ...unfolding(view.state, target)],
  })
  return true
}

const hideMerged: Command = (view) => {
  if (!view.state.field(marks).shown) return false
  view.dispatch({ effects: showMerged.of(false) })
  return true
}

/** Marks merged text on request: F7 goes to the next place, Escape removes the marks. */
export function mergeMarks(): Extension {
  return [
    marks,
    keymap.of([
      { key: 'F7', run: nextMerged },
      { key: 'Escape', run: hideMerged },
    ]),
  ]
}

/** Shows the marks and goes to the first of them; false if there are none because the merge was before this editor. */
export function reviewMerged(view: EditorView): boolean {
  view.dispatch({ effects: showMerged.of(true), selection: { anchor: 0 } })
  const first = firstAt(view.state)
  if (first !== 0) nextMerged(view)
  view.focus()
  return first !== undefined
}

function firstAt(state: EditorState): number | undefined {
  let first: number | undefined
  state.field(marks).ranges.between(0, state.doc.length, (from) => {
    first = from
    return false
  })
  return first
}
