import type { Connection as ConnectionRecord } from '../shared/ipc-sync'
import { ABILITIES, type Ability } from '../shared/terms'
import type { Documents } from './documents/documents'
import type { KeyMemory } from './key-memory'
import type { Library } from './library/library'
import type { Places } from './library/places'
import type { FixedFolder } from './search/fixed-folder'
import type { MoveRecord } from './porting/move-record'
import type { Store } from './store/store'
import { unsentIn } from './unsent'
import { createApiClient, type ApiClient } from './sync/api-client'
import { createConnection, type Connection } from './sync/connection'
import { reportOf } from './sync/connection-state'
import { checkIdentity } from './sync/identity'
import { probeWriteAbilities } from './sync/probe-abilities'
import type { Outbox } from './sync/outbox'
import type { WorkspaceEvents } from './workspace-events'
import type { Workspace, WorkspaceParts } from './workspace'

export interface WorkspaceAnswersParts extends Pick<
  WorkspaceParts,
  'known' | 'now' | 'address' | 'credential' | 'fetch' | 'clock' | 'emit'
> {
  readonly store: Store
  readonly client: ApiClient
  readonly connection: Connection
  readonly keyMemory: KeyMemory
  readonly documents: Documents
  readonly library: Library
  readonly places: Places
  readonly outbox: Outbox
  readonly fixedFolder: FixedFolder
  readonly moved: MoveRecord
  readonly events: WorkspaceEvents
}

export type WorkspaceAnswers = Pick<
  Workspace,
  | 'record'
  | 'fixFolder'
  | 'readLog'
  | 'retry'
  | 'check'
  | 'whenRead'
  | 'stopReading'
  | 'askAgain'
  | 'keyChanged'
  | 'settingsChanged'
  | 'unsent'
  | 'accountOf'
  | 'askAbilities'
  | 'confirmAccount'
>

/** What one connection says of itself, and what it is told as a whole. */
export function createWorkspaceAnswers(parts: WorkspaceAnswersParts): WorkspaceAnswers {
  const { connection, emit, events, fixedFolder, known, library, outbox, places, store } = parts
  const isEmbedded = known.kind === 'embedded'

  function record(): ConnectionRecord {
    const { name, isLocked } = parts.now?.() ?? { isLocked: false, ...known }
    const progress = events.progress()
    const fixed = fixedFolder.get()
    const movedFrom = parts.moved.from()?.name
    return {
      id: known.id,
      name,
      kind: known.kind,
      address: isEmbedded ? '' : parts.address,
      configured: isEmbedded || parts.credential() !== undefined,
      locked: isLocked,
      waiting: outbox.waiting(),
      ...reportOf(connection.current()),
      ...(progress !== undefined && { progress }),
      ...(library.pull.isCancelled() && { readingStopped: true }),
      ...(movedFrom !== undefined && { movedFrom }),
      ...(fixed !== undefined && {
        fixedFolder: places.get('folder', fixed)?.deleted === false ? fixed : '',
      }),
    }
  }

  async function askWriteAbilities(): Promise<void> {
    const { abilities, keyGeneration } = connection.current()
    const isOpen = (ability: Ability) => ability.endsWith(':write') && abilities[ability] === 'unknown'
    if (!ABILITIES.some(isOpen)) return
    const found = await probeWriteAbilities(parts.client)
    if (connection.current().keyGeneration === keyGeneration) connection.noteAbilities(found)
  }

  async function check(): ReturnType<Workspace['check']> {
    const before = events.changes()
    connection.retryNow()
    outbox.retry()
    events.connectionChanged()
    await library.pull.now()
    const { reach, identity } = connection.current()
    if (reach !== 'online' || identity !== 'same') return { outcome: 'not-read' }
    return { outcome: events.changes() === before ? 'nothing-new' : 'up-to-date' }
  }

  return {
    record,
    readLog: ({ query, kind, limit }) =>
      store.log
        .read({ query, limit, ...(kind !== undefined && { kind }) })
        .map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry })),
    fixFolder(folderId) {
      fixedFolder.set(folderId)
      emit('connection.changed', record())
      return record()
    },
    retry: () => void check(),
    check,
    async whenRead() {
      await library.pull.now()
      return library.pull.isWhole()
    },
    stopReading() {
      library.pull.cancel()
      events.connectionChanged()
    },
    askAgain() {
      connection.askAgain()
      outbox.retry()
    },
    keyChanged() {
      connection.keyChanged(isEmbedded || !parts.keyMemory.isAnother())
    },
    settingsChanged: events.connectionChanged,
    unsent: () => unsentIn(store, places),
    accountOf: async (key) => {
      const { clock } = parts
      const asked = createConnection({ clock })
      const other = createApiClient({
        address: parts.address,
        credential: () => key,
        fetch: parts.fetch,
        clock,
        connection: asked,
      })
      const identity = await checkIdentity(other, library.knownAccount())
      asked.close()
      return identity
    },
    askAbilities() {
      if (isEmbedded) return
      const isReady = (now = connection.current()) => now.identity === 'same' && now.reach === 'online'
      if (isReady()) return void askWriteAbilities()
      const stop = connection.subscribe((now) => {
        if (!isReady(now)) return
        stop()
        void askWriteAbilities()
      })
    },
    confirmAccount(isSame) {
      if (connection.current().identity !== 'ask') return
      connection.noteIdentity(isSame ? 'same' : 'other')
      outbox.retry()
      void library.pull.now()
    },
  }
}
