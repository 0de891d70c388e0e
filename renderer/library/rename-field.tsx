import { useRef } from 'react'
import { FIRST_NAME, giveUpNew } from '../state/actions/new-item'
import { useWindow, type NewItem } from '../state/store'
import styles from './library.module.css'

/** A name edited where it stands: Enter or a click elsewhere keeps it, Escape does not. */
export function RenameField(props: {
  readonly label: string
  readonly name: string
  readonly onRename: (name: string) => void
}) {
  return (
    <NameField
      {...props}
      onEnd={(name = '') => {
        const isRenamed = name !== '' && name !== props.name
        useWindow.setState(isRenamed ? { renaming: null, undo: null } : { renaming: null })
        if (isRenamed) props.onRename(name)
      }}
    />
  )
}

/** The name of something that is made once it has one: Enter or a click elsewhere makes it, Escape does not. */
export function NewNameField(props: {
  readonly label: string
  /** What Enter keeps, where nothing else was typed. */
  readonly name: string
  readonly item: NewItem
  /** `isGoneOnWith`: no document was pressed to get out of the field. */
  readonly onMake: (name: string, isGoneOnWith: boolean) => void
}) {
  const { item } = props
  return (
    <NameField
      {...props}
      first={item.kind}
      onEnd={(name = '', goesTo) => {
        const isLeft = goesTo !== undefined
        // Left with the name it came with, it has none.
        if (isLeft && (name === '' || name === props.name)) return useWindow.setState({ newItem: null })
        if (name === '') return giveUpNew(item)
        const isDocument = goesTo instanceof Element && goesTo.closest('[role="listbox"]') !== null
        props.onMake(name, !isDocument)
      }}
    />
  )
}

/** After a key the focus is on the row that the name is of. */
function NameField(props: {
  readonly label: string
  readonly name: string
  readonly first?: NewItem['kind']
  /** `name` is left out after Escape; `goesTo`, where the focus goes to, after a key. */
  readonly onEnd: (name?: string, goesTo?: EventTarget | null) => void
}) {
  const done = useRef(false)
  function end(name: string | undefined, goesTo?: EventTarget | null): void {
    if (done.current) return
    done.current = true
    props.onEnd(name?.trim(), goesTo)
  }
  return (
    <input
      className={styles.rename}
      {...(props.first !== undefined && { [FIRST_NAME]: props.first })}
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
      onBlur={({ target, relatedTarget }) => {
        // Who looks at another window comes back to it.
        if (target !== document.activeElement) end(target.value, relatedTarget)
      }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        const { currentTarget: field, key } = event
        if (key !== 'Enter' && key !== 'Escape') return
        end(key === 'Enter' ? field.value : undefined)
        if (document.activeElement === field)
          field.closest<HTMLElement>('[role=treeitem], [role=option]')?.focus()
      }}
    />
  )
}
