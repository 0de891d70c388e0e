import type { DocumentFilter } from '../../shared/ipc-records'
import { asSentence, useRefusals } from '../abilities'
import { useApp } from '../context'
import { showList, showOverlay } from '../store'
import window from '../window/window.module.css'
import styles from './library.module.css'

/** An empty list says what it is for and offers the one next step. */
export function EmptyList({ filter }: { readonly filter: DocumentFilter }) {
  const { actions } = useApp()
  const refusal = useRefusals()
  const refused = refusal('documents:write')
  const unread = refusal('documents:read')
  const [text, next] =
    unread === undefined
      ? wordsFor(filter)
      : ([`${asSentence(unread)} They are still on the service.`, 'key'] as const)
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {next === 'new' ? (
        <button
          type="button"
          className={window.button}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void actions.newDocument()}
        >
          New document
        </button>
      ) : next === 'key' ? (
        <button
          type="button"
          className={window.button}
          onClick={() => showOverlay({ kind: 'settings', page: 'connection' })}
        >
          Use another key
        </button>
      ) : next === 'all' ? (
        <button type="button" className={window.button} onClick={() => showList({ smart: 'all' })}>
          Show all documents
        </button>
      ) : null}
    </div>
  )
}

function wordsFor({
  smart,
  folderId,
  tagIds,
  text,
  status,
}: DocumentFilter): readonly [string, 'new' | 'all' | undefined] {
  if (text !== undefined || status !== undefined) return ['No documents match this filter.', undefined]
  if (tagIds !== undefined && tagIds.length > 1) return ['No documents have all of these tags.', 'all']
  if (tagIds !== undefined && tagIds.length === 1)
    return ['No documents have this tag yet. Add it under a document’s title.', 'all']
  if (folderId !== undefined)
    return ['This folder holds no documents of its own. Start one here, or drag some onto it.', 'new']
  if (smart === 'needs-you')
    return ['Nothing needs you. Texts that wait for your decision are listed here.', undefined]
  if (smart === 'published') return ['Publish a draft and it appears here.', 'all']
  if (smart === 'drafts') return ['Drafts are listed here until they are published.', 'new']
  return ['This is where your documents are listed.', 'new']
}
