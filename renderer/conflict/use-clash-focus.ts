import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { isByPress } from '../ui/focus-before'
import { openNumbers, type NumberedRegion } from './clashes'
import { leftAt } from './left-at'

/** The number of rows rendered at a time: thousands would block the window at every decision. */
const ROWS_SHOWN = 100
/** The number of rows rendered before the row that is brought on screen. */
const ROWS_BEFORE = 25

/**
 * Decides which rows are rendered, and moves the focus from clash to clash, also to clashes that are not rendered yet.
 * The clashes of fields have negative numbers and are always rendered.
 * After a mouse click, the next clash is brought on screen but the view as a whole gets the focus: with the focus on a
 * button, the words typed next would decide something.
 *
 * @param onCurrent called when the current clash changes
 */
export function useClashFocus(
  view: ConflictView,
  rows: readonly NumberedRegion[],
  body: RefObject<HTMLElement | null>,
  onCurrent: (clash: number) => void,
) {
  const rowOf = (clash: number | undefined) =>
    clash === undefined ? -1 : rows.findIndex((row) => row.clash === clash)
  const [start, setStart] = useState(
    () => rowOf(leftAt(view.id)?.clash ?? openNumbers(view, rows).find((clash) => clash >= 0)) - ROWS_BEFORE,
  )
  const first = Math.max(0, Math.min(start, rows.length - ROWS_SHOWN))
  const end = Math.min(rows.length, first + ROWS_SHOWN)
  /** The focus change to make after the next rendering. */
  const wanted = useRef<() => void>(undefined)

  /** Goes to a clash, which is rendered first if necessary. */
  function goTo(clash: number, byPress: boolean): void {
    const row = rowOf(clash)
    if (row >= 0 && (row < first || row >= end)) {
      wanted.current = () => goToDrawn(clash, byPress)
      setStart(row - ROWS_BEFORE)
    } else goToDrawn(clash, byPress)
  }

  function goToDrawn(clash: number, byPress: boolean): void {
    onCurrent(clash)
    const place = body.current?.querySelector(`[data-clash="${clash}"]`)
    if (!byPress) place?.querySelector('button')?.focus()
    bringClashIntoView(place)
  }

  /** Focuses the view as a whole, so that typed words reach neither a button nor the text. */
  function rest(): void {
    body.current?.focus({ preventScroll: true })
    body.current?.setAttribute('data-asked', '')
  }

  /**
   * Goes to the first open clash from a number on, continuing at the beginning, or else to the button that ends the
   * conflict.
   */
  function goToNext(from: number, byPress: boolean): void {
    const next = nextOpen(view, rows, from)
    if (next !== undefined) goTo(next, byPress)
    else if (!byPress) body.current?.querySelector<HTMLElement>('[data-finish]')?.focus()
  }

  /**
   * Whether the mouse made the request. This is known only while it is being handled; a key pressed before the answer
   * must not press a button.
   */
  function asked(): boolean {
    const byPress = isByPress()
    if (byPress) rest()
    return byPress
  }

  function showMore(to: 'earlier' | 'later'): void {
    const byPress = asked()
    const next =
      to === 'later'
        ? rows.slice(end).find(({ clash }) => clash !== undefined)
        : rows.slice(0, first).findLast(({ clash }) => clash !== undefined)
    const step = ROWS_SHOWN - ROWS_BEFORE
    const begin = first + (to === 'later' ? step : -step)
    setStart(begin)
    const row = rowOf(next?.clash)
    if (row >= begin && row < begin + ROWS_SHOWN) wanted.current = () => goToDrawn(next?.clash ?? 0, byPress)
  }

  const latest = useRef(goToNext)
  latest.current = goToNext
  /** The number from which the next clash is searched, until that clash is rendered. */
  const leading = useRef<number>(undefined)
  // The decision is on screen after the next rendering; then the focus can move, before any other key arrives.
  useLayoutEffect(() => {
    const go = wanted.current
    wanted.current = undefined
    leading.current = undefined
    go?.()
  }, [view, first])

  return {
    first,
    end,
    /** The same, whether a key or the mouse asked for it. */
    goToNext: (from: number) => goToNext(from, false),
    focusNext: (from: number) => goToNext(from, asked()),
    showMore,
    /**
     * Call this before a clash is decided. The returned function, called after the decision, goes to the next clash
     * once the decision is on screen.
     */
    goingOnFrom(clash: number): () => void {
      const byPress = asked()
      return () => {
        leading.current = clash
        wanted.current = () => latest.current(clash, byPress)
      }
    },
    /**
     * The clash that a key applies to in the current view. If more is decided than rendered, this is the clash that the
     * focus is moving to; undefined if none is open.
     */
    clashOfKey: (now: ConflictView, drawn: number): number | undefined =>
      now === view || leading.current === undefined ? drawn : nextOpen(now, rows, leading.current),
  }
}

/** Scrolls until a clash is seen as a whole, or, where it has no room, its buttons. */
export function bringClashIntoView(clash: Element | null | undefined): void {
  clash?.scrollIntoView({ block: 'nearest' })
  clash?.querySelector('button')?.scrollIntoView({ block: 'nearest' })
}

/** The first open clash from a number on, continuing at the beginning. */
function nextOpen(view: ConflictView, rows: readonly NumberedRegion[], from: number): number | undefined {
  const open = openNumbers(view, rows)
  return open.find((clash) => clash >= from) ?? open[0]
}
