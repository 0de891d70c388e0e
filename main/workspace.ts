import fs from 'node:fs'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../shared/ipc'
import type { Connection as ConnectionRecord, Notice } from '../shared/ipc-records'
import { AppError, problem } from '../shared/problem'
import type { Clock } from './clock'
import type { KnownConnection } from './connection-list'
import type { Emit } from './documents/desk'
import { openDocuments, type Documents } from './documents/documents'
import { openLibrary, type Library } from './library/library'
import { openPlaces } from './library/places'
import { openOrRecover } from './store/recovery'
import { createRows } from './store/rows'
import { createStore, type Store } from './store/store'
import { createApiClient, type Credential, type Fetch } from './sync/api-client'
import { createConnection } from './sync/connection'
import { reportOf } from './sync/connection-state'
import type { Habits } from './sync/habits'
import { createOutbox, type Outbox } from './sync/outbox'

export interface WorkspaceParts {
  /** Where this connection's database is; made where there is none. */
  readonly folder: string
  readonly known: KnownConnection
  readonly address: string
  readonly credential: () => Credential | undefined
  readonly fetch: Fetch
  readonly clock: Clock
  readonly newUuid: () => string
  readonly random: () => number
  readonly emit: Emit
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  readonly autosavePublished: () => boolean
  /** Our own mistakes. */
  readonly report: (error: unknown) => void
  /** What is known of the service beforehand. */
  readonly habits?: Habits
}

/** All parts of one connection, over one database. */
export interface Workspace extends Pick<Library, 'catalog' | 'organise' | 'search'> {
  readonly documents: Documents
  readonly outbox: Outbox
  readonly history: Library['history'] & {
    restore(input: CommandInput<'history.restore'>): Promise<void>
  }
  readonly snapshots: {
    list(documentId: string | undefined): CommandOutput<'snapshots.list'>
    read(id: string): CommandOutput<'snapshot.read'>
    restore(id: string): Promise<CommandOutput<'snapshot.restore'>>
  }
  readLog(input: CommandInput<'log.read'>): CommandOutput<'log.read'>
  record(): ConnectionRecord
  /** The writer asks, or the machine woke: try now what waits. */
  retry(): void
  keyChanged(): void
  attend(isFocused: boolean): void
  /** Writes what is in memory only. Nothing may be called afterwards. */
  close(): void
}

/** The list changes with every key; windows are told a few times a second. */
const TELL_LIST_MS = 250
const SNAPSHOT_LIFE_MS = 90 * 24 * 60 * 60 * 1000
const SNAPSHOT_BYTES_MAX = 2 * 1024 ** 3
const UPKEEP_MS = 60_000

/** Opens one connection's library on this device. Throws an AppError where its folder cannot be used; waits for no service. */
export function openWorkspace(parts: WorkspaceParts): Workspace {
  const { clock, emit, known } = parts
  fs.mkdirSync(parts.folder, { recursive: true, mode: 0o700 })
  const { database, recovered } = openOrRecover(path.join(parts.folder, 'library.db'), clock)
  const store = createStore(database, clock)
  if (recovered !== undefined) tellRecovered(parts, recovered)

  const connection = createConnection({
    clock,
    habitStore: {
      read: () => ({ ...(store.facts.read('habits') as Habits | undefined), ...parts.habits }),
      write: (habits) => store.facts.write('habits', habits),
    },
  })
  const client = createApiClient({
    address: parts.address,
    credential: parts.credential,
    fetch: parts.fetch,
    clock,
    connection,
  })
  const outbox = createOutbox({
    clock,
    random: parts.random,
    connection,
    log: store.log,
    facts: store.facts,
    onChange(waiting) {
      emit('outbox.changed', { waiting })
      tellConnection()
    },
  })

  const toTell = { documents: false, folders: false, tags: false }
  let cancelTelling: (() => void) | undefined
  function tellList(what: Partial<typeof toTell>): void {
    Object.assign(toTell, what)
    cancelTelling ??= clock.after(TELL_LIST_MS, () => {
      cancelTelling = undefined
      library.documentsChanged()
      emit('library.changed', { ...toTell })
      Object.assign(toTell, { documents: false, folders: false, tags: false })
    })
  }

  const places = openPlaces(createRows(database))
  const documents = openDocuments({
    store,
    api: client,
    connection,
    places,
    outbox,
    clock,
    newUuid: parts.newUuid,
    emit,
    raise: parts.raise,
    autosavePublished: parts.autosavePublished,
    listChanged: () => tellList({ documents: true }),
    forgotten: () => tellList({ documents: true, folders: true }),
    report: parts.report,
  })
  let progress: ConnectionRecord['progress']
  const library: Library = openLibrary({
    database,
    store,
    clock,
    client,
    connection,
    places,
    documents,
    wishes: outbox,
    newUuid: parts.newUuid,
    onPlacesChanged: (what) => tellList({ documents: true, ...what }),
    onProgress(now) {
      progress = now
      tellConnection()
    },
  })

  const record = (): ConnectionRecord => ({
    id: known.id,
    name: known.name,
    kind: known.kind,
    address: known.kind === 'embedded' ? '' : parts.address,
    configured: known.kind === 'embedded' || parts.credential() !== undefined,
    waiting: outbox.waiting(),
    ...reportOf(connection.current()),
    ...(progress !== undefined && { progress }),
  })
  function tellConnection(): void {
    emit('connection.changed', record())
  }
  connection.subscribe(tellConnection)

  documents.resume()
  library.start()
  const stopUpkeep = keepUp(store, clock)

  return {
    ...library,
    documents,
    outbox,
    history: {
      ...library.history,
      async restore({ id, versionId }) {
        const { title, text } = await library.history.read({ id, versionId })
        documents.replace(id, { text, title, reason: 'restore' })
      },
    },
    snapshots: {
      list: (documentId) => [...store.snapshots.list(documentId)],
      read: (id) => readSnapshot(store, id),
      async restore(id) {
        const { title, text } = readSnapshot(store, id)
        const { id: documentId } = await documents.create({ title, text })
        return { documentId }
      },
    },
    readLog: ({ query, limit }) =>
      store.log.read({ query, limit }).map(({ at, kind, what, detail }) => ({
        at: new Date(at).toISOString(),
        level: kind === 'failed' ? 'error' : 'info',
        text: detail === '' ? what : `${what} · ${detail}`,
      })),
    record,
    retry() {
      connection.retryNow()
      outbox.retry()
      void library.pull.now()
    },
    keyChanged: () => connection.keyChanged(),
    attend: (isFocused) => library.pull.attend(isFocused),
    close() {
      stopUpkeep()
      library.stop()
      cancelTelling?.()
      outbox.close()
      documents.shut()
      connection.close()
      database.close()
    },
  }
}

function readSnapshot(store: Store, id: string): { title: string; text: string } {
  const found = store.snapshots.read(id)
  if (found === undefined) throw new AppError(problem('not-found-here', 'This text is not kept any more.'))
  return { title: found.title, text: found.text }
}

function tellRecovered(
  parts: WorkspaceParts,
  { aside, texts }: { readonly aside: string; readonly texts: number },
): void {
  parts.raise({
    tone: 'attention',
    text: `The library on this device was damaged. It is kept as ${path.basename(aside)}; ${texts} ${texts === 1 ? 'text was' : 'texts were'} read from it into Recovered texts, the rest comes from the service again.`,
    action: { label: 'Show', kind: 'show-recovered' },
  })
}

/** Packs snapshots one at a time and lets go of old ones, away from the writer's keys. */
function keepUp(store: Store, clock: Clock): () => void {
  let cancel = clock.after(UPKEEP_MS, work)
  async function pack(): Promise<void> {
    for (let left = 20; left > 0 && (await store.snapshots.packNext()); left--);
  }
  function work(): void {
    store.snapshots.prune(clock.now() - SNAPSHOT_LIFE_MS, SNAPSHOT_BYTES_MAX)
    void pack()
    cancel = clock.after(UPKEEP_MS, work)
  }
  return () => cancel()
}
