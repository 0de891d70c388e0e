import { collab, sendableUpdates } from '@codemirror/collab'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Keeps the steps that main does not have yet. Each holds the transaction that made it, and with that the state before;
 * the parse tree of that state holds an earlier state, with the steps that were unsent then, and so on: no state of an
 * editor would ever be let go. Nobody asks a step for its transaction.
 */
export const unsentSteps = (config: {
  readonly startVersion: number
  readonly clientID: string
}): Extension => [
  collab(config),
  EditorView.updateListener.of(({ state }) => {
    for (const step of sendableUpdates(state)) Object.assign(step, { origin: undefined })
  }),
]
