import { ConflictBar } from '../conflict/conflict-bar'
import { useApp } from '../state/context'
import type { Session } from '../state/sessions'
import { focusEditor } from '../state/store'
import { Button } from '../ui/button'
import { useSessionPart } from './use-session'
import styles from './document.module.css'

/** The notices above a text: a postponed conflict, a reason why the text is read-only, a deletion. */
export function Notices({ session }: { readonly session: Session }) {
  const { id } = session
  const { actions } = useApp()
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const isGone = useSessionPart(session, (view) => view.state.phase === 'deleted')
  const isDeletedHere = useSessionPart(session, (view) => view.state.deletedHere === true)
  return (
    <>
      {isConflicted ? <ConflictBar id={id} /> : null}
      {readOnly === undefined ? null : (
        <p className={styles.notice}>
          <span>{readOnly}</span>
          <Button onClick={() => void actions.keepAsDraft(id)}>Keep as a local draft</Button>
        </p>
      )}
      {isDeletedHere ? (
        <p className={styles.notice}>
          <span>This document was deleted.</span>
          <Button
            onClick={() => void actions.run('document.restore', { ids: [id] }).then(() => focusEditor(id))}
          >
            Bring it back
          </Button>
        </p>
      ) : isGone ? (
        <p className={styles.notice}>
          <span>This document was deleted elsewhere. Its text is kept under Recovered texts.</span>
          <Button onClick={() => void actions.keepAsNew(id)}>Keep as a new document</Button>
        </p>
      ) : null}
    </>
  )
}
