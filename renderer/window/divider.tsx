import { useRef } from 'react'
import styles from './window.module.css'

const STEP = 16

/** The line between two panes: drags, and moves by arrow keys; a double click gives the width back that it had at first. */
export function Divider(props: {
  readonly label: string
  /** The pane that it resizes is before it (`start`) or after it (`end`). */
  readonly side: 'start' | 'end'
  readonly width: number
  readonly least: number
  readonly most: number
  readonly usual: number
  readonly onResize: (width: number) => void
}) {
  const { side, width, least, most, usual, onResize } = props
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const sign = side === 'start' ? 1 : -1
  const resize = (next: number) => onResize(Math.round(Math.min(most, Math.max(least, next))))
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      className={styles.divider}
      data-side={side}
      onPointerDown={(event) => {
        // Else a selection begins, and a drag of what is selected.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (from.current !== null) resize(from.current.width + sign * (event.clientX - from.current.x))
      }}
      onLostPointerCapture={() => (from.current = null)}
      onDoubleClick={() => resize(usual)}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
        if (event.key === 'Home') resize(least)
        else if (event.key === 'End') resize(most)
        else if (step !== 0) resize(width + sign * step)
        else return
        event.preventDefault()
      }}
    />
  )
}
