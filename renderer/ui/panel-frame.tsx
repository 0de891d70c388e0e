import { X } from 'lucide-react'
import { createContext, use, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './icon-button'
import { focusWriting, rowOf } from './panes'
import styles from './side-panel.module.css'

/** How a panel is closed, as the part of the window that holds it says. */
export const ClosePanel = createContext<() => void>(() => {})

/** Head and body that every panel has. Escape leads back to the text, from what has no use of its own for it. */
export function PanelFrame(props: {
  readonly name: string
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  /** What it does before that. */
  readonly onEscape?: (() => void) | undefined
}) {
  const { onEscape = focusWriting } = props
  const close = use(ClosePanel)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (frame.current !== null && frame.current === document.activeElement) rowOf(frame.current)?.focus()
  })
  return (
    <section
      ref={frame}
      aria-label={props.name}
      className={styles.frame}
      onKeyDown={(event) => isEscape(event) && onEscape()}
    >
      <div className={styles.head}>
        <h2>{props.name}</h2>
        {props.head}
        <IconButton icon={X} label={`Close ${props.name.toLowerCase()}`} onClick={close} />
      </div>
      <div className={styles.body}>{props.children}</div>
      {props.foot === undefined ? null : <div className={styles.foot}>{props.foot}</div>}
    </section>
  )
}

/** A menu is no part of the panel on screen, and a field of a search is emptied first. */
function isEscape({ key, target, currentTarget, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing || nativeEvent.defaultPrevented) return false
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return false
  return target.closest('[data-keeps-escape]') === null
}
