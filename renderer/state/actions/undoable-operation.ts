import type { DocumentId } from '../../../shared/terms'
import { useWindow, type Toast } from '../store'
import { isShown, showDone, showToast, showToastOfApp, undoneText } from '../toasts'

/** Undoes an action; resolves to `true` if all of it is undone. What is left is reported by the undo itself. */
type Undo = () => Promise<boolean | undefined>

/** What an undo button runs: undoes the action `done`, and reports that if all of it is undone. */
export const undoing =
  (say: (text: string) => unknown, done: string, undo: Undo) => async (): Promise<void> => {
    if ((await undo()) === true) say(undoneText(done))
  }

/** Reports an action, or its result (`said`) instead, with its undo, which reports what it has undone. */
export type SayDone = (
  done: string,
  undo: Undo,
  more?: { readonly said?: string | undefined; readonly concerns?: DocumentId | undefined },
) => void

/** The library that the actions belong to. */
export interface ActionsLibrary {
  isOnScreen(): boolean
  /** The name the writer knows it by; absent if the library is no longer listed. */
  name(): string | undefined
}

/** Shows a result in a toast, with buttons for what can be done about it. Returns the id of the toast. */
export type Say = (text: string, actions?: Toast['actions']) => number

/**
 * Makes the function that shows results. If the library is no longer on screen, the message names it and offers no
 * buttons.
 */
export const sayOf =
  ({ isOnScreen, name }: ActionsLibrary): Say =>
  (text, actions) => {
    if (isOnScreen()) return showToast(text, actions)
    const left = name()
    return showToastOfApp(`In ${left === undefined ? 'the library that you left' : `“${left}”`}: ${text}`)
  }

/** The functions that all actions of a library share. `attempt` runs the work of one action and reports a failure. */
export function actionPartsIn(
  { isOnScreen }: ActionsLibrary,
  say: Say,
  attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>,
) {
  const underWay = new Set<Promise<unknown>>()
  const sayDone: SayDone = (done, undo, { said = done, concerns } = {}) => {
    if (isOnScreen()) showDone(said, undoing(say, done, undo), concerns)
    else say(said)
  }
  return {
    isOnScreen,
    say,
    sayDone,
    /** Says why not everything was done, if there is a message; returns whether everything was. */
    sayFailure(message: string | undefined): boolean {
      if (message !== undefined) say(message)
      return message === undefined
    },
    attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
      const operation = attempt(work)
      underWay.add(operation)
      return operation.finally(() => underWay.delete(operation))
    },
    /** Resolves when everything that was started has ended. */
    ended: (): Promise<unknown> => Promise.all(underWay),
  }
}

/** A change of many documents that is under way. */
export interface Operation {
  /** Aborted when the writer undoes the change before it has ended: nothing further is started. */
  readonly signal: AbortSignal
  /**
   * Reports the result, with its undo. If the change was aborted, the undo runs at once, and the writer is told when it
   * begins and ends.
   */
  readonly done: SayDone
}

/**
 * Runs a change that Ctrl+Z in the library can undo from its beginning: while the change runs, Ctrl+Z stops it and
 * undoes the part that is done.
 */
export async function undoable<T>(
  { say, sayDone }: { readonly say: Say; readonly sayDone: SayDone },
  work: (operation: Operation) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const { undo: before } = useWindow.getState()
  const own = { run: () => stop.abort(), isUnderWay: true, earlier: before }
  useWindow.setState({ undo: own })
  const end = (next: typeof before) => {
    if (useWindow.getState().undo === own) useWindow.setState({ undo: next })
  }
  try {
    return await work({
      signal: stop.signal,
      done(done, undo, more) {
        if (!stop.signal.aborted) return sayDone(done, undo, more)
        const text = more?.said ?? done
        end(null)
        const id = say(`${text}. What was done is being taken back.`)
        void undo().then(() => isShown(id) && say(`${text}. What was done was taken back.`))
      },
    })
  } finally {
    end(before)
  }
}
