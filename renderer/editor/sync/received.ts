import { getClientID, receiveUpdates, sendableUpdates, type Update } from '@codemirror/collab'
import { isolateHistory } from '@codemirror/commands'
import { StateEffect, Transaction, type EditorState } from '@codemirror/state'
import { isHistoryElsewhere } from '../undo/shared-history'

/** Added to a step that the writer decided, restored or replaced. */
export const undoStep = StateEffect.define()

const isUndoStep = ({ effects = [] }: Update): boolean => effects.some((effect) => effect.is(undoStep))

/**
 * Applies steps announced by the main process to an editor. The writer's own become steps of undo, and no others.
 */
export function receiveInto(
  host: { readonly state: EditorState; dispatch(transaction: Transaction): void },
  updates: readonly Update[],
): void {
  if (!updates.some(isUndoStep)) return host.dispatch(receiveUpdates(host.state, updates))
  for (const update of updates)
    if (isUndoStep(update) && mayBeOwn(host.state)) makeOwn(host, update)
    else host.dispatch(receiveUpdates(host.state, [update]))
}

/**
 * Whether a step may enter the undo history here: only one of several editors of a text has the history, and on top of
 * unsent text the step would differ from that of the main process and could never be confirmed.
 */
const mayBeOwn = (state: EditorState): boolean =>
  !state.facet(isHistoryElsewhere) && sendableUpdates(state).length === 0

/** Applies the step as if it had been typed here and just confirmed, because received steps never enter the history. */
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
