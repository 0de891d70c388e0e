import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { oneChange } from '../../shared/merge/both-changes'
import type { FoundWord } from '../editor/spelling/find-words'
import { insertText } from '../state/typed/insert-text'
import styles from './document.module.css'

/** The field of the title, with misspelt words marked. It grows with its lines; Enter and Arrow down go to the text. */
export function TitleField(props: {
  readonly value: string
  readonly readOnly: boolean
  /** The reason why only the title is read-only, if so. */
  readonly refused: string | undefined
  readonly onType: (title: string) => void
  readonly onDone: () => void
  /** The writer has left the field, by a key or otherwise. */
  readonly onLeave: () => void
  /** The writer has entered the field, coming from this element. */
  readonly onEnter: (from: Element | null) => void
  /** The writer has cancelled the edit. */
  readonly onGiveUp: () => void
  readonly misspelt: readonly FoundWord[]
  /** Whether Stet's dictionaries check the title, in which case the system's checker is off. */
  readonly isChecked: boolean
  readonly ref: Ref<HTMLTextAreaElement>
}) {
  const [isTyping, setTyping] = useState(false)
  const { field, note } = useCaret(props.value)
  useImperativeHandle(props.ref, () => field.current!, [field])
  // The word being typed is not marked before it is complete.
  const marked = props.misspelt.filter(({ to }) => !isTyping || to < props.value.length)
  return (
    <>
      {marked.length === 0 ? null : <TitleMarks title={props.value} marked={marked} />}
      <textarea
        ref={field}
        spellCheck={!props.isChecked}
        aria-label="Title"
        className={styles.title}
        rows={1}
        maxLength={255}
        placeholder="Untitled"
        value={props.value}
        readOnly={props.readOnly || props.refused !== undefined}
        title={props.refused === undefined ? undefined : `Not available, because ${props.refused}`}
        onFocus={({ relatedTarget }) => props.onEnter(relatedTarget)}
        onSelect={note}
        onBlur={() => {
          setTyping(false)
          props.onLeave()
        }}
        onChange={(event) => {
          setTyping(true)
          note()
          props.onType(inOneLine(event.target.value))
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          if (!/[\r\n]/.test(text)) return
          // The paste is changed before it is inserted: changing it afterwards would break undo.
          event.preventDefault()
          insertText(inOneLine(text))
        }}
        onKeyDown={(event) => {
          const { selectionStart, value } = event.currentTarget
          const down = event.key === 'ArrowDown' && selectionStart === value.length
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') props.onGiveUp()
          else if (event.key === 'Enter' || down) props.onDone()
          else return
          event.preventDefault()
        }}
      />
    </>
  )
}

const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

/** Keeps the caret in place when the title changes from elsewhere during typing. */
function useCaret(value: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  const seen = useRef({ value, start: 0, end: 0 })
  const note = () => {
    if (field.current === null) return
    const { value: shown, selectionStart, selectionEnd } = field.current
    seen.current = { value: shown, start: selectionStart, end: selectionEnd }
  }
  useLayoutEffect(() => {
    const { value: before, start, end } = seen.current
    if (before === value || field.current !== document.activeElement) return
    const { from, to, insert } = oneChange(before, value)
    const place = (at: number) => (at <= from ? at : at < to ? from : at - to + from + insert.length)
    field.current?.setSelectionRange(place(start), place(end))
    note()
  }, [value])
  return { field, note }
}

/** The same text behind the field, of which only the spelling marks are visible. */
function TitleMarks({ title, marked }: { readonly title: string; readonly marked: readonly FoundWord[] }) {
  return (
    <div aria-hidden className={`${styles.title} ${styles.titleMarks}`}>
      {marked.map(({ from, to }, index) => (
        <span key={from}>
          {title.slice(marked[index - 1]?.to ?? 0, from)}
          <span data-spelling="">{title.slice(from, to)}</span>
        </span>
      ))}
      {title.slice(marked.at(-1)?.to ?? 0)}
    </div>
  )
}
