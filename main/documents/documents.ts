import type { DocumentSeen } from '../../shared/api-reading'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc'
import type { Notice } from '../../shared/ipc-records'
import { AppError, problem } from '../../shared/problem'
import type {
  DocumentId,
  ETag,
  Fields,
  FolderId,
  Phase,
  RemoteId,
  TagId,
  Timestamp,
} from '../../shared/terms'
import type { Clock } from '../clock'
import type { DocumentRow } from '../store/document-table'
import type { Store } from '../store/store'
import type { ApiClient } from '../sync/api-client'
import type { Connection } from '../sync/connection'
import type { Outbox } from '../sync/outbox'
import type { Sendable } from '../sync/sendable'
import { createDesk, type Desk, type Emit, type Live } from './desk'
import { createDocumentSending } from './document-sending'
import { createEditing } from './editing'
import { createExchanges } from './exchanges'
import { newDocument, pulledDocument } from './initial'
import { createNewsTaker } from './news'
import { createDocumentRequests } from './requests'
import { createReview } from './review'
import { wellFormed } from './well-formed'

/** A moment in the order of all that happened to documents; taken before a request leaves (W10). */
export type Asked = number

/** A document as the service showed it. */
export interface News {
  readonly seen: DocumentSeen
  /** Only with the body it arrived with: a GET's (W18). Without one it is news to be read before the next write. */
  readonly etag?: ETag
  readonly asked: Asked
}

/** What a pull compares with what the service lists. */
export interface KnownDocument {
  readonly id: DocumentId
  readonly remoteId: RemoteId
  readonly phase: Phase
  /** Of the base; absent where the base came from a list (W18). */
  readonly etag?: ETag
  /** Its text is on this device. */
  readonly hasText: boolean
  /** As the service last said. */
  readonly updatedAt?: Timestamp
  readonly createdAt?: Timestamp
}

/** Ids of folders and tags on both sides. What came from the service carries the service's id here too. */
export interface Places {
  folderHere(remote: RemoteId): FolderId
  /** `undefined`: the service does not have it yet. */
  folderThere(id: FolderId): RemoteId | undefined
  tagHere(remote: RemoteId): TagId
  tagThere(id: TagId): RemoteId | undefined
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** The documents of one connection. Main is the only writer for each; two windows share one working copy. */
export interface Documents {
  // what the writer does: one method for one command of shared/ipc.ts
  readonly create: Command<'document.create'>
  readonly open: Command<'document.open'>
  readonly close: Command<'document.close'>
  readonly change: Command<'document.change'>
  readonly editFields: Command<'document.edit-fields'>
  readonly keepView: Command<'document.keep-view'>
  readonly save: Command<'document.save'>
  readonly delete: Command<'document.delete'>
  readonly restore: Command<'document.restore'>
  readonly undoMerge: Command<'document.undo-merge'>
  readonly conflict: Command<'document.conflict'>
  readonly decide: Command<'document.decide'>
  readonly resolve: Command<'document.resolve'>
  /** An older version, or a passage of it, takes the place of the text; a snapshot is kept first, and it is sent as any edit. */
  replace(id: DocumentId, by: Replacement): void
  /** As it is on this device; `undefined` where it is not. */
  read(id: DocumentId): ReadDocument | undefined

  // what a pull tells
  /** The present moment; to be taken before a request leaves and to be handed in with its answer. */
  asking(): Asked
  /** Takes in what the service showed, a page at a time, in one transaction. What is void or known already changes nothing. */
  news(news: readonly News[]): void
  /** A 404 with the API's error body for that very document, in a round in which another known one reads well (W11). */
  gone(remoteId: RemoteId, asked: Asked): void
  known(remoteId: RemoteId): KnownDocument | undefined
  /** All that came from the service or was created there. */
  allKnown(): Iterable<KnownDocument>
  /** Documents that are open in a window, the focused one first: they are read more often. */
  openIds(): readonly DocumentId[]

  // what rows of folders and tags tell
  /** A folder or tag is gone here: documents that name it lose the name, as changes of their own. */
  folderDeleted(id: FolderId): void
  tagDeleted(id: TagId): void
  /** A folder or tag that waited has its id on the service now: what waited for it can go. */
  placesChanged(): void

  /** For the outbox. */
  readonly sendable: Sendable
  /** Takes up what the last run left: what is pending is read, and goes when the outbox says so. */
  resume(): void
  /** Documents whose last words are in memory only, because they could not be written. */
  unwritten(): readonly DocumentId[]
  /** Writes what is still in memory only. Nothing is taken in afterwards. */
  shut(): void
}

export interface Replacement {
  readonly text: string
  readonly title?: string
  readonly reason: 'restore' | 'replace'
}

export interface ReadDocument {
  readonly remoteId?: RemoteId
  readonly text: string
  readonly fields: Fields
  readonly phase: Phase
  /** The last text that the service is known to have had, where it is another one. */
  readonly baseText?: string
}

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
  const taker = createNewsTaker({ ...parts, desk, now: () => clock.now(), newId })

  /** Every document that is listed can be had: what is not on this device is read from the service. */
  async function have(id: DocumentId): Promise<void> {
    if (desk.load(id)) return
    const remoteId = store.table.get(id)?.remoteId
    if (remoteId === undefined) throw notHere()
    const { outcome, times } = await requests.read(remoteId)
    if (desk.load(id)) return
    switch (outcome.kind) {
      case 'record':
        return void desk.add(pulledDocument(id, remoteId, outcome.seen), times)
      case 'gone':
        store.table.remove(id)
        parts.listChanged()
        throw notHere()
      case 'failed':
        throw new AppError({
          ...outcome.problem,
          message: `The text is not on this device yet. ${outcome.problem.message}`,
        })
    }
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
    if (failure !== undefined) throw failure
  }

  function editFields(live: Live, fields: Fields): void {
    desk.dispatch(live, { kind: 'fields-edited', fields })
    desk.settleDown(live)
  }

  function knownOf(row: DocumentRow): KnownDocument {
    return {
      id: row.id,
      remoteId: row.remoteId ?? '',
      phase: row.phase,
      hasText: row.hasText,
      ...(row.etag !== undefined && { etag: row.etag }),
      ...(row.remoteUpdatedAt !== undefined && { updatedAt: row.remoteUpdatedAt }),
      ...(row.remoteCreatedAt !== undefined && { createdAt: row.remoteCreatedAt }),
    }
  }

  return {
    ...createEditing({ store, desk, connection, emit: parts.emit, have, here, statusOf: sending.statusOf }),
    ...createReview({ desk, here }),

    create({ title = '', text = '', folderId = null, tagIds = [] }) {
      const fields = { title: wellFormed(title), folderId, tagIds }
      const live = desk.add(newDocument(newId(), { text: wellFormed(text), fields }))
      sending.wish(live, 'fields-edited')
      desk.settleDown(live)
      return { id: live.id }
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

    read(id) {
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
      }
    },

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

    folderDeleted(id) {
      for (const documentId of store.table.inFolder(id)) {
        const live = desk.load(documentId)
        if (live) editFields(live, { folderId: null })
      }
    },
    tagDeleted(id) {
      for (const documentId of store.table.withTag(id)) {
        const live = desk.load(documentId)
        if (live) loseTag(live, id)
      }
    },
    placesChanged() {
      for (const row of store.table.pending()) {
        const live = desk.load(row.id)
        if (!live) continue
        sending.wish(live, 'fields-edited')
        desk.settleDown(live)
      }
    },

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
      desk.shut()
    },
  }

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
}

const RESUMED_AT_ONCE = 20

const notHere = () => new AppError(problem('not-found-here', 'This document is not here any more.'))
