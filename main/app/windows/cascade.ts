import type { Bounds } from './window-states'

type Point = Pick<Bounds, 'x' | 'y'>
type Area = Omit<Bounds, 'maximized'>

/** Enough to see the frame and the title bar of the window behind. */
const STEP = 30

/**
 * The bounds of a new window: the size of the window it is opened from, one step down and to the right of it and of
 * every window that already stands there. Where the work area of the screen ends, the steps go on from its edge.
 */
export function cascaded(from: Bounds, others: readonly Point[], area: Area): Bounds {
  const width = Math.min(from.width, area.width)
  const height = Math.min(from.height, area.height)
  let at: Point = from
  // A window that fills the area has only one position, so the number of steps is limited.
  for (const _ of [from, ...others]) {
    at = {
      x: stepped(at.x, width, area.x, area.x + area.width),
      y: stepped(at.y, height, area.y, area.y + area.height),
    }
    if (![from, ...others].some((other) => isSame(other, at))) break
  }
  return { ...at, width, height, maximized: from.maximized }
}

const stepped = (at: number, size: number, start: number, end: number): number =>
  at + STEP + size <= end ? Math.max(at + STEP, start) : start

/** Window managers may place a window a few pixels away from where it was to be. */
const isSame = (one: Point, other: Point): boolean =>
  Math.abs(one.x - other.x) < STEP / 2 && Math.abs(one.y - other.y) < STEP / 2
