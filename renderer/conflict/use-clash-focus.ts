import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { isByPress } from '../ui/focus-before'
import { openNumbers, type NumberedRegion } from './clashes'

/** So many rows are drawn at a time: thousands would hold the window with every decision. */
const ROWS_SHOWN = 100
/** What is brought onto the screen has some of what stands before it above it. */
const ROWS_BEFORE = 25

/**
 * Which rows are drawn, and how the keyboard gets from clash to clash, also to those that are not drawn yet. The clashes
 * of fields have negative numbers and are always there.
 *
 * A press of the mouse brings the next clash onto the screen and gives the keyboard to the whole view: words that are
 * typed next would decide on a button.
 *
 * @param onCurrent the writer is at another clash
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
    () => rowOf(openNumbers(view, rows).find((clash) => clash >= 0)) - ROWS_BEFORE,
  )
  const first = Math.max(0, Math.min(start, rows.length - ROWS_SHOWN))
  const end = Math.min(rows.length, first + ROWS_SHOWN)
  /** What gets the focus with the next drawing. */
  const wanted = useRef<() => void>(undefined)

  /** To a clash, which is drawn first where it is not. */
  function goTo(clash: number, byPress: boolean): void {
    const row = rowOf(clash)
    if (row >= 0 && (row < first || row >= end)) {
      wanted.current = () => goToDrawn(clash, byPress)
      setStart(row - ROWS_BEFORE)
    } else goToDrawn(clash, byPress)
  }

  function goToDrawn(clash: number, byPress: boolean): void {
    onCurrent(clash)
    const button = body.current?.querySelector<HTMLElement>(`[data-clash="${clash}"] button`)
    if (!byPress) button?.focus()
    button?.scrollIntoView({ block: 'nearest' })
  }

  /** The whole view has the keyboard: words that are typed are neither for it nor for the text. */
  function rest(): void {
    body.current?.focus({ preventScroll: true })
    body.current?.setAttribute('data-asked', '')
  }

  /** The first open clash from a number on, and round again; else the button that ends it. */
  function goToNext(from: number, byPress: boolean): void {
    const next = nextOpen(view, rows, from)
    if (next !== undefined) goTo(next, byPress)
    else if (!byPress) body.current?.querySelector<HTMLElement>('[data-finish]')?.focus()
  }

  /** Whether the mouse asks for it is known while it asks: a key that comes before the answer is no key for a button. */
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
  /** The number from which on the writer is led to the next clash, until that is drawn. */
  const leading = useRef<number>(undefined)
  // What was decided is on screen with the next drawing; then the focus can go on, before any other key comes.
  useLayoutEffect(() => {
    const go = wanted.current
    wanted.current = undefined
    leading.current = undefined
    go?.()
  }, [view, first])

  return {
    first,
    end,
    focusNext: (from: number) => goToNext(from, asked()),
    showMore,
    /** Asked before a clash is decided; what that gives is called then, and goes on once that is on screen. */
    goingOnFrom(clash: number): () => void {
      const byPress = asked()
      return () => {
        leading.current = clash
        wanted.current = () => latest.current(clash, byPress)
      }
    },
    /**
     * The clash that a key is for in the view as it is by now: where more is decided than drawn, the one that the writer
     * is being led to; none where none is open there.
     */
    clashOfKey: (now: ConflictView, drawn: number): number | undefined =>
      now === view || leading.current === undefined ? drawn : nextOpen(now, rows, leading.current),
  }
}

/** The first open clash from a number on, and round again. */
function nextOpen(view: ConflictView, rows: readonly NumberedRegion[], from: number): number | undefined {
  const open = openNumbers(view, rows)
  return open.find((clash) => clash >= from) ?? open[0]
}
