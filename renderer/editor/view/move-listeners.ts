import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Those who are told when the cursor moves or the text changes. */
interface MoveListeners {
  readonly extension: Extension
  /** Returns the function that ends it. */
  readonly listen: (listener: (isTyped: boolean) => void) => () => void
}

export function createMoveListeners(): MoveListeners {
  const listeners = new Set<(isTyped: boolean) => void>()
  return {
    extension: EditorView.updateListener.of(({ selectionSet, docChanged }) => {
      if (selectionSet || docChanged) for (const listener of listeners) listener(docChanged)
    }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
