import type { DocumentId, Fields, TagId } from '../../shared/terms'
import type { Store } from '../store/store'
import type { Desk } from './desk'
import type { DocumentSending } from './document-sending'
import type { Documents } from './documents'
import type { Live } from './live'

export interface PlaceNewsParts {
  readonly store: Store
  readonly desk: Desk
  readonly wish: DocumentSending['wish']
  readonly editFields: (live: Live, fields: Fields) => void
}

/** What becomes of documents when a folder or a tag that they name is gone, or has got its id. */
export function createPlaceNews({
  store,
  desk,
  wish,
  editFields,
}: PlaceNewsParts): Pick<Documents, 'folderDeleted' | 'tagDeleted' | 'placesChanged'> {
  const isMeant = (which: 'all' | 'pending') => (id: DocumentId) =>
    which === 'all' || store.table.get(id)?.pending === true

  /** A deleted tag moves no revision (table F): it is as if the service had shown the document without it. */
  function loseTag(live: Live, id: TagId): void {
    const { base, generation, remoteId } = live.copy
    const without = (tagIds: readonly TagId[] = []) => tagIds.filter((tag) => tag !== id)
    if (base?.fields.tagIds?.includes(id) === true && remoteId !== undefined) {
      const seen = { ...base, remoteId, fields: { ...base.fields, tagIds: without(base.fields.tagIds) } }
      const outcome = { kind: 'record', seen } as const
      desk.dispatch(live, { kind: 'news', askedAt: generation, outcome, listItem: false })
      desk.settleDown(live)
    } else editFields(live, { tagIds: without(live.copy.mine.fields.tagIds) })
  }

  const tagsOf = (id: DocumentId) => store.table.get(id)?.tagIds ?? []

  /** Of a text that is not here there is only its line in the lists, until the service shows it again. */
  function listWithout(
    id: DocumentId,
    fields: { readonly folderId: null } | { readonly tagIds: readonly TagId[] },
  ): void {
    const row = store.table.get(id)
    if (row) store.table.put({ ...row, ...fields }, false, row)
  }

  return {
    folderDeleted(id, which) {
      for (const documentId of store.table.inFolder(id).filter(isMeant(which))) {
        const live = desk.load(documentId)
        if (live) editFields(live, { folderId: null })
        else listWithout(documentId, { folderId: null })
      }
    },
    tagDeleted(id, which) {
      for (const documentId of store.table.withTag(id).filter(isMeant(which))) {
        const live = desk.load(documentId)
        if (live) loseTag(live, id)
        else listWithout(documentId, { tagIds: tagsOf(documentId).filter((tag) => tag !== id) })
      }
    },
    placesChanged() {
      for (const row of store.table.pending()) {
        const live = desk.load(row.id)
        if (!live) continue
        wish(live, 'fields-edited')
        desk.settleDown(live)
      }
    },
  }
}
