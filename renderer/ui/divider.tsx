import { useRef, type PointerEvent } from 'react'
import styles from './window.module.css'

const STEP = 16

/**
 * The divider between two panes. It can be dragged and moved by arrow keys; a double click restores the initial size.
 */
export function Divider(props: {
  readonly label: string
  /** Whether the resized pane is before (`start`) or after (`end`) the divider. */
  readonly side: 'start' | 'end'
  /** The orientation of the line; vertical by default. */
  readonly orientation?: 'vertical' | 'horizontal'
  /** The width of that pane, or its height if the line is horizontal. */
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
        // Otherwise the browser would begin a selection and a drag of the selected text.
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
