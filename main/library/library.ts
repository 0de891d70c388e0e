import type { FolderId } from '../../shared/terms'
import type { Documents } from '../documents/documents'
import type { Clock } from '../system/clock'
import type { Database } from '../store/database'
import { createFileUses } from '../store/file-uses'
import { createReplica } from '../store/lists/replica'
import type { Store } from '../store/store'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import type { KnownAccount } from '../sync/http/identity'
import { createPull, type Pull } from '../sync/pull/pull'
import type { SendScheduler } from '../sync/outbox/sendable'
import { openBlobs } from './files/blobs'
import { targetKey, targetsIn } from '../../shared/text/file-links'
import { createAttachments, type Attachments } from './files/attachments'
import { createCatalog, type Catalog } from './catalog/catalog'
import { recentSince } from './catalog/tree'
import { createFileBytes } from './files/file-bytes'
import { createIndexing } from './files/indexing'
import { folderIdsFrom } from './folders-from'
import { createOrganise, type Organise } from './items/organise'
import type { LibraryItem } from './items/library-item'
import { createItemRemote } from './items/item-remote'
import { createItemSending } from './items/item-sending'
import { ITEM_KINDS, type LibraryItems } from './items/library-items'
import { pullFiles, pullItems } from './items/pull-items'
import { createSearch, type Search } from '../search/search'
import type { Words } from '../search/words-here'

export interface LibraryParts {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  readonly client: ApiClient
  readonly connection: Connection
  /** Opened before the documents, which use it for their ids. */
  readonly items: LibraryItems
  readonly documents: Documents
  readonly scheduler: SendScheduler
  readonly newUuid: () => string
  readonly filesFolder: string
  /** The path of the service's API; links to files begin with it. */
  readonly basePath: string
  readonly onItemsChanged: (what: { readonly folders: boolean; readonly tags: boolean }) => void
  readonly onCountsStale: () => void
  readonly onFilesChanged: () => void
  /** The progress of the first pull, while it runs. */
  readonly onProgress: (progress: { readonly done: number; readonly total: number } | undefined) => void
  /** Wraps work that writes large amounts to the database. */
  readonly inBulk: <T>(work: () => Promise<T>) => Promise<T>
  readonly keptOffline: () => readonly FolderId[]
  /** The search for words in this library. */
  readonly words: Words
  /** The one folder to which searches are limited, if any (B9). */
  readonly fixedFolder: () => FolderId | undefined
}

/** The sidebar's data and commands, for one connection. */
export interface Library {
  readonly catalog: Catalog
  readonly organise: Organise
  readonly attachments: Attachments
  readonly search: Search
  readonly pull: Pull
  /** The facts known here about the account that the library belongs to (C7). */
  knownAccount(): KnownAccount
  /** Handles changed documents: titles, texts, folders, or deletions. */
  documentsChanged(): void
  /** Resumes the work of the last run, and begins to pull. */
  start(): void
  stop(): void
}

/** The documents of a tag or folder with more than this are left to the next walk of the whole list. */
const READ_AGAIN_MAX = 500
/** How long texts are indexed before an upload's link is replaced, so that the latest typing is included. */
const CATCH_UP_MS = 50

export function openLibrary(parts: LibraryParts): Library {
  const { database, store, clock, client, connection, items, documents } = parts
  const replica = createReplica(database)
  const capabilities = () => connection.capabilities()
  const contentOf = (item: LibraryItem) => attachments.contentOf(item)
  const remote = createItemRemote({ ...parts, capabilities, contentOf })
  const remoteIdOf = (id: string) => store.table.get(id)?.remoteId

  const sending = createItemSending({
    ...parts,
    remote,
    log: store.log,
    capabilities,
    noteCapabilities: (noted) => connection.noteCapabilities(noted),
    holdsDocuments: (folderId) =>
      replica.documentsIn(folderId).length > 0 ? 'here' : replica.holdsDocuments(folderId) ? 'going' : 'none',
    onResolved(item) {
      if (item.kind === 'file') attachments.uploaded()
      else documents.itemsChanged()
    },
    onGone,
    onUnited,
    onRemade({ kind, id }) {
      if (kind !== 'file') documents.itemRemade(kind, id)
    },
    onChanged(item) {
      if (item.kind === 'file') attachments.changed(item)
      else parts.onItemsChanged({ folders: item.kind === 'folder', tags: item.kind === 'tag' })
    },
  })

  /**
   * Reads documents again that named a deleted item, because the service decides what became of them. Unsent changes of
   * the item are void.
   */
  function onGone(item: LibraryItem): void {
    const { kind, id, remoteId, deleted } = item
    if (kind === 'file') return attachments.gone(item)
    const isOurs = remoteId === undefined
    if (kind === 'folder') documents.folderDeleted(id, deleted || isOurs ? 'all' : 'pending')
    else documents.tagDeleted(id, isOurs ? 'all' : 'pending')
    if (!isOurs && !(kind === 'folder' && deleted)) readNaming(item)
  }

  /**
   * Handles one item under two ids of this device. With another name it is a new item, whose id was issued again after
   * a restored backup (C7).
   */
  function onUnited(item: LibraryItem, twin: LibraryItem): void {
    if (item.kind === 'file') return
    const now = item.mine.name === twin.mine.name ? item.id : undefined
    if (item.kind === 'folder') documents.folderDeleted(twin.id, 'pending', now)
    else documents.tagDeleted(twin.id, 'pending', now)
    readNaming(twin)
  }

  function readNaming({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): void {
    const naming = kind === 'folder' ? replica.thereInFolder(id) : replica.thereWithTag(id)
    if (naming.length <= READ_AGAIN_MAX) void pull.read(naming)
  }

  const knownAccount = () => accountKnownIn(parts)

  const pull = createPull({
    ...parts,
    knownAccount,
    pulled: documents,
    pullItems: (signal) => pullItems({ ...parts, remote, sending, signal }),
    openThere: () => documents.openIds().flatMap((id) => remoteIdOf(id) ?? []),
    missedThere: () => documents.missedThere(),
    countThere: () => replica.countThere(),
    markThere: () => replica.markThere(),
    facts: store.facts,
  })

  const uses = createFileUses(database)
  const indexing = createIndexing({
    uses,
    clock,
    read: (id) => documents.read(id),
    filesIn: (text) => targetsIn(text).map(targetKey),
    onReached: () => attachments.relink(),
  })
  const attachments = createAttachments({
    ...parts,
    sending,
    fileBytes: createFileBytes({ items, client, facts: store.facts, blobs: openBlobs(parts.filesFolder) }),
    uses,
    catchUp: () => indexing.catchUp(CATCH_UP_MS),
    onChanged: parts.onFilesChanged,
    pullFiles: (signal) => pullFiles({ ...parts, remote, sending, ...(signal && { signal }) }),
  })
  const search = createSearch({
    ...parts,
    passing: replica.passing,
    ids: replica.ids,
    here(remoteId, updatedAt) {
      const row = store.table.byRemoteId(remoteId)
      if (!row || row.hidden) return undefined
      return {
        id: row.id,
        title: row.title,
        changed: row.pending || (updatedAt !== undefined && row.remoteUpdatedAt !== updatedAt),
      }
    },
    folderThere: (id) => items.folderThere(id),
    isFolderKnown: (id) => items.get('folder', id)?.deleted === false,
    foldersFrom: (id) => folderIdsFrom(items, id),
    recentSince: () => recentSince(clock),
    remoteIdOf,
    titleOf: (id) => store.table.get(id)?.title,
  })

  function documentsChanged(): void {
    sending.recheck()
    parts.words.wake()
    indexing.wake()
  }

  return {
    catalog: createCatalog({ ...parts, ...search, replica, table: store.table }),
    organise: createOrganise({ ...parts, sending, capabilities, documentsIn: replica.documentsIn }),
    attachments,
    search,
    pull,
    knownAccount,
    documentsChanged,
    start() {
      documentsChanged()
      pull.start()
    },
    stop() {
      pull.stop()
      indexing.stop()
    },
  }
}

function accountKnownIn({ items, documents, store }: LibraryParts): KnownAccount {
  const all = ITEM_KINDS.flatMap((kind) => [...items.all(kind)])
  return {
    documents: documents.allKnown(),
    items: all.flatMap(({ kind, remoteId, base, deleted }) =>
      remoteId === undefined || base === undefined || deleted
        ? []
        : [{ kind, remoteId, name: base.fields.name }],
    ),
    hasDrafts:
      all.some(({ remoteId }) => remoteId === undefined) ||
      documents.unwritten().length > 0 ||
      store.table.pending().some(({ remoteId, hidden }) => remoteId === undefined && !hidden),
  }
}
