import type { RemoteId } from '../../shared/terms'
import type { DocumentRow } from '../store/document-table'
import type { Store } from '../store/store'
import type { Desk } from './desk'
import type { Asked, News, Places } from './documents'
import { pulledDocument } from './initial'
import { inOneForm, rowOf, seenDigest } from './row'
import { seenFields, seenRecord, timesOf } from './seen'
import type { Seen } from './working-copy'

export interface NewsParts {
  readonly desk: Desk
  readonly store: Store
  readonly places: Places
  readonly now: () => number
  readonly newId: () => string
  readonly listChanged: () => void
}

/** How far the service's clock and this device's may be apart. */
const SKEW_MS = 24 * 60 * 60 * 1000

/** Takes in what pulls saw: what is new or unmoved in one transaction, the rest through the working copies. */
export function createNewsTaker({ desk, store, places, now, newId, listChanged }: NewsParts) {
  /** Tries of creates whose outcome is not known: what they made may be among what looks new (W17). */
  function openCreates(): readonly number[] {
    return store.table
      .pending()
      .filter((row) => row.remoteId === undefined)
      .flatMap((row) => {
        const live = desk.load(row.id)
        const tried = live?.copy.create?.firstTriedMs
        if (live) desk.settleDown(live)
        return tried === undefined ? [] : [tried]
      })
  }

  function mayBeOurs({ seen }: News, tried: readonly number[]): boolean {
    const createdMs = Date.parse(seen.created_at ?? '')
    return tried.some((at) => Number.isNaN(createdMs) || createdMs > at - SKEW_MS)
  }

  function takeNew({ seen: data, etag }: News): void {
    const seen = seenRecord(data, etag, places)
    const times = timesOf(data)
    // An id of the service may be the id here of a document that has another one there by now.
    const id = store.table.get(data.id) === undefined ? data.id : newId()
    const iso = new Date(now()).toISOString()
    if (seen) {
      const copy = pulledDocument(id, data.id, seen)
      store.journal.write(copy)
      const context = { now: iso, before: undefined, baseBefore: undefined, isEdited: false, times }
      store.table.put(rowOf(copy, context), true)
      store.journal.release(id)
    } else store.table.put(listedRow(id, data.id, { now: iso, data }), true)
  }

  /** A row without a text: shown in lists, read when it is opened. */
  function listedRow(
    id: string,
    remoteId: RemoteId,
    { now: iso, data }: { readonly now: string; readonly data: News['seen'] },
  ): DocumentRow {
    const { title = '', status = 'draft', folderId = null, tagIds = [] } = seenFields(data, places)
    const { createdAt, updatedAt } = timesOf(data)
    return {
      id,
      remoteId,
      title: title.trim() === '' ? 'Untitled' : title,
      excerpt: '',
      folderId,
      tagIds,
      status,
      phase: 'clean',
      hidden: false,
      editedSincePublished: false,
      pending: false,
      hasText: false,
      ...(createdAt !== undefined && { remoteCreatedAt: createdAt }),
      ...(updatedAt !== undefined && { remoteUpdatedAt: updatedAt }),
      createdAt: inOneForm(createdAt) ?? iso,
      updatedAt: inOneForm(updatedAt) ?? iso,
    }
  }

  /** The same as was known: at most the service's times move. */
  function isKnown({ seen: data, etag }: News, row: DocumentRow): boolean {
    if (!row.hasText || (etag !== undefined && etag !== row.etag)) return false
    if (data.content === undefined)
      return row.remoteUpdatedAt !== undefined && row.remoteUpdatedAt === data.updated_at
    return (
      row.seenDigest !== undefined && seenDigest(data.content, seenFields(data, places)) === row.seenDigest
    )
  }

  function takeKnown(news: News, row: DocumentRow): void {
    const { seen: data, etag, asked } = news
    const live = desk.load(row.id)
    if (!live) {
      store.transaction(() => {
        if (data.content !== undefined) {
          store.table.remove(row.id)
          takeNew(news)
        } else store.table.put(listedRow(row.id, data.id, { now: row.updatedAt, data }), true, row)
      })
      return listChanged()
    }
    const seen: Seen | undefined = seenRecord(data, etag, places)
    const askedAt = desk.hasMovedSince(row.id, asked) ? -1 : live.copy.generation
    if (seen)
      desk.dispatch(
        live,
        { kind: 'news', askedAt, outcome: { kind: 'record', seen }, listItem: etag === undefined },
        { times: timesOf(data) },
      )
    // Without its text it only says that there is something to ask for.
    else desk.askForNews(live)
    desk.settleDown(live)
  }

  return {
    take(news: readonly News[]): void {
      const known: [News, DocumentRow][] = []
      let tried: readonly number[] | undefined
      let isChanged = false
      store.transaction(() => {
        for (const one of news) {
          const row = store.table.byRemoteId(one.seen.id)
          if (row && isKnown(one, row)) {
            const { updatedAt } = timesOf(one.seen)
            if (updatedAt !== undefined && updatedAt !== row.remoteUpdatedAt)
              store.table.put({ ...row, remoteUpdatedAt: updatedAt }, false, row)
          } else if (row) known.push([one, row])
          else if (!mayBeOurs(one, (tried ??= openCreates()))) {
            takeNew(one)
            isChanged = true
          }
        }
      })
      if (isChanged) listChanged()
      for (const [one, row] of known) takeKnown(one, row)
    },

    gone(remoteId: RemoteId, asked: Asked): void {
      const row = store.table.byRemoteId(remoteId)
      if (!row) return
      const live = desk.load(row.id)
      if (!live) {
        if (!desk.hasMovedSince(row.id, asked)) store.table.remove(row.id)
        return listChanged()
      }
      const askedAt = desk.hasMovedSince(row.id, asked) ? -1 : live.copy.generation
      desk.dispatch(live, { kind: 'news', askedAt, outcome: { kind: 'gone' }, listItem: false })
      desk.settleDown(live)
    },
  }
}
