import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPlainEditor, type MarkedText as Marked, type PlainEditor } from '../editor/review/plain-editor'
import { Button } from '../ui/button'
import styles from './conflict.module.css'

/** A window height in px. */
const LOW = 480

/** The merged text, which can be edited by hand. */
export function MergedText(props: {
  readonly merged: Marked
  /** The part of it for the current place, which is scrolled into view. */
  readonly at: number | undefined
  /** The places at which a text edited by hand still waits for decisions. */
  readonly openIn: (text: string) => Marked['open']
  readonly typed: string | undefined
  /** Whether the editor already contains the typed text, and perhaps more. */
  readonly isTypedHere: boolean
  /** Changes whenever `typed` was changed by something other than typing. */
  readonly revision: number
  readonly onType: (text: string | undefined) => void
  readonly head: ReactNode
}) {
  const { merged, at, typed, isTypedHere, revision, onType } = props
  // A low window has no room for it beside the places to decide.
  const [open, setOpen] = useState(() => typed !== undefined || globalThis.innerHeight > LOW)
  const parent = useRef<HTMLDivElement>(null)
  const editor = useRef<PlainEditor>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    if (parent.current === null || !open) return
    const now = latest.current
    editor.current = createPlainEditor({
      parent: parent.current,
      label: 'Merged text',
      text: now.typed === undefined ? now.merged : { text: now.typed, open: now.openIn(now.typed) },
      edited: (text) => latest.current.onType(text),
      openIn: (text) => latest.current.openIn(text),
    })
    return () => {
      editor.current?.destroy()
      editor.current = null
    }
  }, [open])

  useEffect(() => {
    if (typed === undefined) editor.current?.show({ text: merged.text, open: merged.open }, at)
    else if (!isTypedHere) editor.current?.show({ text: typed, open: latest.current.openIn(typed) })
  }, [merged.text, merged.open, at, typed, isTypedHere])

  useEffect(() => {
    const { typed: now, openIn } = latest.current
    if (revision > 0 && now !== undefined) editor.current?.show({ text: now, open: openIn(now) })
  }, [revision])

  return (
    <div className={styles.merged} data-closed={open ? undefined : ''}>
      <div className={styles.mergedHead}>
        {props.head}
        <span className={styles.space} />
        {typed === undefined ? null : (
          <Button kind="quiet" onClick={() => onType(undefined)}>
            Undo edits by hand
          </Button>
        )}
        <button type="button" className={styles.key} aria-expanded={open} onClick={() => setOpen(!open)}>
          Merged text
          {open ? <ChevronDown /> : <ChevronUp />}
        </button>
      </div>
      {open ? <div ref={parent} className={styles.mergedBody} /> : null}
    </div>
  )
}
