import type { DocumentId } from '../../shared/terms'

let pending: (() => void) | undefined

/** What a press shows, once it is `ready`. Until then nothing is seen of it. */
export function press(ready: Promise<void>, show: () => void): void {
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
