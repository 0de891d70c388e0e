import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { DocumentId, RemoteId } from '../../../shared/terms'
import type { DocumentRow } from '../../store/document-table'
import type { Store } from '../../store/store'
import type { PulledUpdate } from '../../sync/pull/pulled'
import { pulledDocument } from '../core/initial'
import type { Seen } from '../core/working-copy'
import { inOneForm, rowOf, seenDigest } from '../engine/row'
import { seenFields, seenRecord, timesOf } from '../engine/seen'
import type { TextCache } from '../retention/text-cache'
import { listedRow, type ListedRowParts } from './listed-row'

export interface StoringParts extends ListedRowParts {
  readonly store: Store
  readonly textCache: TextCache
  readonly newId: () => DocumentId
  readonly now: () => number
}

/** Writes the documents of a pull that are not in use. */
export function createStoring(parts: StoringParts) {
  const { store, idMapping, textCache, newId } = parts

  /** Takes in a document whose text is not on this device; its text is kept where the cache has room. */
  function takeText({ seen: data, etag }: PulledUpdate, before: DocumentRow | undefined): void {
    const now = new Date(parts.now()).toISOString()
    const seen = seenRecord(data, etag, idMapping)
    const times = timesOf(data)
    const kept = seen && isWanted(seen, data, before) ? seen : undefined
    const take = (id: DocumentId): boolean => {
      const copy = kept && pulledDocument(id, data.id, kept)
      const row = copy
        ? rowOf(copy, { now, before, baseBefore: undefined, isEdited: false, times })
        : listedRow(parts, id, now, data, before)
      if (before) store.table.put(row, true, before)
      else if (!store.table.add(row)) return false
      if (copy) {
        store.journal.write(copy)
        store.journal.release(id)
        textCache.fetched(row.textBytes ?? 0)
      }
      return true
    }
    // The id of this document on the service may be the local id of another document.
    if (!take(before?.id ?? data.id)) take(newId())
  }

  function isWanted(seen: Seen, data: DocumentSeen, before: DocumentRow | undefined): boolean {
    const { updatedAt } = timesOf(data)
    return textCache.wants({
      folderId: seen.fields.folderId ?? before?.folderId ?? null,
      updatedAt: inOneForm(updatedAt) ?? before?.updatedAt ?? '',
      bytes: Buffer.byteLength(seen.text),
    })
  }

  /** Whether the update shows only known values; at most the service's times differ. */
  function isKnown({ seen: data, etag }: PulledUpdate, row: DocumentRow): boolean {
    if (row.hasText ? etag !== undefined && etag !== row.etag : isMissed(data, row)) return false
    if (data.content === undefined)
      return row.remoteUpdatedAt !== undefined && row.remoteUpdatedAt === data.updated_at
    return (
      row.seenDigest !== undefined && seenDigest(data.content, seenFields(data, idMapping)) === row.seenDigest
    )
  }

  /** Whether the update contains a text that is missing here and would be kept. */
  function isMissed(data: DocumentSeen, row: DocumentRow): boolean {
    const seen = seenRecord(data, undefined, idMapping)
    return seen !== undefined && isWanted(seen, data, row)
  }

  /**
   * Takes in a page in one transaction. Documents whose rows differ from the page are left to the caller (`known`), and
   * so are new documents that this device may have created (`heldBack`).
   */
  function takePage(updates: readonly PulledUpdate[], mayBeOurs: (update: PulledUpdate) => boolean) {
    const known: [PulledUpdate, DocumentRow][] = []
    const heldBack: RemoteId[] = []
    let isChanged = false
    store.transaction(() => {
      const before = new Map(
        store.table.byRemoteIds(updates.map(({ seen }) => seen.id)).map((row) => [row.remoteId, row]),
      )
      const met = new Set<RemoteId>()
      for (const one of updates) {
        const { id } = one.seen
        // A page may show a document twice: its row has changed the second time.
        const row = met.has(id) ? store.table.byRemoteId(id) : before.get(id)
        met.add(id)
        if (row && isKnown(one, row)) noteTime(one, row)
        else if (row) known.push([one, row])
        else if (mayBeOurs(one)) heldBack.push(id)
        else {
          takeText(one, undefined)
          isChanged = true
        }
      }
    })
    return { known, heldBack, isChanged }
  }

  function noteTime({ seen }: PulledUpdate, row: DocumentRow): void {
    const { updatedAt } = timesOf(seen)
    if (updatedAt !== undefined && updatedAt !== row.remoteUpdatedAt)
      store.table.put({ ...row, remoteUpdatedAt: updatedAt }, false, row)
  }

  return { takeText, takePage }
}
