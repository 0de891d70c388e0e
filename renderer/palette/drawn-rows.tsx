import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

/** More than the list has room for. */
const ROWS_FIRST = 30

/**
 * The choices that have a row: those that are in sight at first, as far as the one that is picked, and all of them once
 * the list is scrolled or walked through. Most palettes close without either, and to draw every command takes longer
 * than all else that they do.
 */
export function useDrawnRows<T extends { readonly id: string }>(choices: readonly T[], picked: string) {
  const [hasAll, setHasAll] = useState(false)
  const asFarAsPicked = choices.findIndex(({ id }) => id === picked) + 1
  return {
    drawn: hasAll ? choices : choices.slice(0, Math.max(ROWS_FIRST, asFarAsPicked)),
    /** At once, so that a key that moves finds the row that it moves to. */
    drawAll: () => flushSync(() => setHasAll(true)),
    drawFirst: () => setHasAll(false),
  }
}

/** The keys by which cmdk goes from row to row. */
export const isMove = ({ key, ctrlKey }: KeyboardEvent): boolean =>
  ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) || (ctrlKey && /^[njpk]$/.test(key))

/** The room of the rows that are not drawn, so that the list scrolls as far as if they were. */
export function RoomForRows({ count }: { readonly count: number }) {
  return <div role="presentation" style={{ height: `calc(${count} * var(--row))` }} />
}
