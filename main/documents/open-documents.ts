import type { EachDone, Notice } from '../../shared/ipc/ipc-records'
import { AppError } from '../../shared/problem'
import type { DocumentId, Fields, FolderId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import { createPace } from '../system/pace'
import type { Store } from '../store/store'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { isAnother } from '../sync/http/identity'
import type { Outbox } from '../sync/outbox/outbox'
import { createEngine, type Engine } from './engine/engine'
import { createDocumentSending } from './engine/document-sending'
import type { Documents, IdMapping } from './documents'
import { createAppending, createEditing } from './engine/editing'
import { createExchanges } from './engine/exchanges'
import { createTextCache } from './retention/text-cache'
import { newDocument } from './core/initial'
import { editedFields } from './core/record'
import type { Live } from './engine/live'
import { createRemoteUpdates } from './remote/remote-updates'
import { createItemUpdates } from './remote/item-updates'
import { guardAsked } from '../sync/service/capabilities'
import { createDocumentRequests } from './engine/requests'
import { createReview } from './engine/review'
import type { Emit } from './engine/window-events'
import { summaryOf } from './engine/row'
import { createTextAccess } from './retention/text-access'
import { wellFormed } from '../../shared/text/well-formed'

export interface DocumentsParts {
  readonly store: Store
  readonly api: ApiClient
  readonly connection: Connection
  readonly idMapping: IdMapping
  readonly outbox: Outbox
  readonly clock: Clock
  readonly newUuid: () => string
  readonly emit: Emit
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  /** Whether edits of published documents are sent by themselves (C8). */
  readonly autosavePublished: () => boolean
  /** How many bytes of text are kept here; a text beyond that is read when it is opened. */
  readonly heldBytesMax: () => number
  /** Folders whose texts are kept here whatever room they take, with the folders inside them. */
  readonly keptOffline: () => readonly FolderId[]
  /** Whether the document is in a tab of a window, on screen or not. */
  readonly isInTab: (id: DocumentId) => boolean
  /** A key that is equal for two documents with the same content. */
  readonly contentKey: (title: string, text: string) => string
  /** A row of the list has changed. This is called often. */
  readonly listChanged: () => void
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
}

/** The ids of documents that are not on the service yet begin with this; no service gives ids like these. */
const NEW = 'new:'

/** Opens the documents that the store holds. Nothing that an earlier run left is sent before `resume`. */
export function openDocuments(parts: DocumentsParts): Documents {
  const { store, connection, idMapping, clock } = parts
  const newId = () => NEW + parts.newUuid()
  const requests = createDocumentRequests({
    api: parts.api,
    idMapping,
    capabilities: () => connection.capabilities(),
    clock,
    controlDocuments: (except) => store.table.controlDocuments(except),
    aheadMs: () => connection.current().aheadMs,
    isSameAccount: () => connection.current().identity === 'same',
    isKnown: (remoteId) => store.table.byRemoteId(remoteId) !== undefined,
    isAnother: ({ id, created_at }) => isAnother(store.table.byRemoteId(id)?.remoteCreatedAt, created_at),
  })
  const sending = createDocumentSending({
    ...parts,
    engine: () => engine,
    isAnothers(id, remoteId) {
      const row = store.table.byRemoteId(remoteId)
      return row !== undefined && row.id !== id
    },
  })
  const engine: Engine = createEngine({
    ...parts,
    ...sending,
    newId,
    newKey: parts.newUuid,
    perform: createExchanges({
      ...parts,
      engine: () => engine,
      schedule: sending.schedule,
      requests,
      log: store.log,
      noteCapabilities: (capabilities) => connection.noteCapabilities(capabilities),
      noteGuardAsked: () => connection.noteCapabilities(guardAsked(connection.capabilities())),
      mayPoll: () => sending.hindrance(false) === undefined,
    }),
  })
  let cancelResuming = () => {}
  const textCache = createTextCache({
    ...parts,
    engine,
    bytesMax: parts.heldBytesMax,
    changesTexts: () => connection.capabilities().changesTexts === 'yes',
  })

  const { have, here, withText, readers } = createTextAccess({ ...parts, engine, requests, textCache })

  /**
   * Works on the documents, some at a time, so that keys get in between. One that cannot be read does not stop the
   * others; the answer names those that are left.
   */
  async function eachCopy(ids: readonly DocumentId[], work: (live: Live) => void): Promise<EachDone> {
    const left: DocumentId[] = []
    let why: AppError | undefined
    const pause = createPace(clock, parts.outbox.isWriterTyping)
    for (let at = 0; at < ids.length; at += CHANGED_AT_ONCE) {
      if (at > 0) await pause()
      const part = ids.slice(at, at + CHANGED_AT_ONCE)
      const outcomes = await Promise.allSettled(part.map(have))
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') return
        if (!(outcome.reason instanceof AppError)) throw outcome.reason
        why ??= outcome.reason
        left.push(part[index]!)
      })
      engine.together(part, work)
    }
    if (why === undefined) return {}
    if (left.length === ids.length) throw why
    return { left: { ids: left, problem: why.problem } }
  }

  const typed = (id: DocumentId): void => parts.outbox.noteWords(sending.sendable, id, 'now')
  const editFields = (live: Live, fields: Fields): void =>
    engine.dispatch(live, { kind: 'fields-edited', fields })

  return {
    ...createEditing({
      ...parts,
      engine,
      have,
      here,
      statusOf: sending.statusOf,
      typed,
      closed: () => textCache.trimSoon(),
    }),
    ...createAppending({ engine, have, statusOf: sending.statusOf }),
    ...createReview({ engine, here, withText }),

    create({ title = '', text = '', folderId = null, tagIds = [] }) {
      const fields = { title: wellFormed(title), folderId, tagIds }
      const live = engine.create(newDocument(newId(), { text: wellFormed(text), fields }))
      sending.reschedule(live, 'fields-edited')
      engine.settleDown(live)
      return { id: live.id }
    },

    createAll(drafts) {
      const ids = store.transaction(() =>
        drafts.map(({ title, text, ...fields }) => {
          const copy = newDocument(newId(), {
            text: wellFormed(text),
            fields: { ...fields, title: wellFormed(title) },
          })
          engine.insert(copy)
          return copy.id
        }),
      )
      parts.listChanged()
      parts.outbox.scheduleAll(sending.sendable, ids, { kind: 'now', first: false })
      return ids
    },

    async editFields({ id, title, ...others }) {
      await have(id)
      const fields = givenOf({ ...others, ...(title !== undefined && { title: wellFormed(title) }) })
      withText(id, (live) => editFields(live, fields))
      if (title !== undefined) typed(id)
    },

    editEach({ edits }) {
      const editOf = new Map(edits.map((edit) => [edit.id, edit]))
      return eachCopy([...editOf.keys()], (live) => {
        const edit = editOf.get(live.id)
        if (edit !== undefined)
          editFields(live, editedFields({ ...live.row, ...live.copy.mine.fields }, edit))
      })
    },

    async save({ id, reason }) {
      await have(id)
      return withText(id, (live) => {
        engine.applyTyped(live)
        sending.save(live, reason)
        return sending.statusOf(live)
      })
    },

    delete: ({ ids }) => eachCopy(ids, (live) => engine.dispatch(live, { kind: 'deleted' })),
    async deleteThose(ids, isMeant) {
      const gone: DocumentId[] = []
      const done = await eachCopy(ids, (live) => {
        if (!isMeant(live.id)) return
        engine.dispatch(live, { kind: 'deleted' })
        gone.push(live.id)
      })
      return { ...done, gone }
    },
    restore: ({ ids }) => eachCopy(ids, (live) => engine.dispatch(live, { kind: 'undeleted' })),

    undoMerge({ id }) {
      withText(id, (live) => engine.dispatch(live, { kind: 'merge-undone' }))
    },

    replace(id, { text, title, reason }) {
      const given = title === undefined ? {} : { title: wellFormed(title) }
      withText(id, (live) =>
        engine.dispatch(live, { kind: 'restored', text: wellFormed(text), reason, ...given }),
      )
    },

    rewrite(id, change) {
      engine.withCopy(id, (live) => {
        engine.applyTyped(live)
        const { mine, phase } = live.copy
        const text = wellFormed(change(mine.text))
        if (text !== mine.text && !mine.deleted && phase !== 'deleted')
          engine.dispatch(live, { kind: 'typed', text })
      })
    },

    ...readers,
    ...createRemoteUpdates({
      ...parts,
      engine,
      textCache,
      now: () => clock.now(),
      aheadMs: () => connection.current().aheadMs,
      newId,
    }),
    windowsOf: (id) => engine.inUse(id)?.open?.windows ?? 0,
    openIds: () => engine.allInUse().flatMap(({ id, open }) => (open ? [id] : [])),

    ...createItemUpdates({ store, engine, reschedule: sending.reschedule, editFields }),

    abilitiesChanged() {
      for (const live of engine.allInUse()) if (live.open !== undefined) engine.tellStatus(live)
    },
    sendable: sending.sendable,

    resume() {
      const waiting = store.table.pending().map(({ id }) => id)
      const some = () => {
        for (const id of waiting.splice(0, RESUMED_AT_ONCE))
          engine.withCopy(id, (live) => sending.reschedule(live, 'loaded'))
        if (waiting.length > 0) cancelResuming = clock.after(0, some)
      }
      some()
    },
    inMemoryOnly(id) {
      const live = engine.inUse(id)
      return live?.unwritten && live.row && !live.row.hidden ? summaryOf(live.row) : undefined
    },
    unwritten: () => engine.allInUse().flatMap(({ id, unwritten }) => (unwritten ? [id] : [])),
    shut() {
      cancelResuming()
      textCache.stop()
      engine.shut()
    },
  }
}

const givenOf = (fields: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const RESUMED_AT_ONCE = 20
/** So many are written in one transaction: a key waits for no more than these. */
const CHANGED_AT_ONCE = 10
