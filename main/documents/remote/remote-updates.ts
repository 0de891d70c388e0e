import type { DocumentId, RemoteId, Timestamp } from '../../../shared/terms'
import type { DocumentRow } from '../../store/document-table'
import type { Store } from '../../store/store'
import { createdSince } from '../core/lost-create'
import type { Engine } from '../engine/engine'
import type { Documents, IdMapping } from '../documents'
import type { KnownThere, PulledUpdate } from '../../sync/pull/pulled'
import { excerptOf } from '../../../shared/text/excerpt'
import type { TextCache } from '../retention/text-cache'
import { pulledDocument } from '../core/initial'
import { isAsking } from '../engine/live'
import { inOneForm, rowOf, seenDigest } from '../engine/row'
import { effectiveTitle } from '../core/record'
import { seenFields, seenRecord, timesOf } from '../engine/seen'
import type { Seen } from '../core/working-copy'

export interface RemoteUpdatesParts {
  readonly engine: Engine
  readonly store: Store
  readonly idMapping: IdMapping
  readonly textCache: TextCache
  /** A key that is equal for two documents with the same content. */
  readonly contentKey: (title: string, text: string) => string
  readonly now: () => number
  /** How far this device's clock is known to be ahead of the service's. */
  readonly aheadMs: () => number
  readonly newId: () => string
  readonly listChanged: () => void
}

/**
 * Takes in what pulls bring, and tells them what is known. New and unchanged documents are written in one transaction,
 * all others go through their working copies.
 */
export function createRemoteUpdates(
  parts: RemoteUpdatesParts,
): Pick<
  Documents,
  | 'asking'
  | 'doubtRevisions'
  | 'movedSince'
  | 'applyUpdates'
  | 'isCreateUnknown'
  | 'gone'
  | 'replaced'
  | 'known'
  | 'knownAmong'
  | 'knownExcept'
  | 'allKnown'
> {
  const { engine, store, idMapping, textCache, now, newId, listChanged } = parts

  const nowIso = () => new Date(now()).toISOString()

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

  function mayBeOurs({ seen }: PulledUpdate, tried: readonly number[]): boolean {
    if (tried.length === 0) return false
    const createdMs = Date.parse(seen.created_at ?? '')
    return tried.some(
      (at) => Number.isNaN(createdMs) || createdMs >= createdSince(at, now(), parts.aheadMs()),
    )
  }

  /** Takes in a document whose text is not here; the text is kept where there is room for it. */
  function takeText(
    { seen: data, etag }: PulledUpdate,
    before: DocumentRow | undefined,
    iso: Timestamp,
  ): void {
    const seen = seenRecord(data, etag, idMapping)
    const times = timesOf(data)
    const kept = seen && isWanted(seen, data, before) ? seen : undefined
    const take = (id: DocumentId): boolean => {
      const copy = kept && pulledDocument(id, data.id, kept)
      const row = copy
        ? rowOf(copy, { now: iso, before, baseBefore: undefined, isEdited: false, times })
        : listedRow(id, iso, data, before)
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

  function isWanted(seen: Seen, data: PulledUpdate['seen'], before: DocumentRow | undefined): boolean {
    const { updatedAt } = timesOf(data)
    return textCache.wants({
      folderId: seen.fields.folderId ?? before?.folderId ?? null,
      updatedAt: inOneForm(updatedAt) ?? before?.updatedAt ?? '',
      bytes: Buffer.byteLength(seen.text),
    })
  }

  /**
   * A row without a text: lists show it, and the text is read when the document is opened. What the service does not
   * show stays as it was known.
   */
  function listedRow(
    id: string,
    iso: string,
    data: PulledUpdate['seen'],
    before: DocumentRow | undefined,
  ): DocumentRow {
    const fields = seenFields(data, idMapping)
    const { folderId = before?.folderId ?? null, tagIds = before?.tagIds ?? [] } = fields
    const { createdAt = before?.remoteCreatedAt, updatedAt = before?.remoteUpdatedAt } = timesOf(data)
    const { content: text } = data
    const digest = text === undefined ? before?.seenDigest : seenDigest(text, fields)
    const known = fields.title?.trim() === '' ? undefined : fields.title
    const title =
      text === undefined ? (known ?? before?.title ?? 'Untitled') : effectiveTitle({ text, fields })
    const contentKey = text === undefined ? before?.contentKey : parts.contentKey(title, text)
    return {
      id,
      remoteId: data.id,
      title,
      excerpt: text === undefined ? (before?.excerpt ?? '') : excerptOf(text),
      folderId,
      tagIds,
      status: fields.status ?? before?.status ?? 'draft',
      phase: 'clean',
      hidden: false,
      editedSincePublished: false,
      pending: false,
      hasText: false,
      ...(digest !== undefined && { seenDigest: digest }),
      ...(contentKey !== undefined && { contentKey }),
      ...(createdAt !== undefined && { remoteCreatedAt: createdAt }),
      ...(updatedAt !== undefined && { remoteUpdatedAt: updatedAt }),
      createdAt: inOneForm(createdAt) ?? before?.createdAt ?? iso,
      updatedAt: inOneForm(updatedAt) ?? before?.updatedAt ?? iso,
    }
  }

  /** Whether the update shows what was known already; at most the service's times differ. */
  function isKnown({ seen: data, etag }: PulledUpdate, row: DocumentRow): boolean {
    if (row.hasText ? etag !== undefined && etag !== row.etag : isMissed(data, row)) return false
    if (data.content === undefined)
      return row.remoteUpdatedAt !== undefined && row.remoteUpdatedAt === data.updated_at
    return (
      row.seenDigest !== undefined && seenDigest(data.content, seenFields(data, idMapping)) === row.seenDigest
    )
  }

  /** Whether the text is not here, is shown by the update, and would be kept. */
  function isMissed(data: PulledUpdate['seen'], row: DocumentRow): boolean {
    const seen = seenRecord(data, undefined, idMapping)
    return seen !== undefined && isWanted(seen, data, row)
  }

  function takeKnown(update: PulledUpdate, row: DocumentRow): void {
    const { seen: data, etag, asked } = update
    const isHere = engine.withCopy(row.id, (live) => {
      const seen: Seen | undefined = seenRecord(data, etag, idMapping)
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
    store.transaction(() => takeText(update, store.table.get(row.id), nowIso()))
    listChanged()
  }

  function knownOf(row: DocumentRow): KnownThere {
    const { hasText, folderId, updatedAt } = row
    return {
      id: row.id,
      remoteId: row.remoteId ?? '',
      phase: row.phase,
      isMissed: !hasText && textCache.wants({ folderId, updatedAt }),
      ...(row.etag !== undefined && { etag: row.etag }),
      ...(row.remoteUpdatedAt !== undefined && { updatedAt: row.remoteUpdatedAt }),
      ...(row.remoteCreatedAt !== undefined && { createdAt: row.remoteCreatedAt }),
    }
  }

  return {
    asking: () => engine.asking(),
    doubtRevisions: () => engine.doubtRevisions(),

    movedSince: (since, limit) => store.table.movedSince(since, limit).map(knownOf),

    known(remoteId) {
      const row = store.table.byRemoteId(remoteId)
      return row && knownOf(row)
    },

    knownAmong: (remoteIds) =>
      new Map(store.table.byRemoteIds(remoteIds).map((row) => [row.remoteId!, knownOf(row)])),

    knownExcept: (remoteIds) => store.table.remoteExcept(remoteIds),

    *allKnown() {
      for (const row of store.table.remote()) yield knownOf(row)
    },

    applyUpdates(updates) {
      const known: [PulledUpdate, DocumentRow][] = []
      let tried: readonly number[] | undefined
      const heldBack: RemoteId[] = []
      let isChanged = false
      const iso = nowIso()
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
          if (row && isKnown(one, row)) {
            const { updatedAt } = timesOf(one.seen)
            if (updatedAt !== undefined && updatedAt !== row.remoteUpdatedAt)
              store.table.put({ ...row, remoteUpdatedAt: updatedAt }, false, row)
          } else if (row) known.push([one, row])
          else if (mayBeOurs(one, (tried ??= openCreates()))) heldBack.push(id)
          else {
            takeText(one, undefined, iso)
            isChanged = true
          }
        }
      })
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
