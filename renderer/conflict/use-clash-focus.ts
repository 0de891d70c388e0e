import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { openNumbers, type NumberedRegion } from './clashes'

/** So many rows are drawn at a time: thousands would hold the window with every decision. */
const ROWS_SHOWN = 100
/** What is brought onto the screen has some of what stands before it above it. */
const ROWS_BEFORE = 25

/**
 * Which rows are drawn, and how the keyboard gets from clash to clash, also to those that are not drawn yet. The clashes
 * of fields have negative numbers and are always there.
 */
export function useClashFocus(
  view: ConflictView,
  rows: readonly NumberedRegion[],
  body: RefObject<HTMLElement | null>,
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
  function focusClash(clash: number): void {
    const row = rowOf(clash)
    if (row >= 0 && (row < first || row >= end)) {
      wanted.current = () => focusDrawn(clash)
      setStart(row - ROWS_BEFORE)
    } else focusDrawn(clash)
  }

  function focusDrawn(clash: number): void {
    focusOn(body.current?.querySelector<HTMLElement>(`[data-clash="${clash}"] button`))
  }

  /** The first open clash from a number on, and round again; else the button that ends it. */
  function focusNext(from: number): void {
    const open = openNumbers(view, rows)
    const next = open.find((clash) => clash >= from) ?? open[0]
    if (next === undefined)
      focusOn(body.current?.closest('section')?.querySelector<HTMLElement>('[data-finish]'))
    else focusClash(next)
  }

  function showMore(to: 'earlier' | 'later'): void {
    const next =
      to === 'later'
        ? rows.slice(end).find(({ clash }) => clash !== undefined)
        : rows.slice(0, first).findLast(({ clash }) => clash !== undefined)
    const step = ROWS_SHOWN - ROWS_BEFORE
    const begin = first + (to === 'later' ? step : -step)
    setStart(begin)
    const row = rowOf(next?.clash)
    if (row >= begin && row < begin + ROWS_SHOWN) wanted.current = () => focusDrawn(next?.clash ?? 0)
  }

  const latest = useRef(focusNext)
  latest.current = focusNext
  // What was decided is on screen with the next reading of the conflict; then the focus can go on.
  useEffect(() => {
    const go = wanted.current
    wanted.current = undefined
    go?.()
  }, [view, first])

  return {
    first,
    end,
    focusNext,
    showMore,
    /** The focus goes on from a clash once the conflict is read again. */
    goOnFrom(clash: number): void {
      wanted.current = () => latest.current(clash)
    },
  }
}

function focusOn(target: HTMLElement | null | undefined): void {
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
