import type { FolderRecord } from '../../shared/api/api-records'
import { listDocuments } from './documents'
import { createOnce } from '../http/idempotency'
import { folderEtag, requireMatch } from '../http/preconditions'
import { invalid } from '../http/refusal'
import { pageReply, timestampOf, type Handlers, type RouteParts } from '../http/routes'
import type { StoredFolder } from '../store/folders'
import { singlesOf } from './single'

type Names =
  | 'folders.list'
  | 'folders.create'
  | 'folders.get'
  | 'folders.update'
  | 'folders.delete'
  | 'folders.documents'

/** Folders (content API, section 4) and the documents directly in one. */
export function folderHandlers(parts: RouteParts): Pick<Handlers, Names> {
  const { store, settings, now } = parts

  const { existing, etagOf, answerWith, get } = singlesOf(store.folders, 'folder', folderEtag, recordOf)
  const requireParent = (accountId: number, parentId: number | null) => {
    if (parentId !== null && store.folders.find(accountId, parentId) === undefined)
      throw invalid({ parent_id: ['There is no such folder.'] })
  }

  return {
    'folders.list': (call) => pageReply(store.folders, recordOf, call),

    'folders.get': get,

    'folders.create': (call) =>
      createOnce(parts, call, call.bodyBytes, () => {
        const { accountId, body } = call
        requireParent(accountId, body.parent_id)
        const time = now()
        const id = store.folders.add(accountId, {
          parentId: body.parent_id,
          name: body.name,
          position: body.position ?? store.folders.nextPosition(accountId, body.parent_id),
          createdAt: time,
          updatedAt: time,
        })
        const folder = existing(accountId, id)
        return { body: { data: recordOf(folder) }, etag: etagOf(folder) }
      }).reply,

    'folders.update': ({ accountId, id, body, request }) =>
      store.transaction(() => {
        const before = existing(accountId, id)
        requireMatch(request.headers, etagOf(before), settings.strictRevisions)
        const parentId = body.parent_id === undefined ? before.parentId : body.parent_id
        requireParent(accountId, parentId)
        if (parentId !== null && store.folders.isSelfOrAbove(id, parentId))
          throw invalid({ parent_id: ['A folder cannot be inside itself.'] })
        const isMoved = parentId !== before.parentId
        const position =
          body.position ?? (isMoved ? store.folders.nextPosition(accountId, parentId) : before.position)
        const name = body.name ?? before.name
        if (!isMoved && position === before.position && name === before.name) return answerWith(before)
        const after = { ...before, parentId, name, position, revision: before.revision + 1, updatedAt: now() }
        store.folders.update(after)
        return answerWith(after)
      }),

    'folders.delete'({ accountId, id, request }) {
      store.transaction(() => {
        const folder = existing(accountId, id)
        requireMatch(request.headers, etagOf(folder), settings.strictRevisions)
        if (store.folders.hasChild(id) || store.documents.areInFolder(id))
          throw invalid({ folder: ['The folder is not empty.'] })
        store.folders.remove(accountId, id)
      })
      return { kind: 'empty' }
    },

    'folders.documents'({ accountId, id, query }) {
      existing(accountId, id)
      return listDocuments(parts, accountId, { ...query, folder_id: id })
    },
  }
}

const recordOf = (folder: StoredFolder): FolderRecord => ({
  id: folder.id,
  name: folder.name,
  parent_id: folder.parentId,
  position: folder.position,
  created_at: timestampOf(folder.createdAt),
  updated_at: timestampOf(folder.updatedAt),
})
