import type { Notice } from '../../shared/ipc-records'
import { AppError, problem, type Problem } from '../../shared/problem'
import type { DocumentId, Fields, FolderId, RemoteId } from '../../shared/terms'
import type { Clock } from '../clock'
import type { DocumentRow } from '../store/document-table'
import type { Store } from '../store/store'
import type { ApiClient } from '../sync/api-client'
import type { Connection } from '../sync/connection'
import type { Outbox } from '../sync/outbox'
import { createDesk, type Desk } from './desk'
import { createDocumentSending } from './document-sending'
import type { Documents, KnownDocument, Places, ReadDocument } from './documents'
import { createEditing } from './editing'
import { createExchanges } from './exchanges'
import { createHolding } from './holding'
import { newDocument, pulledDocument } from './initial'
import type { Live } from './live'
import { createNewsTaker } from './news'
import { createPlaceNews } from './place-news'
import { createDocumentRequests } from './requests'
import { effectiveTitle } from './record'
import { createReview } from './review'
import type { Emit } from './telling'
import type { SeenTimes } from './seen'
import { wellFormed } from './well-formed'
import type { Seen } from './working-copy'

export interface DocumentsParts {
  readonly store: Store
  readonly api: ApiClient
  readonly connection: Connection
  readonly places: Places
  readonly outbox: Outbox
  readonly clock: Clock
  readonly newUuid: () => string
  readonly emit: Emit
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  /** C8: send edits of published documents by themselves. */
  readonly autosavePublished: () => boolean
  /** So many bytes of text are kept here; what is beyond that is read when it is opened. */
  readonly heldBytesMax: number
  /** Folders whose texts are kept here whatever room they take; those in them are named as well. */
  readonly keptOffline: () => readonly FolderId[]
  /** In a tab of a window, whether it is on screen or not. */
  readonly isInTab: (id: DocumentId) => boolean
  /** Equal for two documents that say the same. */
  readonly contentKey: (title: string, text: string) => string
  /** A row of the list has changed; told often. */
  readonly listChanged: () => void
  /** Our own mistakes. */
  readonly report: (error: unknown) => void
}

/** Ids of this device for what is not on the service yet; no service gives ids like these. */
const NEW = 'new:'

/** Opens the documents that the store holds. Nothing of an earlier run is sent before `resume`. */
export function openDocuments(parts: DocumentsParts): Documents {
  const { store, connection, places, clock } = parts
  const newId = () => NEW + parts.newUuid()
  const requests = createDocumentRequests({
    api: parts.api,
    places,
    habits: () => connection.habits(),
    clock,
    witnesses: (except) => store.table.witnesses(except),
    isKnown: (remoteId) => store.table.byRemoteId(remoteId) !== undefined,
  })
  const sending = createDocumentSending({ ...parts, desk: () => desk })
  const desk: Desk = createDesk({
    ...parts,
    ...sending,
    newId,
    newKey: parts.newUuid,
    perform: createExchanges({
      ...parts,
      desk: () => desk,
      requests,
      log: store.log,
      noteHabits: (habits) => connection.noteHabits(habits),
      mayPoll: () => sending.hindrance(false) === undefined,
    }),
  })
  let cancelResuming = () => {}
  const holding = createHolding({
    ...parts,
    desk,
    bytesMax: parts.heldBytesMax,
    changesTexts: () => connection.habits().changesTexts === 'yes',
  })
  const taker = createNewsTaker({ ...parts, desk, holding, now: () => clock.now(), newId })

  /** Every document that is listed can be had: what is not on this device is read from the service. */
  async function have(id: DocumentId): Promise<void> {
    if (desk.load(id)) return
    const remoteId = store.table.get(id)?.remoteId
    if (remoteId === undefined) throw notHere()
    const { outcome, times } = await requests.read(remoteId)
    if (desk.load(id)) return
    switch (outcome.kind) {
      case 'record':
        return take(id, remoteId, outcome.seen, times)
      case 'gone':
        store.table.remove(id)
        parts.listChanged()
        throw notHere()
      case 'failed':
        throw new AppError(cannotBeRead(outcome.problem))
    }
  }

  function take(id: DocumentId, remoteId: RemoteId, seen: Seen, times: SeenTimes): void {
    const row = store.table.get(id)
    // It went while it was read; or it came back as another document.
    if (row?.remoteId !== remoteId) throw notHere()
    // Where documents do not name their folder or their tags, lists have said them (table F).
    const { folderId, tagIds } = row
    const known = { ...(folderId !== null && { folderId }), ...(tagIds.length > 0 && { tagIds }) }
    const live = desk.add(
      pulledDocument(id, remoteId, { ...seen, fields: { ...known, ...seen.fields } }),
      times,
    )
    holding.took(live.row?.textBytes ?? 0)
    holding.trimSoon()
  }

  function here(id: DocumentId): Live {
    const live = desk.load(id)
    if (!live) throw notHere()
    return live
  }

  /** One after another, so that a failure of one does not keep the others from their turn; told at the end. */
  async function eachOf(ids: readonly DocumentId[], work: (live: Live) => void): Promise<void> {
    let failure: unknown
    for (const id of ids)
      try {
        await have(id)
        const live = here(id)
        work(live)
        desk.settleDown(live)
      } catch (error) {
        failure ??= error
      }
    if (failure instanceof Error) throw failure
  }

  function editFields(live: Live, fields: Fields): void {
    desk.dispatch(live, { kind: 'fields-edited', fields })
    desk.settleDown(live)
  }

  function read(id: DocumentId): ReadDocument | undefined {
    const live = desk.load(id)
    if (!live) return undefined
    desk.hear(live)
    const { remoteId, mine, base, phase } = live.copy
    desk.settleDown(live)
    return {
      ...(remoteId !== undefined && { remoteId }),
      text: mine.text,
      fields: mine.fields,
      phase,
      ...(base !== undefined && base.text !== mine.text && { baseText: base.text }),
      ...(base?.fields.status === 'published' && {
        published: { title: effectiveTitle(base), text: base.text },
      }),
    }
  }

  const isMissed = ({ hasText, folderId, updatedAt }: DocumentRow) =>
    !hasText && holding.wants({ folderId, updatedAt })

  function knownOf(row: DocumentRow): KnownDocument {
    return {
      id: row.id,
      remoteId: row.remoteId ?? '',
      phase: row.phase,
      isMissed: isMissed(row),
      ...(row.etag !== undefined && { etag: row.etag }),
      ...(row.remoteUpdatedAt !== undefined && { updatedAt: row.remoteUpdatedAt }),
      ...(row.remoteCreatedAt !== undefined && { createdAt: row.remoteCreatedAt }),
    }
  }

  return {
    ...createEditing({
      ...parts,
      desk,
      have,
      here,
      statusOf: sending.statusOf,
      closed: () => holding.trimSoon(),
    }),
    ...createReview({ desk, here }),

    create({ title = '', text = '', folderId = null, tagIds = [] }) {
      const fields = { title: wellFormed(title), folderId, tagIds }
      const live = desk.add(newDocument(newId(), { text: wellFormed(text), fields }))
      sending.wish(live, 'fields-edited')
      desk.settleDown(live)
      return { id: live.id }
    },

    createAll(drafts) {
      const ids = store.transaction(() =>
        drafts.map(({ title, text, ...fields }) => {
          const copy = newDocument(newId(), {
            text: wellFormed(text),
            fields: { ...fields, title: wellFormed(title) },
          })
          desk.insert(copy)
          return copy.id
        }),
      )
      parts.listChanged()
      parts.outbox.wishAll(sending.sendable, ids, { kind: 'now', first: false })
      return ids
    },

    async editFields({ id, title, ...others }) {
      await have(id)
      const live = here(id)
      const given = Object.entries({ ...others, ...(title !== undefined && { title: wellFormed(title) }) })
      editFields(live, Object.fromEntries(given.filter(([, value]) => value !== undefined)))
    },

    async save({ id, reason }) {
      await have(id)
      const live = here(id)
      desk.hear(live)
      sending.save(live, reason)
      const status = sending.statusOf(live)
      desk.settleDown(live)
      return status
    },

    delete: ({ ids }) => eachOf(ids, (live) => desk.dispatch(live, { kind: 'deleted' })),
    restore: ({ ids }) => eachOf(ids, (live) => desk.dispatch(live, { kind: 'undeleted' })),

    undoMerge({ id }) {
      desk.dispatch(here(id), { kind: 'merge-undone' })
    },

    replace(id, { text, title, reason }) {
      const live = here(id)
      const given = title === undefined ? {} : { title: wellFormed(title) }
      desk.dispatch(live, { kind: 'restored', text: wellFormed(text), reason, ...given })
      desk.settleDown(live)
    },

    rewrite(id, change) {
      const live = desk.load(id)
      if (!live) return
      desk.hear(live)
      const { mine, phase } = live.copy
      const text = wellFormed(change(mine.text))
      if (text !== mine.text && !mine.deleted && phase !== 'deleted')
        desk.dispatch(live, { kind: 'typed', text })
      desk.settleDown(live)
    },

    read,

    async fetch(id) {
      await have(id)
      const found = read(id)
      if (!found) throw notHere()
      return found
    },

    contentKey(id) {
      const found = read(id)
      return found ? parts.contentKey(found.fields.title ?? '', found.text) : store.table.get(id)?.contentKey
    },

    withoutText: (folders) => store.table.countWithoutText(folders),
    missedThere: () =>
      store.table.withoutText(parts.keptOffline(), MISSED_AT_ONCE).flatMap(({ remoteId }) => remoteId ?? []),
    keepAll: () => holding.pause(),

    asking: () => desk.asking(),
    news: (news) => taker.take(news),
    gone: (remoteId, asked) => taker.gone(remoteId, asked),
    known(remoteId) {
      const row = store.table.byRemoteId(remoteId)
      return row && knownOf(row)
    },
    *allKnown() {
      for (const row of store.table.remote()) yield knownOf(row)
    },
    openIds: () => desk.allInUse().flatMap(({ id, open }) => (open ? [id] : [])),

    ...createPlaceNews({ store, desk, wish: sending.wish, editFields }),

    sendable: sending.sendable,

    resume() {
      const waiting = store.table.pending().map(({ id }) => id)
      const some = () => {
        for (const id of waiting.splice(0, RESUMED_AT_ONCE)) {
          const live = desk.load(id)
          if (!live) continue
          sending.wish(live, 'loaded')
          desk.settleDown(live)
        }
        if (waiting.length > 0) cancelResuming = clock.after(0, some)
      }
      some()
    },
    unwritten: () => desk.allInUse().flatMap(({ id, unwritten }) => (unwritten ? [id] : [])),
    shut() {
      cancelResuming()
      holding.stop()
      desk.shut()
    },
  }
}

const RESUMED_AT_ONCE = 20
/** Texts of folders that are kept offline, and not here yet, that one round asks for. */
const MISSED_AT_ONCE = 1_000

const notHere = () => new AppError(problem('not-found-here', 'This document is not here any more.'))

/** What the writer reads in the place of the text; nothing can be typed there. */
function cannotBeRead(why: Problem): Problem {
  const isAway = why.code === 'unreachable' || why.code === 'timeout'
  return problem(
    why.code,
    isAway
      ? 'This text is not on this device, and the service cannot be reached. Open it again when you are online.'
      : `This text is not on this device and cannot be read now: ${why.message} Try again later.`,
  )
}
