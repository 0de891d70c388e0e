import { useCallback, useEffect, useRef, useState, type MouseEvent, type Ref } from 'react'
import type { Problem } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { Refusal } from '../bridge'
import { ConflictView } from '../conflict/conflict-view'
import { ConflictBar } from '../conflict/conflict-bar'
import { useApp } from '../context'
import { postpone, useWindow } from '../store'
import window from '../window/window.module.css'
import { FieldsLine } from './fields-line'
import type { Session } from './session'
import { TitleField } from './title-field'
import { useSession, useSessionPart } from './use-session'
import styles from './document.module.css'

/** The document on screen: title, fields and text, or the conflict that it is in. */
export function DocumentPane({ id }: { readonly id: DocumentId }) {
  const { sessions, actions } = useApp()
  const session = useSession(id)
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const later = useWindow((state) => state.postponed.has(id))
  const focusOn = useWindow((state) => state.focusOn)
  const [problem, setProblem] = useState<Problem>()
  const scroller = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)

  const open = useCallback(() => {
    setProblem(undefined)
    sessions.open(id).catch((error: unknown) => {
      setProblem(error instanceof Refusal ? error.problem : { code: 'unexpected', message: String(error) })
    })
  }, [sessions, id])
  useEffect(open, [open])

  const deciding = isConflicted === true && !later
  useEffect(() => {
    if (session === undefined || deciding) return
    const [parent, scrolls, above] = [text.current, scroller.current, top.current]
    if (parent === null || scrolls === null || above === null) return
    session.editor.attach({ parent, scroller: scrolls, top: above })
    return () => session.editor.detach()
  }, [session, deciding])

  useEffect(() => {
    if (session === undefined || deciding || focusOn?.id !== id) return
    useWindow.setState({ focusOn: null })
    if (focusOn.part === 'title') title.current?.focus()
    else session.editor.focus()
  }, [session, deciding, focusOn, id])

  useEffect(() => {
    if (isConflicted === false) postpone(id, false)
  }, [isConflicted, id])

  if (problem !== undefined)
    return (
      <div className={styles.failed} role="alert">
        <p>{problem.message}</p>
        <button type="button" className={window.button} onClick={open}>
          Try again
        </button>
      </div>
    )
  if (session === undefined) return null
  if (deciding) return <ConflictView session={session} />
  return (
    <>
      {isConflicted ? <ConflictBar id={id} /> : null}
      {readOnly === undefined ? null : (
        <p className={styles.readOnly}>
          <span>{readOnly}</span>
          <button type="button" className={window.button} onClick={() => void actions.keepAsDraft(id)}>
            Keep as a local draft
          </button>
        </p>
      )}
      <div ref={top} className={styles.top} />
      <div className={styles.frame}>
        <div ref={scroller} data-scroller className={styles.scroller}>
          <div className={styles.column}>
            <Title ref={title} session={session} />
            <FieldsLine session={session} />
            <div
              ref={text}
              className={styles.text}
              onMouseDown={(event) => belowText(event, session.editor.focus)}
            />
          </div>
        </div>
      </div>
    </>
  )
}

function Title({ session, ref }: { readonly session: Session; readonly ref: Ref<HTMLTextAreaElement> }) {
  const title = useSessionPart(session, (view) => view.title)
  return (
    <TitleField
      ref={ref}
      value={title}
      readOnly={session.view().readOnly !== undefined}
      onType={session.typeTitle}
      onDone={() => session.editor.focus()}
    />
  )
}

/** A press below the last line puts the cursor into the text as well. */
function belowText(event: MouseEvent, focus: () => void): void {
  if (event.target === event.currentTarget) {
    event.preventDefault()
    focus()
  }
}
