import type { TagRecord } from '../../shared/api/api-records'
import { listDocuments } from './documents'
import { createOnce } from '../http/idempotency'
import { invalid } from '../http/refusal'
import { pageReply, timestampOf, type Handlers, type RouteParts } from '../http/routes'
import type { StoredTag } from '../store/tags'
import { existingIn } from './single'

type Names = 'tags.list' | 'tags.create' | 'tags.update' | 'tags.delete' | 'tags.documents'

/** Tags (content API, section 4); they have no ETag, so their writes are not guarded. */
export function tagHandlers(parts: RouteParts): Pick<Handlers, Names> {
  const { store, now } = parts

  const existing = existingIn(store.tags, 'tag')
  /** Requires a name that is unique in the account; `except` is the tag that is being renamed. */
  const requireFreeName = (accountId: number, name: string, except?: number) => {
    const holder = store.tags.findNamed(accountId, name)
    if (holder !== undefined && holder.id !== except)
      throw invalid({ name: [`There is already a tag named ${holder.name}.`] })
  }

  return {
    'tags.list': (call) => pageReply(store.tags, recordOf, call),

    'tags.create': (call) =>
      createOnce(parts, call, call.bodyBytes, () => {
        const { accountId, body } = call
        requireFreeName(accountId, body.name)
        const id = store.tags.add(accountId, body.name, now())
        return { body: { data: recordOf(existing(accountId, id)) } }
      }).reply,

    'tags.update': ({ accountId, id, body }) =>
      store.transaction(() => {
        const tag = existing(accountId, id)
        requireFreeName(accountId, body.name, id)
        if (tag.name !== body.name) store.tags.rename(id, body.name, now())
        return { kind: 'one', record: recordOf(existing(accountId, id)) }
      }),

    'tags.delete'({ accountId, id }) {
      store.transaction(() => {
        existing(accountId, id)
        store.tags.remove(accountId, id)
      })
      return { kind: 'empty' }
    },

    'tags.documents'({ accountId, id, query }) {
      existing(accountId, id)
      return listDocuments(parts, accountId, { ...query, tag_id: id })
    },
  }
}

const recordOf = (tag: StoredTag): TagRecord => ({
  id: tag.id,
  name: tag.name,
  documents_count: tag.documentsCount,
  created_at: timestampOf(tag.createdAt),
  updated_at: timestampOf(tag.updatedAt),
})
