import { Plus, X } from 'lucide-react'
import { unlessRefused, useFieldRefusals } from '../state/abilities'
import { useApp } from '../state/context'
import { folderPath } from '../state/tree-rows'
import { useLibrary } from '../state/queries'
import { showOverlay } from '../state/store'
import type { Session } from '../state/sessions'
import { PathText } from '../ui/path-text'
import { useSessionPart } from './use-session'
import styles from './document.module.css'

/** The folder, tags and status of the document, each of which can be changed in place. */
export function FieldsLine({ session }: { readonly session: Session }) {
  const { actions } = useApp()
  const { id } = session
  const folderId = useSessionPart(session, (view) => view.folderId)
  const tagIds = useSessionPart(session, (view) => view.tagIds)
  const status = useSessionPart(session, (view) => view.status)
  const notYetPublished = useSessionPart(session, (view) => view.state.notYetPublished)
  const library = useLibrary().data
  const path = folderPath(library?.folders ?? [], folderId)
  const place = path.length === 0 ? 'In no folder' : path.join(' / ')
  const fixed = session.view().readOnly !== undefined
  const refusal = useFieldRefusals()
  const tagsRefused = refusal('tagIds')
  return (
    <div className={styles.fields}>
      <button
        type="button"
        className={styles.path}
        aria-label={`Folder: ${place}. Move to…`}
        disabled={fixed}
        {...refusedProps(refusal('folderId'))}
        onClick={() => unlessRefused(refusal('folderId'), () => showOverlay({ kind: 'move', ids: [id] }))}
      >
        <PathText names={path.length === 0 ? [place] : path} />
      </button>
      <ul className={styles.chips} aria-label="Tags of this document">
        {tagIds.map((tagId) => {
          const name = library?.tags.find((tag) => tag.id === tagId)?.name
          return name === undefined ? null : (
            <li key={tagId} className={styles.chip}>
              {name}
              {fixed || tagsRefused !== undefined ? null : (
                <button
                  type="button"
                  aria-label={`Remove the tag ${name}`}
                  className={styles.chipButton}
                  onClick={() => void actions.removeTag(id, tagId)}
                >
                  <X size={12} strokeWidth={1.8} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={styles.chip}
        disabled={fixed}
        aria-label={`Status: ${statusName(status)}`}
        {...refusedProps(refusal('status'))}
        onClick={() => unlessRefused(refusal('status'), () => showOverlay({ kind: 'publish', id }))}
      >
        {statusName(status)}
        {notYetPublished ? ', edited since' : ''}
      </button>
      {fixed ? null : (
        <button
          type="button"
          aria-label="Add tag…"
          className={styles.addTag}
          {...refusedProps(tagsRefused)}
          onClick={() => unlessRefused(tagsRefused, () => showOverlay({ kind: 'add-tag', ids: [id] }))}
        >
          <Plus size={14} />
        </button>
      )}
    </div>
  )
}

const refusedProps = (reason: string | undefined) =>
  reason === undefined ? {} : { 'aria-disabled': true, title: `Not available, because ${reason}` }

const statusName = (status: string) =>
  status === '' ? 'No status' : status.charAt(0).toLocaleUpperCase() + status.slice(1)
