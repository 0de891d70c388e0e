import type { DocumentId } from '../../shared/terms'
import { useApp } from '../context'
import { showOverlay } from '../store'
import { Dialog } from '../window/dialog'
import window from '../window/window.module.css'
import styles from './document.module.css'
import { useSession, useSessionView } from './use-session'

/** Says what publishing does to this document, and what speaks against it. */
export function PublishDialog({ id }: { readonly id: DocumentId }) {
  const { actions } = useApp()
  const view = useSessionView(useSession(id))
  const close = () => showOverlay(null)
  if (view === undefined) return null
  const published = view.status === 'published'
  const unsent = view.state.notYetPublished
  const conflicted = view.phase === 'conflicted'
  const title = view.title === '' ? 'Untitled' : view.title
  return (
    <Dialog label="Publish" heading onClose={close}>
      <div className={styles.sheet}>
        <p>
          {published
            ? unsent
              ? `“${title}” is published. Its readers do not see your latest edits yet.`
              : `“${title}” is published and its readers see this text.`
            : `“${title}” is a draft. Publishing makes it visible to readers of this service.`}
        </p>
        {view.title === '' ? <p>It has no title.</p> : null}
        {conflicted ? <p>It needs your decision first: two texts stand side by side.</p> : null}
      </div>
      <div className={window.dialogFoot}>
        {published ? (
          <button
            type="button"
            className={window.button}
            onClick={() => {
              close()
              void actions.unpublish(id)
            }}
          >
            Make it a draft
          </button>
        ) : null}
        <button type="button" className={window.button} onClick={close}>
          Cancel
        </button>
        {published && !unsent ? null : (
          <button
            type="button"
            className={window.primaryButton}
            disabled={conflicted}
            onClick={() => {
              close()
              void actions.publish(id)
            }}
          >
            {published ? 'Publish changes' : 'Publish'}
          </button>
        )}
      </div>
    </Dialog>
  )
}
