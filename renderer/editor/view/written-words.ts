import { invertedEffects } from '@codemirror/commands'
import {
  StateEffect,
  StateField,
  Transaction,
  type ChangeSet,
  type Extension,
  type Text,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { countWords } from '../../../shared/text/words/count-words'
import type { Span } from '../../../shared/text/span'
import { byCommand } from '../keys/vim-surroundings'
import { changedLines, textStart } from './word-count'

/** If the writer has typed at more separate places, the earliest are forgotten. */
const SPANS_MAX = 1_000

/**
 * Marks text that undo or redo has restored as typed. The history maps the effect by changes of the present text, which
 * may be shorter than the text of the effect's positions, so a position beyond its end is limited to the end.
 */
const typedAgain = StateEffect.define<Span>({
  map: ({ from, to }, changes) => ({
    from: changes.mapPos(Math.min(from, changes.length), 1),
    to: changes.mapPos(Math.min(to, changes.length), -1),
  }),
})

const isTyped = (transaction: Transaction): boolean =>
  transaction.isUserEvent('input.type') &&
  transaction.annotation(byCommand) !== true &&
  transaction.annotation(Transaction.remote) !== true

/**
 * The ranges typed since the editor was created, sorted and disjoint. Pasted, merged and restored words are not
 * included.
 */
const typedSpans = StateField.define<readonly Span[]>({
  create: () => [],
  update(spans, transaction) {
    if (!transaction.docChanged) return spans
    let next = mapped(spans, transaction.changes)
    transaction.changes.iterChanges((_fromA, _toA, from, to) => {
      if (to > from) next = isTyped(transaction) ? joined(next, { from, to }) : without(next, { from, to })
    })
    for (const effect of transaction.effects)
      if (effect.is(typedAgain)) {
        const to = Math.min(effect.value.to, transaction.newDoc.length)
        if (to > effect.value.from) next = joined(next, { from: effect.value.from, to })
      }
    return next.slice(-SPANS_MAX)
  },
})

function mapped(spans: readonly Span[], changes: ChangeSet): readonly Span[] {
  return spans
    .map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }))
    .filter(({ from, to }) => to > from)
}

function joined(spans: readonly Span[], { from, to }: Span): readonly Span[] {
  const touching = spans.filter((span) => span.to >= from && span.from <= to)
  const one = {
    from: Math.min(from, ...touching.map((span) => span.from)),
    to: Math.max(to, ...touching.map((span) => span.to)),
  }
  return [...spans.filter((span) => span.to < from), one, ...spans.filter((span) => span.from > to)]
}

const without = (spans: readonly Span[], { from, to }: Span): readonly Span[] =>
  spans.flatMap((span) =>
    span.to <= from || span.from >= to
      ? [span]
      : [
          { from: span.from, to: Math.min(span.to, from) },
          { from: Math.max(span.from, to), to: span.to },
        ].filter((part) => part.to > part.from),
  )

/** The typed words in whole lines; a word counts as typed if its first letter was. */
function typedIn(doc: Text, spans: readonly Span[], from: number, to: number): number {
  const start = textStart(doc)
  const here = spans.filter((span) => span.to > Math.max(from, start) && span.from < to)
  if (here.length === 0) return 0
  let words = 0
  countWords(doc.sliceString(from, to), (begin) => {
    if (from + begin < start) return
    if (here.some((span) => span.from <= from + begin && from + begin < span.to)) words += 1
  })
  return words
}

/** Reports the number of words typed by a change; negative if typed words were deleted. */
export function writtenWords(wrote: (words: number) => void): Extension {
  return [
    typedSpans,
    invertedEffects.of(({ changes, startState }) => {
      const gone: StateEffect<Span>[] = []
      const spans = startState.field(typedSpans)
      changes.iterChanges((fromA, toA) => {
        for (const { from, to } of spans)
          if (from < toA && to > fromA)
            gone.push(typedAgain.of({ from: Math.max(from, fromA), to: Math.min(to, toA) }))
      })
      return gone
    }),
    EditorView.updateListener.of(({ docChanged, startState, state, changes }) => {
      if (!docChanged) return
      const [before, after] = [startState.field(typedSpans), state.field(typedSpans)]
      if (before.length === 0 && after.length === 0) return
      let words = 0
      for (const [fromA, toA, fromB, toB] of changedLines(startState.doc, state.doc, changes))
        words += typedIn(state.doc, after, fromB, toB) - typedIn(startState.doc, before, fromA, toA)
      if (words !== 0) wrote(words)
    }),
  ]
}
