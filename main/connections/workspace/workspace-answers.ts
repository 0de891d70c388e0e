import type { Connection as ConnectionRecord } from '../../../shared/ipc/ipc-sync'
import { ABILITIES, type Ability, type FolderId } from '../../../shared/terms'
import type { Documents } from '../../documents/documents'
import type { KeyMemory } from '../keys/key-memory'
import type { Library } from '../../library/library'
import type { LibraryItems } from '../../library/items/library-items'
import type { FixedFolder } from '../../search/fixed-folder'
import type { MoveRecord } from '../../library/move-record'
import type { Store } from '../../store/store'
import { unsentIn, type OnlyHere } from './unsent'
import { createApiClient, type ApiClient } from '../../sync/http/api-client'
import { createConnection, type Connection } from '../../sync/service/connection'
import { reportOf } from '../../sync/service/connection-state'
import { checkIdentity, type IdentityShown } from '../../sync/http/identity'
import { probeWriteAbilities } from '../../sync/service/probe-abilities'
import type { Outbox } from '../../sync/outbox/outbox'
import type { WorkspaceEvents } from './workspace-events'
import type { CommandInput, CommandOutput } from '../../../shared/ipc/ipc'
import type { KnownConnection } from '../list/connection-list'
import type { Credential, Fetch } from '../../sync/http/fetch'
import type { Clock } from '../../system/clock'
import type { Emit } from '../../documents/engine/window-events'

/** The connection of a workspace, and the way to its service. */
export interface ConnectionParts {
  readonly known: KnownConnection
  readonly address: string
  readonly credential: () => Credential | undefined
  /** The settings that the writer may change while the library is open; where absent, those of `known` count. */
  readonly now?: () => {
    readonly name: string
    /** Whether the key is under a passphrase that was not given yet. */
    readonly isLocked: boolean
  }
  readonly fetch: Fetch
  readonly clock: Clock
  readonly emit: Emit
}

interface WorkspaceAnswersParts extends ConnectionParts {
  readonly store: Store
  readonly client: ApiClient
  readonly connection: Connection
  readonly keyMemory: KeyMemory
  readonly documents: Documents
  readonly library: Library
  readonly items: LibraryItems
  readonly outbox: Outbox
  readonly fixedFolder: FixedFolder
  readonly moved: MoveRecord
  readonly events: WorkspaceEvents
}

/** The state of one connection, and the commands that concern it as a whole. */
export interface WorkspaceAnswers {
  readLog(input: CommandInput<'log.read'>): CommandOutput<'log.read'>
  record(): ConnectionRecord
  /** Limits every search to one folder and to published documents; `null` removes the limit (B9). */
  fixFolder(folderId: FolderId | null): ConnectionRecord
  /** Tries waiting sends now, because the writer asks or the machine woke. */
  retry(): void
  /** Tries waiting sends now, and resolves with the result once the service was read. */
  check(): Promise<CommandOutput<'connection.retry'>>
  /** Waits until the service's whole library was read once; `false` where it cannot be read now. */
  whenRead(): Promise<boolean>
  hasRead(): boolean
  /** Ends the first pull, until `retry`. */
  stopReading(): void
  /** Tries again the requests for which the key was refused. */
  askAgain(): void
  /** Handles another key, or the same key after it has become available again. */
  keyChanged(): void
  /** Tells the windows that the connection's name or the list of libraries has changed. */
  settingsChanged(): void
  /** The parts of the library that exist only on this device. */
  unsent(): OnlyHere
  /** Whether this key opens the account whose library is here (requirement C7). */
  accountOf(key: Credential): Promise<IdentityShown>
  /** Finds out the unknown abilities of the key, once the service answers (D2), with requests that change nothing. */
  askAbilities(): void
  /** Records the writer's answer whether the key in use opens the account whose library is here (C7). */
  confirmAccount(isSame: boolean): void
}

export function createWorkspaceAnswers(parts: WorkspaceAnswersParts): WorkspaceAnswers {
  const { connection, emit, events, fixedFolder, known, library, outbox, items, store } = parts
  const isEmbedded = known.kind === 'embedded'

  const record = () => recordOf(parts)

  async function askWriteAbilities(): Promise<void> {
    const { abilities, keyGeneration } = connection.current()
    const isOpen = (ability: Ability) => ability.endsWith(':write') && abilities[ability] === 'unknown'
    if (!ABILITIES.some(isOpen)) return
    const found = await probeWriteAbilities(parts.client)
    if (connection.current().keyGeneration === keyGeneration) connection.noteAbilities(found)
  }

  async function check(): ReturnType<WorkspaceAnswers['check']> {
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
    record() {
      const now = record()
      events.answered(now)
      return now
    },
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
    hasRead: () => library.pull.isWhole(),
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
    settingsChanged: events.connectionsChanged,
    unsent: () => unsentIn(store, items),
    accountOf: (key) => accountOf(parts, key),
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
      const { identity } = connection.current()
      if (identity !== 'ask' && identity !== 'other') return
      connection.tellIdentity(isSame ? 'same' : 'other')
      outbox.retry()
      void library.pull.now()
    },
  }
}

/** The record of the connection for windows. */
function recordOf(parts: WorkspaceAnswersParts): ConnectionRecord {
  const { connection, events, fixedFolder, known, library, outbox, items } = parts
  const isEmbedded = known.kind === 'embedded'
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
    ...(!library.pull.isWhole() && { unread: true }),
    ...(library.pull.isCancelled() && { readingStopped: true }),
    ...(movedFrom !== undefined && { movedFrom }),
    ...(fixed !== undefined && {
      fixedFolder: items.get('folder', fixed)?.deleted === false ? fixed : '',
    }),
  }
}

async function accountOf(parts: WorkspaceAnswersParts, key: Credential): Promise<IdentityShown> {
  const { clock, connection, keyMemory, library } = parts
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
  // The drafts of this library wait for its present key, or for the key that it had when it was removed from the list.
  const isOwnKey = parts.credential()?.key === key.key || keyMemory.isOf(key.key)
  return identity === 'ask' && isOwnKey && connection.current().identity === 'same' ? 'same' : identity
}
