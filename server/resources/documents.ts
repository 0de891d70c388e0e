import type { DocumentsQuery } from '../../shared/api/api'
import { CONTENT_BYTES_MAX, type DocumentRecord } from '../../shared/api/api-records'
import { createOnce } from '../http/idempotency'
import { documentEtag, requireMatch } from '../http/preconditions'
import { invalid, notFound } from '../http/refusal'
import {
  metaOf,
  offsetOf,
  timestampOf,
  type Call,
  type Handlers,
  type Reply,
  type RouteParts,
} from '../http/routes'
import type { DocumentFilter, DocumentOrder } from '../store/document-lists'
import type { StoredDocument } from '../store/documents'
import type { Store } from '../store/store'
import { singlesOf } from './single'

type Names = 'documents.list' | 'documents.create' | 'documents.get' | 'documents.update' | 'documents.delete'

/** Documents (content API, section 4); a write and its precondition check are one transaction. */
export function documentHandlers(parts: RouteParts): Pick<Handlers, Names> {
  const { store, search, settings, now } = parts
  const { existing, etagOf, answerWith, get } = singlesOf(store.documents, 'document', documentEtag, recordOf)

  return {
    'documents.list': ({ accountId, query }) => listDocuments(parts, accountId, query),

    'documents.get': get,

    'documents.create'(call) {
      const { accountId, body } = call
      const content = contentOf(body.content)
      const tagIds = [...new Set(body.tag_ids)]
      let createdId = 0
      const { reply, isRepeat } = createOnce(parts, call, call.bodyBytes, () => {
        requirePlace(store, accountId, body.folder_id, tagIds)
        const time = now()
        createdId = store.documents.add(accountId, {
          folderId: body.folder_id,
          title: body.title,
          status: body.status,
          createdAt: time,
          updatedAt: time,
          publishedAt: body.status === 'published' ? time : null,
          content,
        })
        store.documents.setTags(createdId, [], tagIds)
        const document = existing(accountId, createdId)
        addVersion(store, document, undefined)
        return { body: { data: recordOf(document) }, etag: etagOf(document) }
      })
      if (!isRepeat) search?.onDocumentChanged(accountId, createdId)
      return reply
    },

    'documents.update'({ accountId, id, body, request }) {
      const content = contentOf(body.content)
      const { document, isChanged } = store.transaction(() => {
        const before = existing(accountId, id)
        requireMatch(request.headers, etagOf(before), settings.strictRevisions)
        const tagIdsBefore = before.tags.map((tag) => tag.id)
        const tagIds = [...new Set(body.tag_ids ?? tagIdsBefore)]
        const next = withBody(before, body, content)
        requirePlace(store, accountId, next.folderId, tagIds)
        const hasSameTags =
          tagIds.length === tagIdsBefore.length && tagIds.every((tagId) => tagIdsBefore.includes(tagId))
        const isSame =
          next.content === before.content &&
          next.title === before.title &&
          next.status === before.status &&
          next.folderId === before.folderId &&
          hasSameTags
        if (isSame) return { document: before, isChanged: false }
        const time = now()
        const changed = {
          ...next,
          revision: before.revision + 1,
          updatedAt: time,
          publishedAt: publishedAt(before, next.status, time),
        }
        store.documents.update(before, changed)
        store.documents.setTags(id, tagIdsBefore, tagIds)
        const after = hasSameTags ? changed : existing(accountId, id)
        addVersion(store, after, before.content)
        return { document: after, isChanged: true }
      })
      if (isChanged) search?.onDocumentChanged(accountId, id)
      return answerWith(document)
    },

    'documents.delete'({ accountId, id, request }) {
      store.transaction(() => {
        const revision = store.documents.revision(accountId, id)
        if (revision === undefined) throw notFound('document')
        requireMatch(request.headers, documentEtag(id, revision), settings.strictRevisions)
        store.documents.remove(accountId, id)
      })
      search?.onDocumentDeleted(accountId, id)
      return { kind: 'empty' }
    },
  }
}

/** Requires that the folder and tags of a write belong to the account. */
function requirePlace(
  store: Store,
  accountId: number,
  folderId: number | null,
  tagIds: readonly number[],
): void {
  if (folderId !== null && store.folders.find(accountId, folderId) === undefined)
    throw invalid({ folder_id: ['There is no such folder.'] })
  const unknown = store.tags.unknown(accountId, tagIds)
  if (unknown.length > 0)
    throw invalid(
      Object.fromEntries(unknown.map((id) => [`tag_ids.${tagIds.indexOf(id)}`, ['There is no such tag.']])),
    )
}

/** One page of the account's documents, with their texts. */
export function listDocuments(parts: RouteParts, accountId: number, query: DocumentsQuery): Reply {
  const { documents } = parts.store
  const filter: DocumentFilter = {
    status: query.status,
    folderId: query.folder_id,
    tagId: query.tag_id,
    updatedSince: query.updated_since === undefined ? undefined : Date.parse(query.updated_since),
  }
  const order = {
    by: query.sort.replace('-', '') as DocumentOrder['by'],
    descending: query.sort.startsWith('-'),
  }
  const total = documents.count(accountId, filter)
  return {
    kind: 'pointers',
    pointers: documents.page(accountId, filter, order, {
      limit: query.per_page,
      offset: offsetOf(query),
      total,
    }),
    load(id) {
      const document = documents.find(accountId, id)
      return document && recordOf(document)
    },
    meta: metaOf(query, total),
  }
}

function contentOf(text: string): Buffer {
  const content = Buffer.from(text, 'utf8')
  if (content.length > CONTENT_BYTES_MAX)
    throw invalid({ content: [`The content field must not be larger than ${CONTENT_BYTES_MAX} bytes.`] })
  return content
}

/** The document after a write: values that the body leaves out, and equal bytes, are not changed. */
const withBody = (
  before: StoredDocument,
  body: Call<'documents.update'>['body'],
  content: Buffer,
): StoredDocument => ({
  ...before,
  folderId: body.folder_id === undefined ? before.folderId : body.folder_id,
  title: body.title ?? before.title,
  status: body.status ?? before.status,
  content: content.equals(before.content) ? before.content : content,
})

/** The time since which readers can see it; none while it is a draft. */
function publishedAt(before: StoredDocument, status: string, time: number): number | null {
  if (status !== 'published') return null
  return before.status === 'published' ? before.publishedAt : time
}

/** Adds a version, within the transaction of the change. `before`: the text that it replaces. */
export function addVersion(store: Store, document: StoredDocument, before: Uint8Array | undefined): void {
  const { id, revision, title, status, updatedAt } = document
  store.versions.add(
    { documentId: id, revision, title, status, createdAt: updatedAt },
    document.content,
    before,
  )
}

/** Decodes bytes that are known to be UTF-8. */
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

const recordOf = (document: StoredDocument): DocumentRecord => ({
  id: document.id,
  title: document.title,
  content: textOf(document.content),
  status: document.status,
  folder_id: document.folderId,
  tags: [...document.tags],
  revision: document.revision,
  created_at: timestampOf(document.createdAt),
  updated_at: timestampOf(document.updatedAt),
  published_at: document.publishedAt === null ? null : timestampOf(document.publishedAt),
})
