import { useRef } from 'react'
import { FIRST_NAME } from '../state/deeds/first-name'
import { useWindow } from '../state/store'
import styles from './library.module.css'

/**
 * A name edited where it stands: Enter or a click elsewhere keeps it, Escape does not. After a key the focus is on the
 * row that the name is of.
 */
export function RenameField(props: {
  readonly label: string
  readonly name: string
  /** `isNew`: something that is just being made gets its first name. */
  readonly onRename: (name: string, isNew: boolean) => void
  /** Escape in the field of something that is just being made: it is not made. */
  readonly onGiveUp?: () => void
  /** Something that is just being made was given its name, and no document was pressed to get out of the field. */
  readonly onMade?: () => void
}) {
  const done = useRef(false)
  const renaming = useWindow((state) => state.renaming)
  function finish(name: string | undefined, goesTo?: EventTarget | null): void {
    if (done.current) return
    done.current = true
    const isNew = useWindow.getState().renaming?.isNew === true
    const trimmed = name?.trim() ?? ''
    const isRenamed = trimmed !== '' && trimmed !== props.name
    useWindow.setState(isRenamed ? { renaming: null, undo: null } : { renaming: null })
    if (isRenamed) props.onRename(trimmed, isNew)
    else if (isNew && name === undefined) props.onGiveUp?.()
    const isDocument = goesTo instanceof Element && goesTo.closest('[role="listbox"]') !== null
    // Left with the name it came with, it is not what the writer goes on with: nothing is put into it unasked.
    const isNamed = isRenamed || (name !== undefined && goesTo === undefined)
    if (isNew && isNamed && !isDocument) props.onMade?.()
  }
  return (
    <input
      className={styles.rename}
      {...(renaming?.isNew === true && { [FIRST_NAME]: renaming.kind })}
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
      onBlur={({ target, relatedTarget }) => finish(target.value, relatedTarget)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        const row = event.currentTarget.closest<HTMLElement>('[role=treeitem], [role=option]')
        finish(event.key === 'Enter' ? event.currentTarget.value : undefined)
        row?.focus()
      }}
    />
  )
}
