import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { showPanel } from '../store'
import { IconButton } from './icon-button'
import styles from './side-panel.module.css'

/** Head and body that every panel has. */
export function PanelFrame(props: {
  readonly name: string
  readonly head?: ReactNode
  readonly foot?: ReactNode
  readonly children: ReactNode
  readonly onEscape?: (() => void) | undefined
}) {
  const { onEscape } = props
  return (
    <section
      role="region"
      aria-label={props.name}
      className={styles.frame}
      onKeyDown={onEscape && (({ key }) => key === 'Escape' && onEscape())}
    >
      <div className={styles.head}>
        <h2>{props.name}</h2>
        {props.head}
        <IconButton icon={X} label={`Close ${props.name.toLowerCase()}`} onClick={() => showPanel('none')} />
      </div>
      <div className={styles.body}>{props.children}</div>
      {props.foot === undefined ? null : <div className={styles.foot}>{props.foot}</div>}
    </section>
  )
}
