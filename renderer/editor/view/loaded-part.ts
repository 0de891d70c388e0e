import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** A part that a text needs to be drawn has come, or its turn. */
export const partReady = StateEffect.define()

/** A part that is loaded when a text first needs it; until then `undefined`, and the view hears of it by `partReady`. */
export function loadedPart<T>(load: () => Promise<T>): (view: EditorView) => T | undefined {
  let part: T | undefined
  let loading: Promise<void> | undefined
  const waiting = new WeakSet<EditorView>()
  return (view) => {
    if (part !== undefined || waiting.has(view)) return part
    waiting.add(view)
    loading ??= load().then((loaded) => void (part = loaded))
    loading.then(
      () => {
        waiting.delete(view)
        if (view.dom.isConnected) view.dispatch({ effects: partReady.of(null) })
      },
      // The text stands as it is written then.
      () => {
        loading = undefined
      },
    )
    return undefined
  }
}
