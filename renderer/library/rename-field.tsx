import { useRef } from 'react'
import { FIRST_NAME, giveUpNew } from '../state/actions/new-item'
import { useWindow, type NewItem } from '../state/store'
import styles from './library.module.css'

/** A name edited in place: Enter or a click elsewhere keeps the change, Escape discards it. */
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
        useWindow.setState({ renaming: null })
        if (isRenamed) props.onRename(name)
      }}
    />
  )
}

/** The name field of a new item: Enter or a click elsewhere creates the item, Escape does not. */
export function NewNameField(props: {
  readonly label: string
  /** The name that Enter keeps if nothing else was typed. */
  readonly name: string
  readonly item: NewItem
  /** `isGoneOnWith` is false if the writer has left the field by clicking a document. */
  readonly onMake: (name: string, isGoneOnWith: boolean) => void
}) {
  const { item } = props
  return (
    <NameField
      {...props}
      first={item.kind}
      onEnd={(name = '', goesTo) => {
        const isLeft = goesTo !== undefined
        // An item left with its initial name is not created.
        if (isLeft && (name === '' || name === props.name)) return useWindow.setState({ newItem: null })
        if (name === '') return giveUpNew(item)
        const isDocument = goesTo instanceof Element && goesTo.closest('[role="listbox"]') !== null
        props.onMake(name, !isDocument)
      }}
    />
  )
}

/** After a key, the focus moves to the row with the name. */
function NameField(props: {
  readonly label: string
  readonly name: string
  readonly first?: NewItem['kind']
  /** `name` is absent after Escape. `goesTo` is the element that gets the focus; absent after a key. */
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
        // A blur because of another window does not end the edit.
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
