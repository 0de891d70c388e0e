import { createHash } from 'node:crypto'
import type { Notice } from '../../shared/ipc/ipc-records'
import type { DocumentId, Fields, FolderId, RemoteId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import { createPace, restAfter } from '../system/pace'
import type { DocumentRow } from '../store/document-table'
import type { Store } from '../store/store'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { isAnother } from '../sync/http/identity'
import type { Outbox } from '../sync/outbox/outbox'
import { createEngine, type Engine } from './engine/engine'
import { createDocumentSending } from './engine/document-sending'
import type { Documents, IdMapping } from './documents'
import { createChanges } from './engine/changes'
import { createManyChanges } from './engine/many-changes'
import { createAppending, createEditing } from './engine/editing'
import { createExchanges } from './engine/exchanges'
import { createTextCache } from './retention/text-cache'
import type { Live } from './engine/live'
import type { WorkingCopy } from './core/working-copy'
import { createRemoteUpdates } from './remote/remote-updates'
import { createItemUpdates } from './remote/item-updates'
import { guardAsked } from '../sync/service/capabilities'
import { createDocumentRequests } from './engine/requests'
import { createReview } from './engine/review'
import type { Emit } from './engine/window-events'
import { summaryOf } from './engine/row'
import { createTextAccess } from './retention/text-access'

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
  /** How many bytes of text are kept on this device; a text beyond that is read when it is opened. */
  readonly heldBytesMax: () => number
  /** Folders whose texts are kept on this device however much room they take, including the folders inside them. */
  readonly keptOffline: () => readonly FolderId[]
  /** Whether the document is in a tab of a window, on screen or not. */
  readonly isInTab: (id: DocumentId) => boolean
  /** A key that is equal for two documents with the same content. */
  readonly contentKey: (title: string, text: string) => string
  /** Called when a row of the list has changed; this happens often. */
  readonly listChanged: (isGone?: boolean) => void
  /**
   * Present where this library was copied and is another device now; `settled` is called when all of its drafts were
   * checked.
   */
  readonly copied?: { readonly settled: () => void }
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
}

/**
 * The key of a create. It is equal on two devices of which one is a copy of the other, until one of their creates was
 * answered.
 */
const createKey = ({ id, creates = 0 }: WorkingCopy): string =>
  createHash('sha256').update(`document ${id} ${creates}`).digest('hex').slice(0, 32)

/** The prefix of ids of documents that are not on the service yet; no service issues such ids. */
const NEW = 'new:'

/** Opens the documents that the store holds. Changes that an earlier run left are not sent before `resume`. */
export function openDocuments(parts: DocumentsParts): Documents {
  const { store, connection, clock } = parts
  const newId = () => NEW + parts.newUuid()
  const requests = requestsOf(parts)
  const sending = createDocumentSending({
    ...parts,
    engine: () => engine,
    isAnothers: (id, remoteId) => anotherWith(store, remoteId, id) !== undefined,
  })
  const engine: Engine = createEngine({
    ...parts,
    ...sending,
    newId,
    newKey: createKey,
    isCopied: () => resuming.isCopied(),
    perform: createExchanges({
      ...parts,
      engine: () => engine,
      schedule: sending.schedule,
      requests,
      log: store.log,
      noteCapabilities: (capabilities) => connection.noteCapabilities(capabilities),
      noteGuardAsked: () => connection.noteCapabilities(guardAsked(connection.capabilities())),
      mayPoll: () => sending.hindrance(false) === undefined,
      noteGiven: (remoteId, to) =>
        anotherWith(store, remoteId, to)?.phase === 'deleted' && remoteUpdates.replaced(remoteId),
    }),
  })
  const textCache = createTextCache({
    ...parts,
    engine,
    bytesMax: parts.heldBytesMax,
    changesTexts: () => connection.capabilities().changesTexts === 'yes',
  })

  const remoteUpdates = createRemoteUpdates({
    ...parts,
    engine,
    textCache,
    now: () => clock.now(),
    aheadMs: () => connection.current().aheadMs,
    newId,
  })

  const { have, here, withText, readers } = createTextAccess({ ...parts, engine, requests, textCache })

  const eachCopy = createManyChanges({
    engine,
    have,
    newPace: () => createPace(clock, parts.outbox.isWriterTyping),
  })

  const resuming = createResuming(parts, (id) =>
    engine.withCopy(id, (live) => sending.reschedule(live, 'loaded')),
  )

  const typed = (id: DocumentId) => parts.outbox.noteWords(sending.sendable, id, 'now')
  const editFields = (live: Live, fields: Fields) => engine.dispatch(live, { kind: 'fields-edited', fields })

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
    ...createChanges({ ...parts, engine, sending, newId, have, withText, editFields, typed, eachCopy }),
    ...readers,
    ...remoteUpdates,
    ...createItemUpdates({ store, engine, reschedule: sending.reschedule, editFields }),
    ...inUse(engine, store.table),
    sendable: sending.sendable,
    resume: resuming.start,
    shut() {
      resuming.stop()
      textCache.stop()
      engine.shut()
    },
  }
}

/**
 * Another document with this id on the service. It may be a document that is gone: a restored service issues ids again
 * (W17).
 */
function anotherWith({ table }: Store, remoteId: RemoteId, id: DocumentId): DocumentRow | undefined {
  const row = table.byRemoteId(remoteId)
  return row?.id === id ? undefined : row
}

function requestsOf(parts: DocumentsParts) {
  const { connection, store } = parts
  const { table } = store
  return createDocumentRequests({
    ...parts,
    capabilities: () => connection.capabilities(),
    controlDocuments: (except) => table.controlDocuments(except),
    aheadMs: () => connection.current().aheadMs,
    isSameAccount: () => connection.current().identity === 'same',
    isKnown: (remoteId) => table.byRemoteId(remoteId) !== undefined,
    isAnother: ({ id, created_at }) => isAnother(table.byRemoteId(id)?.remoteCreatedAt, created_at),
  })
}

/** The documents that windows have open, and those that are only in memory. */
const inUse = (
  engine: Engine,
  table: Pick<Store['table'], 'get'>,
): Pick<
  Documents,
  | 'windowsOf'
  | 'openIds'
  | 'abilitiesChanged'
  | 'inMemoryOnly'
  | 'madeInMemoryOnly'
  | 'deletedInMemoryOnly'
  | 'unwritten'
> => ({
  windowsOf: (id) => engine.inUse(id)?.open?.windows ?? 0,
  openIds: () => engine.allInUse().flatMap(({ id, open }) => (open ? [id] : [])),
  abilitiesChanged() {
    for (const live of engine.allInUse()) if (live.open !== undefined) engine.tellStatus(live)
  },
  inMemoryOnly(id) {
    const live = engine.inUse(id)
    return live?.unwritten && live.row && !live.row.hidden ? summaryOf(live.row) : undefined
  },
  madeInMemoryOnly: () =>
    engine
      .allInUse()
      .flatMap(({ id, unwritten, row }) =>
        unwritten && row && !row.hidden && table.get(id) === undefined ? [summaryOf(row)] : [],
      )
      .reverse(),
  deletedInMemoryOnly: () =>
    engine.allInUse().flatMap(({ id, unwritten, row }) => (unwritten && row?.hidden ? [id] : [])),
  unwritten: () => engine.allInUse().flatMap(({ id, unwritten }) => (unwritten ? [id] : [])),
})

const RESUMED_AT_ONCE = 20
/** A portion ends after this long, so that a key waits for no more. */
const RESUMED_MS = 8

/** Goes through the waiting documents in portions: keys come first even when thousands wait. */
function createResuming({ store, clock, outbox, copied }: DocumentsParts, goOn: (id: DocumentId) => void) {
  let isCopied = copied !== undefined
  let stop = () => {}
  return {
    start() {
      const waiting = store.table.pending().map(({ id }) => id)
      waiting.reverse()
      const some = () => {
        const began = clock.now()
        for (let n = 0; n < RESUMED_AT_ONCE && clock.now() - began < RESUMED_MS; n++) {
          const id = waiting.pop()
          if (id !== undefined) goOn(id)
        }
        if (waiting.length > 0)
          stop = clock.after(restAfter(clock.now() - began, outbox.isWriterTyping()), some)
        else {
          isCopied = false
          copied?.settled()
        }
      }
      some()
    },
    stop: () => stop(),
    /** True until all drafts of a copied library were checked. */
    isCopied: () => isCopied,
  }
}
