import { X } from 'lucide-react'
import { createContext, use, type ReactNode } from 'react'
import { IconButton } from './icon-button'
import styles from './side-panel.module.css'

/** How a panel is closed, as the part of the window that holds it says. */
export const ClosePanel = createContext<() => void>(() => {})

/** Head and body that every panel has. */
export function PanelFrame(props: {
  readonly name: string
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  readonly onEscape?: (() => void) | undefined
}) {
  const { onEscape } = props
  const close = use(ClosePanel)
  return (
    <section
      aria-label={props.name}
      className={styles.frame}
      onKeyDown={onEscape && (({ key }) => key === 'Escape' && onEscape())}
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
