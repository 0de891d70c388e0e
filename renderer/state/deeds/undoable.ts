import type { DocumentId } from '../../../shared/terms'
import { useWindow } from '../store'
import { showDone, showToast } from '../toasts'

/** Says what a deed has come to, with its undo. */
export type SayDone = typeof showDone

/** Another library may be on screen by then: there nothing of this one is taken back. */
export const sayDoneIn =
  (isOnScreen: () => boolean): SayDone =>
  (text, undo, concerns) =>
    isOnScreen() ? showDone(text, undo, concerns) : void showToast(`In the library that you left: ${text}`)

/** What is being done to many documents. */
export interface Deed {
  /** Aborted when the writer takes the deed back before it is done: nothing more is begun. */
  readonly signal: AbortSignal
  /** Says what it has come to, with its undo; taken back already, that is done now. */
  done(text: string, undo: () => void, concerns?: DocumentId): void
}

/**
 * Does what Ctrl+Z in the library takes back from the beginning on: while it goes on, that stops the rest, and what is done
 * by then is taken back.
 */
export async function undoable<T>(sayDone: SayDone, work: (deed: Deed) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const { undo: before } = useWindow.getState()
  const own = { run: () => stop.abort(), isUnderWay: true }
  useWindow.setState({ undo: own })
  const end = (next: typeof before) => {
    if (useWindow.getState().undo === own) useWindow.setState({ undo: next })
  }
  try {
    return await work({
      signal: stop.signal,
      done(text, undo, concerns) {
        if (!stop.signal.aborted) return sayDone(text, undo, concerns)
        end(null)
        showToast(`${text}. What was done is being taken back.`)
        undo()
      },
    })
  } finally {
    end(before)
  }
}
