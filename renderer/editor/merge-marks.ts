import { StateEffect, StateField, type EditorState, type Extension, type Range } from '@codemirror/state'
import { Decoration, EditorView, keymap, type Command, type DecorationSet } from '@codemirror/view'

/** Shows or hides what the last merge brought in. */
export const showMerged = StateEffect.define<boolean>()
/** Goes with changes that nobody typed in a window: the marks of an earlier merge make room for theirs. */
export const fromElsewhere = StateEffect.define<null>()

interface MergeMarks {
  readonly shown: boolean
  readonly ranges: DecorationSet
}

const mark = Decoration.mark({ class: 'cm-merged' })

const marks = StateField.define<MergeMarks>({
  create: () => ({ shown: false, ranges: Decoration.none }),
  update(value, transaction) {
    let { shown, ranges } = value
    if (transaction.docChanged) ranges = ranges.map(transaction.changes)
    for (const effect of transaction.effects) if (effect.is(showMerged)) shown = effect.value
    if (transaction.docChanged && transaction.effects.some((effect) => effect.is(fromElsewhere))) {
      const added: Range<Decoration>[] = []
      transaction.changes.iterChangedRanges((_fromA, _toA, from, to) => {
        if (to > from) added.push(mark.range(from, to))
      })
      shown = false
      ranges = Decoration.set(added)
    }
    return shown === value.shown && ranges === value.ranges ? value : { shown, ranges }
  },
  provide: (field) =>
    EditorView.decorations.from(field, ({ shown, ranges }) => (shown ? ranges : Decoration.none)),
})

/** Goes to the next place that a merge changed, from the cursor on and round again. */
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
    effects: EditorView.scrollIntoView(target, { y: 'center' }),
  })
  return true
}

const hideMerged: Command = (view) => {
  if (!view.state.field(marks).shown) return false
  view.dispatch({ effects: showMerged.of(false) })
  return true
}

/** Marks what came from elsewhere, once it is asked for: F7 goes on, Escape ends it. */
export function mergeMarks(): Extension {
  return [
    marks,
    keymap.of([
      { key: 'F7', run: nextMerged },
      { key: 'Escape', run: hideMerged },
    ]),
  ]
}

/** Shows the marks and goes to the first of them. */
export function reviewMerged(view: EditorView): void {
  view.dispatch({ effects: showMerged.of(true), selection: { anchor: 0 } })
  if (firstAt(view.state) !== 0) nextMerged(view)
  view.focus()
}

function firstAt(state: EditorState): number | undefined {
  let first: number | undefined
  state.field(marks).ranges.between(0, state.doc.length, (from) => {
    first = from
    return false
  })
  return first
}
