import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button'
import styles from './window.module.css'

/** A modal over the window. Escape and a click beside it close it; the focus goes back to where it was. */
export function Dialog(props: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly size?: 'palette' | 'small' | 'large'
  /** Shows the label as a heading, with a button to close. */
  readonly heading?: boolean
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-label={props.label}
      className={`${styles.dialog} ${styles[props.size ?? 'small']}`}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) props.onClose()
      }}
    >
      <div className={styles.dialogBody}>
        {props.heading === true ? (
          <div className={styles.dialogHead}>
            <h2>{props.label}</h2>
            <IconButton icon={X} label="Close" onClick={props.onClose} />
          </div>
        ) : null}
        {props.children}
      </div>
    </dialog>
  )
}
