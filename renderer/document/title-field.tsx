import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { oneChange } from '../../shared/merge/both-changes'
import type { FoundWord } from '../editor/spelling/find-words'
import { insertText } from '../state/typed/insert-text'
import styles from './document.module.css'

/** The title, with its misspelt words marked, grows over as many lines as it needs; Enter and Arrow down go on to the text. */
export function TitleField(props: {
  readonly value: string
  readonly readOnly: boolean
  /** Why it is read only, where the field alone is. */
  readonly refused: string | undefined
  readonly onType: (title: string) => void
  readonly onDone: () => void
  /** The writer has left the field, by a key or otherwise. */
  readonly onLeave: () => void
  /** The writer has come to the field, from where it says. */
  readonly onEnter: (from: Element | null) => void
  /** What was typed is not to be. */
  readonly onGiveUp: () => void
  readonly misspelt: readonly FoundWord[]
  /** Our dictionaries check it, so the system's do not. */
  readonly isChecked: boolean
  readonly ref: Ref<HTMLTextAreaElement>
}) {
  const [isTyping, setTyping] = useState(false)
  const { field, note } = useCaret(props.value)
  useImperativeHandle(props.ref, () => field.current!, [field])
  // The word that is being typed is not marked before it has an end.
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
          // Changed after it was pasted, it could not be undone, nor what was typed before.
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

/** Words that come into the title from elsewhere, while one types, leave the caret where it stands among one's own. */
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

/** The same words behind the field, with nothing to be seen of them but the marks. */
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
