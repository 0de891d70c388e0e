import type { DocumentFilter } from '../../../shared/ipc/ipc-records'
import { asSentence, useRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import { useLibrary } from '../../state/queries'
import { setWithSubfolders, showList, showOverlay } from '../../state/store'
import { Button } from '../../ui/button'
import { documentsBelow } from '../../state/tree-rows'
import { goneIn } from './list-name'
import styles from '../library.module.css'

/** Explains an empty list and offers the next step. */
export function EmptyList({ filter }: { readonly filter: DocumentFilter }) {
  const { actions } = useApp()
  const refusal = useRefusals()
  const refused = refusal('documents:write')
  const unread = refusal('documents:read')
  const below = useDocumentsBelow(filter)
  const gone = goneIn(filter, useLibrary().data)
  const [text, next] =
    unread === undefined
      ? gone === undefined
        ? wordsFor(filter)
        : ([`This ${gone} was deleted.`, 'all'] as const)
      : ([`${asSentence(unread)} They are still on the service.`, 'key'] as const)
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {below === 0 ? null : (
        <Button onClick={() => setWithSubfolders(true)}>
          {below === 1
            ? 'Show the document in subfolders'
            : `Show ${below.toLocaleString('en')} documents in subfolders`}
        </Button>
      )}
      {next === 'new' ? (
        <Button disabled={refused !== undefined} title={refused} onClick={() => void actions.newDocument()}>
          New document
        </Button>
      ) : next === 'key' ? (
        <Button onClick={() => showOverlay({ kind: 'settings', page: 'key' })}>Use another key</Button>
      ) : next === 'all' ? (
        <Button onClick={() => showList({ smart: 'all' })}>Show all documents</Button>
      ) : null}
    </div>
  )
}

/** The number of documents that the list of a folder would contain with its subfolders. */
function useDocumentsBelow({ folderId, subfolders, text, status, tagIds }: DocumentFilter): number {
  const folders = useLibrary().data?.folders ?? []
  const isNarrowed = text !== undefined || status !== undefined || tagIds !== undefined
  return folderId == null || subfolders === true || isNarrowed ? 0 : (documentsBelow(folders, folderId) ?? 0)
}

function wordsFor({
  smart,
  folderId,
  subfolders,
  tagIds,
  text,
  status,
}: DocumentFilter): readonly [string, 'new' | 'all' | undefined] {
  if (text !== undefined || status !== undefined) return ['No documents match this filter.', undefined]
  if (tagIds !== undefined && tagIds.length > 1) return ['No documents have all of these tags.', 'all']
  if (tagIds !== undefined && tagIds.length === 1)
    return ['No documents have this tag yet. Add it under a document’s title.', 'all']
  if (subfolders === true)
    return ['This folder and its subfolders hold no documents. Start one here, or drag some onto it.', 'new']
  if (folderId !== undefined)
    return ['This folder holds no documents of its own. Start one here, or drag some onto it.', 'new']
  if (smart === 'needs-you')
    return ['Nothing needs attention. Documents waiting for your decision appear here.', undefined]
  if (smart === 'published') return ['Publish a draft and it appears here.', 'all']
  if (smart === 'drafts') return ['Drafts are listed here until they are published.', 'new']
  return ['This is where your documents are listed.', 'new']
}
