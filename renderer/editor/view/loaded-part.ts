import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Sent when a part needed to render a text has loaded, or its turn has come. */
export const partReady = StateEffect.define()

/**
 * A part that is loaded when a text first needs it; `undefined` until then, and `partReady` is sent to the view
 * afterwards.
 */
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
      // The text is then shown as source.
      () => {
        loading = undefined
      },
    )
    return undefined
  }
}
