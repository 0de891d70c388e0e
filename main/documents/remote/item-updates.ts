import type { DocumentId, Fields, TagId } from '../../../shared/terms'
import type { Store } from '../../store/store'
import type { Engine } from '../engine/engine'
import type { DocumentSending } from '../engine/document-sending'
import type { Documents } from '../documents'
import type { Live } from '../engine/live'

interface ItemUpdatesParts {
  readonly store: Store
  readonly engine: Engine
  readonly reschedule: DocumentSending['reschedule']
  readonly editFields: (live: Live, fields: Fields) => void
}

/** Changes the documents that name a folder or a tag when that item is deleted or gets its id on the service. */
export function createItemUpdates({
  store,
  engine,
  reschedule,
  editFields,
}: ItemUpdatesParts): Pick<Documents, 'folderDeleted' | 'tagDeleted' | 'itemRemade' | 'itemsChanged'> {
  const isUnsent = (which: 'all' | 'pending') => (id: DocumentId) =>
    which === 'all' || store.table.get(id)?.pending === true

  const without = (tagIds: readonly TagId[] = [], id: TagId) => tagIds.filter((tag) => tag !== id)

  /**
   * Handles a deleted folder or tag. Its deletion changes no document's revision (requirement F), so the document
   * changes as if the service had shown it without that name.
   */
  function showWithout(live: Live, fields: Fields): void {
    const { base, generation, remoteId } = live.copy
    if (base === undefined || remoteId === undefined) return
    const outcome = {
      kind: 'record',
      seen: { ...base, remoteId, fields: { ...base.fields, ...fields } },
    } as const
    engine.dispatch(live, { kind: 'remote-read', askedAt: generation, outcome, listItem: false })
  }

  function loseTag(live: Live, id: TagId, now: TagId | undefined): void {
    const { base, mine, remoteId } = live.copy
    if (now !== undefined) editFields(live, { tagIds: [...without(mine.fields.tagIds, id), now] })
    else if (base?.fields.tagIds?.includes(id) === true && remoteId !== undefined)
      showWithout(live, { tagIds: without(base.fields.tagIds, id) })
    else editFields(live, { tagIds: without(mine.fields.tagIds, id) })
  }

  const tagsOf = (id: DocumentId) => store.table.get(id)?.tagIds ?? []

  /** Changes the list row of a document whose text is not here; the service shows the document again later. */
  function listWithout(
    id: DocumentId,
    fields: { readonly folderId: null } | { readonly tagIds: readonly TagId[] },
  ): void {
    const row = store.table.get(id)
    if (row) store.table.put({ ...row, ...fields }, false, row)
  }

  return {
    folderDeleted(id, which, now) {
      const isMeant = isUnsent(which)
      for (const documentId of store.table.inFolder(id)) {
        const isHere = engine.withCopy(documentId, (live) => {
          // A service that refused to put the document into that folder will not accept it later either.
          if (isMeant(documentId) || live.copy.parked.includes('folderId'))
            editFields(live, { folderId: now ?? null })
          return true
        })
        if (isHere !== true && isMeant(documentId)) listWithout(documentId, { folderId: null })
      }
    },
    tagDeleted(id, which, now) {
      // A tag that the service refused was never on the service: its documents need not be read because of it.
      for (const documentId of store.table.withTag(id).filter(isUnsent(which))) {
        const isHere = engine.withCopy(documentId, (live) => {
          loseTag(live, id, now)
          return true
        })
        if (isHere !== true) listWithout(documentId, { tagIds: without(tagsOf(documentId), id) })
      }
    },
    itemRemade(kind, id) {
      const isFolder = kind === 'folder'
      for (const documentId of isFolder ? store.table.inFolder(id) : store.table.withTag(id)) {
        const isHere = engine.withCopy(documentId, (live) => {
          const { base, mine } = live.copy
          const { folderId = null, tagIds = [] } = mine.fields
          showWithout(live, isFolder ? { folderId: null } : { tagIds: without(base?.fields.tagIds, id) })
          editFields(live, isFolder ? { folderId } : { tagIds })
          return true
        })
        if (isHere !== true)
          listWithout(documentId, isFolder ? { folderId: null } : { tagIds: without(tagsOf(documentId), id) })
      }
    },
    itemsChanged() {
      for (const { id } of store.table.pending())
        engine.withCopy(id, (live) => reschedule(live, 'fields-edited'))
    },
  }
}
