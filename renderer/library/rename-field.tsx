import { useRef } from 'react'
import { useWindow } from '../store'
import styles from './library.module.css'

/**
 * A name edited where it stands: Enter or a click elsewhere keeps it, Escape does not. After a key the focus is on the
 * row that the name is of.
 */
export function RenameField(props: {
  readonly label: string
  readonly name: string
  readonly onRename: (name: string) => void
}) {
  const done = useRef(false)
  function finish(name: string | undefined): void {
    if (done.current) return
    done.current = true
    useWindow.setState({ renaming: null })
    const trimmed = name?.trim() ?? ''
    if (trimmed !== '' && trimmed !== props.name) props.onRename(trimmed)
  }
  return (
    <input
      className={styles.rename}
      aria-label={props.label}
      defaultValue={props.name}
      maxLength={255}
      spellCheck={false}
      ref={(input) => {
        if (input !== null && document.activeElement !== input) {
          input.focus()
          input.select()
        }
      }}
      onBlur={(event) => finish(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        finish(event.key === 'Enter' ? event.currentTarget.value : undefined)
        event.currentTarget.closest<HTMLElement>('[role=treeitem], [role=option]')?.focus()
      }}
    />
  )
}
