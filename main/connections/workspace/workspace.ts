import fs from 'node:fs'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../../../shared/ipc/ipc'
import type { Notice } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { appError } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import { createPace } from '../../system/pace'
import { libraryFileIn, noteInFolder } from '../list/connection-list'
import type { Documents } from '../../documents/documents'
import { openDocuments } from '../../documents/open-documents'
import { createSnapshots, type Snapshots } from '../../documents/retention/snapshots'
import { openHistory, type DocumentHistory } from '../../history/open-history'
import type { BackedUpVersions } from '../../history/backed-up'
import { openLibrary, type Library } from '../../library/library'
import { folderIdsFrom } from '../../library/folders-from'
import { openLibraryItems } from '../../library/items/library-items'
import { contentKey } from '../../documents/retention/content-key'
import { createCaptured, type CapturedWords } from '../../library/captured'
import { createGoals, type WritingGoals } from '../../library/goals'
import { createDays, type Days } from '../../library/days'
import { createMoveRecord, type MoveRecord } from '../../library/move-record'
import { createUnfinished, type Unfinished } from '../../library/unfinished'
import { createReplace, type Replace } from '../../search/replace'
import { previewInThread } from '../../search/replace-preview'
import type { SavedSearches } from '../../search/saved-searches'
import { openWordsHere, type OpenWords } from '../../search/words-here'
import type { IgnoredWords } from '../../spelling/ignored-words'
import { openOrRecover, WORDS_FILE, type Opened } from '../../store/recovery'
import { createRows } from '../../store/rows'
import { createBulk } from '../../store/bulk'
import { createStore } from '../../store/store'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { createOutbox, type Outbox } from '../../sync/outbox/outbox'
import type { Attention } from '../../sync/pull/timetable'
import { reachMessage } from '../../sync/service/reach-message'
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from '../../system/storage-limits'
import { TYPED_LATE } from './unsent'
import { copiedTo } from './copied-library'
import { openFilesBeside } from './files-beside'
import { tellRecovered, tellSwapped } from './library-notices'
import { openServiceSide } from './service-side'
import { createWorkspaceAnswers, type ConnectionParts, type WorkspaceAnswers } from './workspace-answers'
import { createWorkspaceEvents } from './workspace-events'

export interface WorkspaceParts extends ConnectionParts {
  /** The folder of this connection's database; it is created where it does not exist. */
  readonly folder: string
  readonly newUuid: () => string
  readonly random: () => number
  /**
   * For tests: opens another database in place of the file in that folder; the index of words is in memory then too.
   */
  readonly openDatabase?: (file: string, clock: Clock) => Opened
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  readonly autosavePublished: () => boolean
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
  /** The writer's limits for texts and files on this device; `DEFAULT_STORAGE_LIMITS` where absent. */
  readonly storageLimits?: () => StorageLimits
  /** Documents in the tabs of windows, whether or not they are on screen. */
  readonly openTabs?: () => readonly DocumentId[]
  /** The capabilities of the service that are known beforehand. */
  readonly capabilities?: ServiceCapabilities
  /** Opens the search for words; in this thread where absent. */
  readonly openWords?: OpenWords
  /** The id of the device that this profile is. */
  readonly deviceId?: string
  /** The versions of its documents in the backup folder. */
  readonly backups?: BackedUpVersions
}

/** All parts of one connection, over one database. */
export interface Workspace
  extends WorkspaceAnswers, Pick<Library, 'catalog' | 'organise' | 'search' | 'attachments'> {
  readonly documents: Documents
  readonly outbox: Outbox
  readonly history: DocumentHistory
  readonly snapshots: Snapshots
  /** Runs `work`: all its changes are durable when this returns, or none of them is made. */
  transaction<T>(work: () => T): T
  /** Identifies this library in its exports. The id is made once, and differs on every device. */
  libraryId(): string
  /** Keeps the texts of a folder and of the folders in it on this device, or stops doing so. */
  keepOffline(input: CommandInput<'folder.keep-offline'>): CommandOutput<'folder.keep-offline'>
  /** Called when the writer has changed the storage limit of this device. */
  roomMoved(): void
  readonly replace: Replace
  readonly savedSearches: SavedSearches
  readonly ignoredWords: IgnoredWords
  /** The changes that a move made here and that may still be undone. */
  readonly moved: MoveRecord
  readonly unfinished: Unfinished
  /**
   * Keeps words that a window could not hand over in time among the recovered texts; they are durable when this
   * returns.
   */
  keepText(words: { readonly documentId: DocumentId; readonly title: string; readonly text: string }): void
  readonly days: Days
  readonly captured: CapturedWords
  readonly goals: WritingGoals
  attend(attention: Attention): void
  /** Called when the writer has opened a list. */
  glance(): void
  /**
   * Writes at once everything that is only in memory; resolves when the database is closed. No function may be called
   * afterwards.
   */
  close(): Promise<void>
}

/**
 * Opens one connection's library on this device. Throws an AppError where its folder cannot be used; does not wait for
 * a service.
 */
export function openWorkspace(parts: WorkspaceParts): Workspace {
  fs.mkdirSync(parts.folder, { recursive: true, mode: 0o700 })
  noteInFolder(parts.folder, parts.known)
  const opened = (parts.openDatabase ?? openOrRecover)(libraryFileOf(parts), parts.clock)
  try {
    return openParts(parts, opened)
  } catch (error) {
    // A caller that tries again opens the same file, which must not be open twice.
    opened.database.close()
    throw error
  }
}

const libraryFileOf = ({ folder }: WorkspaceParts): string => libraryFileIn(folder)

function openParts(parts: WorkspaceParts, { database, recovered }: Opened): Workspace {
  const { clock, emit } = parts
  const libraryFile = libraryFileOf(parts)
  const store = createStore(database, clock)
  const bulk = createBulk(database, clock)
  if (recovered !== undefined) tellRecovered(parts, recovered)

  let isClosed = false
  const { connection, keyMemory, client } = openServiceSide({
    ...parts,
    store,
    isOpen: () => !isClosed,
    sawAnother: () => library.pull.sawAnother(),
  })
  if (keyMemory.isSwapped()) tellSwapped(parts)
  const events = createWorkspaceEvents({
    clock,
    emit,
    record: () => answers.record(),
    onDocuments() {
      library.documentsChanged()
      days.look()
    },
    isWriterTyping: () => outbox.isWriterTyping(),
  })
  const outbox = createOutbox({
    clock,
    random: parts.random,
    connection,
    log: store.log,
    facts: store.facts,
    onChange: events.outboxChanged,
  })
  const items = openLibraryItems(createRows(database))
  const shared = { ...parts, database, store, client, connection, items, outbox }
  const { fixedFolder, savedSearches, ignoredWords, keptOffline } = openFilesBeside(parts)
  const allKeptOffline = () => keptOffline.get().flatMap((id) => folderIdsFrom(items, id))
  const index = parts.openDatabase === undefined ? path.join(parts.folder, WORDS_FILE) : ':memory:'
  const words = (parts.openWords ?? openWordsHere)({ library: libraryFile, index }, parts.report)
  const storageLimits = parts.storageLimits ?? (() => DEFAULT_STORAGE_LIMITS)
  const copied = copiedTo(parts, store.facts, items)
  const documents = openDocuments({
    ...shared,
    ...(copied && { copied }),
    api: client,
    idMapping: items,
    heldBytesMax: () => storageLimits().textBytes,
    keptOffline: allKeptOffline,
    isInTab: (id) => parts.openTabs?.().includes(id) === true,
    contentKey,
    listChanged: events.documentsChanged,
  })
  const library: Library = openLibrary({
    ...shared,
    documents,
    scheduler: outbox,
    filesFolder: path.join(parts.folder, 'files'),
    basePath: new URL(parts.address).pathname.replace(/\/$/, ''),
    words,
    keptOffline: () => keptOffline.get(),
    fixedFolder: () => fixedFolder.get(),
    onItemsChanged: events.itemsChanged,
    onCountsStale: events.countsStale,
    onFilesChanged: events.filesChanged,
    onProgress: events.progressed,
    inBulk: bulk.during,
  })
  const days = createDays({ ...parts, table: store.table, facts: store.facts, documents })
  const history = openHistory({ ...shared, documents })
  const replace = createReplace({
    documents,
    candidates: (filter) => library.search.within(filter),
    titleOf: (id) => store.table.get(id)?.title,
    find: (ask, ids, most) => previewInThread({ library: libraryFile, ask, ids, most }),
    readOnly: () =>
      connection.current().abilities['documents:write'] === 'no'
        ? 'This key may not write documents.'
        : undefined,
    emit,
    breathe: createPace(clock, outbox.isWriterTyping),
  })
  const moved = createMoveRecord(store.facts)
  const snapshots = createSnapshots({ ...shared, documents, kept: () => storageLimits().recovered })
  const answers = createWorkspaceAnswers({
    ...shared,
    keyMemory,
    documents,
    library,
    fixedFolder,
    moved,
    events,
  })

  connection.subscribe(events.connectionChanged)
  connection.subscribe((now, before) => {
    if (now.reach !== before.reach) events.reachChanged()
    if (now.abilities['documents:write'] !== before.abilities['documents:write']) documents.abilitiesChanged()
    const message = reachMessage(now, before)
    if (message !== undefined) store.log.note({ kind: 'told', ...message })
  })
  /** Stops all work: no request or timer starts from now on. */
  function stop(): void {
    isClosed = true
    library.stop()
    history.close()
    days.close()
    snapshots.close()
    events.close()
    outbox.close()
  }

  try {
    documents.resume()
    library.start()
    snapshots.keepTidy()
  } catch (error) {
    stop()
    documents.shut()
    connection.close()
    void words.close()
    throw error
  }

  return {
    catalog: library.catalog,
    organise: library.organise,
    search: library.search,
    replace,
    savedSearches,
    ignoredWords,
    attachments: library.attachments,
    documents,
    outbox,
    history,
    snapshots,
    moved,
    unfinished: createUnfinished(store.facts, parts.raise),
    transaction: (work) => store.transaction(work),
    libraryId() {
      const written = store.facts.read(LIBRARY_ID)
      if (typeof written === 'string') return written
      const made = parts.newUuid()
      store.facts.write(LIBRARY_ID, made)
      return made
    },
    days,
    captured: createCaptured(store.facts, documents, emit),
    goals: createGoals(store.facts, emit),
    keepText: (typed) => store.snapshots.keep({ ...typed, kind: 'snapshot', reason: TYPED_LATE }),
    keepOffline({ id, kept }) {
      if (items.get('folder', id)?.deleted !== false)
        throw appError('not-found-here', 'This folder is not here any more.')
      keptOffline.set(id, kept)
      events.itemsChanged({ folders: true, tags: false })
      void library.pull.read(documents.missedThere())
      return { withoutText: kept ? documents.withoutText(folderIdsFrom(items, id)) : 0 }
    },
    roomMoved() {
      documents.roomMoved()
      if (documents.withoutText() > 0) library.pull.walkAnew()
    },
    ...answers,
    attend: library.pull.attend,
    glance: () => library.pull.glance(),
    async close() {
      stop()
      documents.shut()
      connection.close()
      await words.close()
      await bulk.close()
      // Code that already has its answer runs before the database closes.
      await new Promise((resolve) => setImmediate(resolve))
      database.close()
    },
  }
}

const LIBRARY_ID = 'libraryId'
