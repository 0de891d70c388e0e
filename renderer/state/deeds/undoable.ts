import type { DocumentId } from '../../../shared/terms'
import { useWindow, type Toast } from '../store'
import { isShown, showDone, showToast, showToastOfApp } from '../toasts'

/** Says what a deed has come to, with its undo. */
export type SayDone = typeof showDone

/** The library that deeds are done in. */
export interface DeedsLibrary {
  isOnScreen(): boolean
  /** As the writer knows it; absent where that is not known any more. */
  name(): string | undefined
}

/** Says what has come of a deed, with what can be done about that; answers with the id of the toast. */
export type Say = (text: string, actions?: Toast['actions']) => number

/** What is said of a library that is not on screen any more names it, and nothing is offered to be done there. */
export const sayOf =
  ({ isOnScreen, name }: DeedsLibrary): Say =>
  (text, actions) => {
    if (isOnScreen()) return showToast(text, actions)
    const left = name()
    return showToastOfApp(`In ${left === undefined ? 'the library that you left' : `“${left}”`}: ${text}`)
  }

/** What the deeds in one library share; `attempt` does the work of one, and says why it cannot be done. */
export function deedsIn(
  { isOnScreen }: DeedsLibrary,
  say: Say,
  attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>,
) {
  const underWay = new Set<Promise<unknown>>()
  const sayDone: SayDone = (text, undo, concerns) => {
    if (isOnScreen()) showDone(text, undo, concerns)
    else say(text)
  }
  return {
    isOnScreen,
    say,
    sayDone,
    /** Why not all was done, if so. */
    sayFailure(message: string | undefined): void {
      if (message !== undefined) say(message)
    },
    attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
      const deed = attempt(work)
      underWay.add(deed)
      return deed.finally(() => underWay.delete(deed))
    },
    /** All that was begun is done. */
    ended: (): Promise<unknown> => Promise.all(underWay),
  }
}

/** What is being done to many documents. */
export interface Deed {
  /** Aborted when the writer takes the deed back before it is done: nothing more is begun. */
  readonly signal: AbortSignal
  /** Says what it has come to, with its undo; taken back already, that is done now, and said as long as it goes on. */
  done(text: string, undo: () => Promise<unknown>, concerns?: DocumentId): void
}

/**
 * Does what Ctrl+Z in the library takes back from the beginning on: while it goes on, that stops the rest, and what is done
 * by then is taken back.
 */
export async function undoable<T>(
  { say, sayDone }: { readonly say: Say; readonly sayDone: SayDone },
  work: (deed: Deed) => Promise<T>,
): Promise<T> {
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
        if (!stop.signal.aborted) return sayDone(text, () => void undo(), concerns)
        end(null)
        const id = say(`${text}. What was done is being taken back.`)
        void undo().then(() => isShown(id) && say(`${text}. What was done was taken back.`))
      },
    })
  } finally {
    end(before)
  }
}
