import { collab, sendableUpdates } from '@codemirror/collab'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Keeps the steps that the main process does not have yet, without their transactions. A transaction holds the state
 * before it, the parse tree of that state holds an earlier state with the steps unsent at that time, and so on, so that
 * no state of an editor would ever be released. Nothing needs the transaction of a step.
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
