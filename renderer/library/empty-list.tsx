import type { DocumentFilter } from '../../shared/ipc-records'
import { useRefusals } from '../abilities'
import { useApp } from '../context'
import { showList } from '../store'
import window from '../window/window.module.css'
import styles from './library.module.css'

/** An empty list says what it is for and offers the one next step. */
export function EmptyList({ filter }: { readonly filter: DocumentFilter }) {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  const [text, next] = wordsFor(filter)
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
  if (text !== undefined || status !== undefined) return ['Nothing here passes the filter.', undefined]
  if (tagIds !== undefined && tagIds.length > 1) return ['No document carries all of these tags.', 'all']
  if (tagIds !== undefined && tagIds.length === 1)
    return ['No document carries this tag yet. Add it under a document’s title.', 'all']
  if (folderId !== undefined)
    return ['This folder holds no documents of its own. Start one here, or drag some onto it.', 'new']
  if (smart === 'needs-you')
    return ['Nothing needs you. Texts that wait for your decision are listed here.', undefined]
  if (smart === 'published')
    return ['What you publish is listed here. A draft becomes public when you say so.', 'all']
  if (smart === 'drafts') return ['Drafts are listed here until they are published.', 'new']
  return ['This is where your documents are listed.', 'new']
}
