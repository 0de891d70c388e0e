import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

/** More rows than fit into the list. */
const ROWS_FIRST = 30

/**
 * The choices that are rendered: at first those that can be visible, up to the selected one, and all of them once the
 * list is scrolled or navigated. Most palettes close without either, and rendering every command takes longer than
 * everything else they do.
 */
export function useDrawnRows<T extends { readonly id: string }>(choices: readonly T[], picked: string) {
  const [hasAll, setHasAll] = useState(false)
  const asFarAsPicked = choices.findIndex(({ id }) => id === picked) + 1
  return {
    drawn: hasAll ? choices : choices.slice(0, Math.max(ROWS_FIRST, asFarAsPicked)),
    /** Renders all rows synchronously, so that the key that moves the selection finds its row. */
    drawAll: () => flushSync(() => setHasAll(true)),
    drawFirst: () => setHasAll(false),
  }
}

/** Whether cmdk handles this key by moving the selection. */
export const isMove = ({ key, ctrlKey }: KeyboardEvent): boolean =>
  ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) || (ctrlKey && /^[njpk]$/.test(key))

/** The space of the rows that are not rendered, so that the scroll height is right. */
export function RoomForRows({ count }: { readonly count: number }) {
  return <div role="presentation" style={{ height: `calc(${count} * var(--row))` }} />
}
