import type { DocumentRow } from '../../store/document-table'
import type { Pulled, PulledUpdate } from '../../sync/pull/pulled'
import { createdSince } from '../core/lost-create'
import type { Engine } from '../engine/engine'
import { isAsking } from '../engine/live'
import { seenRecord, timesOf } from '../engine/seen'
import { knownDocuments } from './known-documents'
import { createStoring, type StoringParts } from './storing'

interface RemoteUpdatesParts extends StoringParts {
  readonly engine: Engine
  /** How far this device's clock is known to be ahead of the service's, in milliseconds. */
  readonly aheadMs: () => number
  readonly listChanged: () => void
}

/**
 * Takes in the documents that pulls bring, and tells pulls what is known here. New and unchanged documents are written
 * in one transaction; all others go through their working copies.
 */
export function createRemoteUpdates(parts: RemoteUpdatesParts): Omit<Pulled, 'openIds'> {
  const { engine, store, idMapping, textCache, now, listChanged } = parts
  const { takeText, takePage } = createStoring(parts)

  /** The times of creates whose outcome is unknown: their documents may be among those that look new (W17). */
  function openCreates(): readonly number[] {
    return store.table
      .pending()
      .filter((row) => row.remoteId === undefined)
      .flatMap((row) => {
        const tried = engine.withCopy(row.id, ({ copy }) => copy.create?.firstTriedMs)
        return tried === undefined ? [] : [tried]
      })
  }

  function takeKnown(update: PulledUpdate, row: DocumentRow): void {
    const { seen: data, etag, asked } = update
    const isHere = engine.withCopy(row.id, (live) => {
      const seen = seenRecord(data, etag, idMapping)
      const askedAt = engine.hasMovedSince(row.id, asked) ? -1 : live.copy.generation
      if (seen)
        engine.dispatch(
          live,
          { kind: 'remote-read', askedAt, outcome: { kind: 'record', seen }, listItem: etag === undefined },
          { times: timesOf(data) },
        )
      // An update without a text only says that the document has to be read. A restored backup may give an ETag out
      // again, so a document that the list shows as changed is read whole (C7).
      else engine.askForUpdate(live, 'whole')
      return true
    })
    if (isHere === true || engine.hasMovedSince(row.id, asked)) return
    store.transaction(() => takeText(update, store.table.get(row.id)))
    listChanged()
  }

  return {
    ...knownDocuments(store, textCache),
    asking: () => engine.asking(),
    doubtRevisions: () => engine.doubtRevisions(),

    applyUpdates(updates) {
      let tried: readonly number[] | undefined
      const mayBeOurs = (one: PulledUpdate) =>
        mayBeCreatedBy((tried ??= openCreates()), one, now(), parts.aheadMs())
      const { known, heldBack, isChanged } = takePage(updates, mayBeOurs)
      if (isChanged) listChanged()
      for (const [one, row] of known) takeKnown(one, row)
      textCache.trim()
      return heldBack
    },

    isCreateUnknown: () => openCreates().length > 0,

    replaced(remoteId) {
      const row = store.table.byRemoteId(remoteId)
      if (!row) return true
      const isDone = engine.withCopy(row.id, (live) => {
        if (isAsking(live.copy)) return false
        engine.dispatch(live, { kind: 'replaced' })
        return true
      })
      if (isDone !== undefined) return isDone
      store.table.remove(row.id)
      listChanged()
      return true
    },

    gone(remoteId, asked) {
      const row = store.table.byRemoteId(remoteId)
      if (!row) return
      const hasMoved = engine.hasMovedSince(row.id, asked)
      const isHere = engine.withCopy(row.id, (live) => {
        const askedAt = hasMoved ? -1 : live.copy.generation
        engine.dispatch(live, { kind: 'remote-read', askedAt, outcome: { kind: 'gone' }, listItem: false })
        return true
      })
      if (isHere === true) return
      if (!hasMoved) store.table.remove(row.id)
      listChanged()
    },
  }
}

/** Whether one of the creates that were tried at these times may have made the document. */
function mayBeCreatedBy(
  tried: readonly number[],
  { seen }: PulledUpdate,
  now: number,
  aheadMs: number,
): boolean {
  const createdMs = Date.parse(seen.created_at ?? '')
  return tried.some((at) => Number.isNaN(createdMs) || createdMs >= createdSince(at, now, aheadMs))
}
