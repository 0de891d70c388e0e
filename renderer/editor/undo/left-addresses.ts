import { redoDepth } from '@codemirror/commands'
import { StateEffect, StateField, Transaction, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isFileLink } from '../file-address'

/**
 * Keeps the address of an uploaded file together with its link during undo. When an upload ends, the address arrives
 * from elsewhere in a link that was written here. Undo ignores changes from elsewhere, so it would remove the link and
 * leave its address. Here the address is removed with the link, and restored when the link is redone.
 */
export const leftAddresses = (): Extension => [
  takenAddresses,
  EditorView.updateListener.of(({ view, transactions }) => {
    for (const [index, transaction] of transactions.entries()) {
      const since = transactions.slice(index + 1)
      const now: Now = (position, side) =>
        since.reduce((at, { changes }) => changes.mapPos(at, side), position)
      if (transaction.isUserEvent('undo')) takeOut(view, leftBy(transaction), now)
      else if (transaction.isUserEvent('redo')) putBack(view, transaction, now)
    }
  }),
]

/** Addresses that were between pieces of text removed by an undo. There is one piece more than addresses. */
export interface TakenAddresses {
  readonly pieces: readonly string[]
  readonly addresses: readonly string[]
}

interface Left extends TakenAddresses {
  readonly spans: readonly { readonly from: number; readonly to: number }[]
}

/** The present position of a position in the text after a transaction. */
type Now = (position: number, side: 1 | -1) => number

const taken = StateEffect.define<TakenAddresses>()
const broughtBack = StateEffect.define<TakenAddresses>()

/** The addresses missing from the steps that can be redone, the next one last. */
export const takenAddresses = StateField.define<readonly TakenAddresses[]>({
  create: () => [],
  update(before, { state, startState, effects, docChanged }) {
    let next = before
    // A new step clears the steps to redo. When the last of them is redone, its own address is restored a moment later.
    if (docChanged && redoDepth(state) === 0 && redoDepth(startState) !== 1) next = []
    for (const effect of effects) {
      if (effect.is(taken)) next = [...next, effect.value]
      if (effect.is(broughtBack)) next = next.filter((one) => one !== effect.value)
    }
    return next
  },
})

export const areTakenAddresses = (value: unknown): value is readonly TakenAddresses[] =>
  Array.isArray(value) &&
  value.every(({ pieces, addresses }: Partial<Record<keyof TakenAddresses, unknown>>) =>
    [pieces, addresses].every(
      (texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
    ),
  )

/** The remains of links that the undo removed. */
function leftBy({ changes, startState: { doc } }: Transaction): readonly Left[] {
  const all: Left[] = []
  let last: { readonly toBefore: number; readonly to: number } | undefined
  changes.iterChanges((fromBefore, toBefore, from, to) => {
    const piece = from === to ? doc.sliceString(fromBefore, toBefore) : ''
    const before = all.at(-1)
    const address = last === undefined ? '' : doc.sliceString(last.toBefore, fromBefore)
    if (before !== undefined && last !== undefined && isOfLink(before.pieces.at(-1) ?? '', address, piece))
      all[all.length - 1] = {
        pieces: [...before.pieces, piece],
        addresses: [...before.addresses, address],
        spans: [...before.spans, { from: last.to, to: from }],
      }
    else all.push({ pieces: [piece], addresses: [], spans: [] })
    last = { toBefore, to }
  })
  return all.filter(({ addresses }) => addresses.length > 0)
}

/**
 * Whether these are a link to a file: what was written, what arrived, and what was written. Letters that the addresses
 * before and after the upload have in common at their ends did not arrive.
 */
function isOfLink(before: string, arrived: string, after: string): boolean {
  const [begin, end] = [before.lastIndexOf('('), after.indexOf(')')]
  return begin >= 0 && end >= 0 && isFileLink(before.slice(begin + 1) + arrived + after.slice(0, end))
}

function takeOut(view: EditorView, all: readonly Left[], now: Now): void {
  if (all.length === 0) return
  const spans = all.flatMap((left) => left.spans)
  view.dispatch({
    changes: spans
      .map(({ from, to }) => ({ from: now(from, 1), to: now(to, -1) }))
      .filter(({ from, to }) => from < to),
    effects: all.map(({ pieces, addresses }) => taken.of({ pieces, addresses })),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  })
}

function putBack(view: EditorView, transaction: Transaction, now: Now): void {
  // One update may contain several steps, and then the addresses of the first are no longer in the list.
  const waiting = [...view.state.field(takenAddresses)]
  const changes: { readonly from: number; readonly insert: string }[] = []
  const back: TakenAddresses[] = []
  transaction.changes.iterChanges((_fromBefore, _toBefore, from, _to, inserted) => {
    const words = inserted.toString()
    const one = waiting.findLast(({ pieces }) => pieces.join('') === words)
    if (one === undefined) return
    waiting.splice(waiting.indexOf(one), 1)
    back.push(one)
    let at = from
    for (const [index, insert] of one.addresses.entries()) {
      at += one.pieces[index]?.length ?? 0
      changes.push({ from: now(at, 1), insert })
    }
  })
  if (changes.length === 0) return
  view.dispatch({
    changes,
    effects: back.map((one) => broughtBack.of(one)),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  })
}
