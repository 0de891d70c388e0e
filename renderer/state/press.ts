import type { DocumentId } from '../../shared/terms'
import type { Sessions } from './sessions'
import { useWindow } from './store'

/** Longer than a release takes to show what was read. */
const OVER_MS = 100

/** Reads a document that will be shown in a moment, and lays it out unseen. */
export function prepare(sessions: Sessions, id: DocumentId): void {
  void sessions.beginToOpen(id)
  useWindow.setState({ preloading: id })
}

/** Nothing is about to be shown any more. */
export function giveUp(): void {
  if (useWindow.getState().preloading !== null) useWindow.setState({ preloading: null })
}

/** The button goes down on what its release will show. Of a press that shows nothing, as a drag, all is given up. */
export function holdDown(sessions: Sessions, id: DocumentId): void {
  prepare(sessions, id)
  const released = new AbortController()
  const over = () => {
    released.abort()
    setTimeout(() => {
      if (useWindow.getState().preloading === id) useWindow.setState({ preloading: null })
    }, OVER_MS)
  }
  for (const end of ['pointerup', 'pointercancel', 'blur'] as const)
    addEventListener(end, over, { signal: released.signal })
}

let pending: (() => void) | undefined

/** What a press shows, once it is `ready`. Until then nothing is seen of it. */
export function showOnce(ready: Promise<void>, show: () => void): void {
  const mine = () => {
    if (pending !== mine) return
    pending = undefined
    show()
  }
  pending = mine
  void ready.then(mine)
}

/** Before anything else is done to the window: what was pressed is shown at once. */
export const finishPress = (): void => pending?.()

/** Which row the button went down on, and where. */
export interface RowPress {
  readonly id: DocumentId
  readonly x: number
  readonly y: number
}

/** A hand that holds still moves no further than this between press and release. */
const STILL_PX = 6

/** The row that was pressed, where the list has moved it from under a hand that held still. */
export function rowGone(
  pressed: RowPress | undefined,
  release: { readonly clientX: number; readonly clientY: number },
  under: DocumentId | undefined,
): DocumentId | undefined {
  if (pressed === undefined || pressed.id === under) return undefined
  const moved = Math.hypot(release.clientX - pressed.x, release.clientY - pressed.y)
  return moved > STILL_PX ? undefined : pressed.id
}
