import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Listeners for movements of the cursor and changes of the text. */
interface MoveListeners {
  readonly extension: Extension
  /** Returns a function that removes the listener. */
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
