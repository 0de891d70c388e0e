import type { Ref } from 'react'
import styles from './document.module.css'

/** The title grows over as many lines as it needs; Enter and Arrow down go on to the text. */
export function TitleField(props: {
  readonly value: string
  readonly readOnly: boolean
  /** Why it is read only, where the field alone is. */
  readonly refused: string | undefined
  readonly onType: (title: string) => void
  readonly onDone: () => void
  /** The writer has left the field, by a key or otherwise. */
  readonly onLeave: () => void
  readonly onEnter: () => void
  readonly ref: Ref<HTMLTextAreaElement>
}) {
  return (
    <textarea
      ref={props.ref}
      aria-label="Title"
      className={styles.title}
      rows={1}
      maxLength={255}
      placeholder="Untitled"
      value={props.value}
      readOnly={props.readOnly || props.refused !== undefined}
      title={props.refused === undefined ? undefined : `Not available, because ${props.refused}`}
      onFocus={props.onEnter}
      onBlur={props.onLeave}
      onChange={(event) => props.onType(event.target.value.replace(/[\r\n]+/g, ' '))}
      onKeyDown={(event) => {
        const { selectionStart, value } = event.currentTarget
        const down = event.key === 'ArrowDown' && selectionStart === value.length
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && !down)) return
        event.preventDefault()
        props.onDone()
      }}
    />
  )
}
