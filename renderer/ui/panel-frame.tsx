import { X } from 'lucide-react'
import { createContext, use, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { IconButton } from './icon-button'
import { useFocusKept } from './lists/focus-kept'
import { focusWriting, rowOf } from './panes'
import styles from './side-panel.module.css'

/** Closes the panel; provided by the part of the window that contains it. */
export const ClosePanel = createContext<() => void>(() => {})

/** The head and body of every panel. Escape returns to the text, unless the focused element uses Escape itself. */
export function PanelFrame(props: {
  readonly name: string
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  /** Called before Escape returns to the text. */
  readonly onEscape?: (() => void) | undefined
}) {
  const { onEscape = focusWriting } = props
  const close = use(ClosePanel)
  const frame = useRef<HTMLElement>(null)
  // A panel that holds the focus while it has no rows gives it to the first row that appears.
  const keepsFocus = useFocusKept(frame, rowOf)
  return (
    <section
      ref={frame}
      aria-label={props.name}
      className={styles.frame}
      onKeyDown={(event) => isEscape(event) && onEscape()}
      {...keepsFocus}
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

/** Whether Escape is meant for the panel. Menus are not part of it on screen, and a search field is emptied first. */
function isEscape({ key, target, currentTarget, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing || nativeEvent.defaultPrevented) return false
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return false
  return target.closest('[data-keeps-escape]') === null
}
