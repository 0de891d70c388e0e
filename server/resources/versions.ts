import type { VersionRecord } from '../../shared/api/api-records'
import { textOf } from './documents'
import { notFound } from '../http/refusal'
import { metaOf, offsetOf, timestampOf, type Handlers, type RouteParts } from '../http/routes'
import type { VersionEntry } from '../store/versions'

/** The history of a document (content API, section 4), newest first. */
export function versionHandlers({ store }: RouteParts): Pick<Handlers, 'versions.list' | 'versions.get'> {
  const requireDocument = (accountId: number, id: number) => {
    if (store.documents.revision(accountId, id) === undefined) throw notFound('document')
  }
  const load = (documentId: number, id: number): VersionRecord | undefined => {
    const entry = store.versions.find(documentId, id)
    return entry && recordOf(entry, store.versions.text(documentId, id))
  }

  return {
    'versions.list'({ accountId, id, query }) {
      requireDocument(accountId, id)
      return {
        kind: 'pointers',
        pointers: store.versions.page(id, query.per_page, offsetOf(query)),
        load: (versionId) => load(id, versionId),
        meta: metaOf(query, store.versions.count(id)),
      }
    },

    'versions.get'({ accountId, id, innerId }) {
      requireDocument(accountId, id)
      const record = load(id, innerId)
      if (record === undefined) throw notFound('version')
      return { kind: 'one', record }
    },
  }
}

const recordOf = (entry: VersionEntry, text: Uint8Array): VersionRecord => ({
  id: entry.id,
  document_id: entry.documentId,
  revision: entry.revision,
  title: entry.title,
  content: textOf(text),
  status: entry.status,
  created_at: timestampOf(entry.createdAt),
})
