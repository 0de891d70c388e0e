import { useRef, type PointerEvent } from 'react'
import styles from './window.module.css'

const STEP = 16

/** The line between two panes: drags, and moves by arrow keys; a double click gives the size back that it had at first. */
export function Divider(props: {
  readonly label: string
  /** The pane that it resizes is before it (`start`) or after it (`end`). */
  readonly side: 'start' | 'end'
  /** Which way the line runs; upright where nothing is said. */
  readonly orientation?: 'vertical' | 'horizontal'
  /** The width of that pane, or its height where the line is horizontal. */
  readonly size: number
  readonly least: number
  readonly most: number
  readonly usual: number
  readonly onResize: (size: number) => void
}) {
  const { side, orientation = 'vertical', size, least, most, usual, onResize } = props
  const from = useRef<{ readonly at: number; readonly size: number } | null>(null)
  const isUpright = orientation === 'vertical'
  const [less, more] = isUpright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
  const placeOf = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY)
  const sign = side === 'start' ? 1 : -1
  const resize = (next: number) => onResize(Math.round(Math.min(most, Math.max(least, next))))
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      className={styles.divider}
      data-side={side}
      onPointerDown={(event) => {
        // Else a selection begins, and a drag of what is selected.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { at: placeOf(event), size }
      }}
      onPointerMove={(event) => {
        if (from.current !== null) resize(from.current.size + sign * (placeOf(event) - from.current.at))
      }}
      onLostPointerCapture={() => (from.current = null)}
      onDoubleClick={() => resize(usual)}
      onKeyDown={(event) => {
        const step = event.key === more ? STEP : event.key === less ? -STEP : 0
        if (event.key === 'Home') resize(least)
        else if (event.key === 'End') resize(most)
        else if (step !== 0) resize(size + sign * step)
        else return
        event.preventDefault()
      }}
    />
  )
}
