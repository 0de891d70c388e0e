import { getClientID, receiveUpdates, sendableUpdates, type Update } from '@codemirror/collab'
import { isolateHistory } from '@codemirror/commands'
import { StateEffect, Transaction, type EditorState } from '@codemirror/state'
import { isHistoryElsewhere } from '../undo/shared-history'

/** Goes with a step that the writer decided. */
export const decided = StateEffect.define()

const isDecided = ({ effects = [] }: Update): boolean => effects.some((effect) => effect.is(decided))

/** Brings steps that main announced into an editor. What the writer decided becomes a step of undo, all else does not. */
export function receiveInto(
  host: { readonly state: EditorState; dispatch(transaction: Transaction): void },
  updates: readonly Update[],
): void {
  if (!updates.some(isDecided)) return host.dispatch(receiveUpdates(host.state, updates))
  for (const update of updates)
    if (isDecided(update) && mayBeOwn(host.state)) makeOwn(host, update)
    else host.dispatch(receiveUpdates(host.state, [update]))
}

/**
 * Of several editors of one text one has the history. On top of words that are not sent yet a step is another one than
 * main's: nobody could confirm it.
 */
const mayBeOwn = (state: EditorState): boolean =>
  !state.facet(isHistoryElsewhere) && sendableUpdates(state).length === 0

/** As if it was typed here and main had just confirmed it: what is received otherwise never comes into the history. */
function makeOwn(host: Parameters<typeof receiveInto>[0], { changes, effects }: Update): void {
  host.dispatch(
    host.state.update({
      changes,
      ...(effects !== undefined && { effects }),
      annotations: [isolateHistory.of('full'), Transaction.remote.of(true)],
      filter: false,
    }),
  )
  host.dispatch(receiveUpdates(host.state, [{ changes, clientID: getClientID(host.state) }]))
}
