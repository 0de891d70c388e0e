import { ABILITIES, type Ability } from '../shared/terms'
import { createApp, type App, type AppParts } from './app'
import { hashKey, makeKey } from './auth'
import { systemRandom } from './settings'
import { createMemoryBlobStore } from './store/blobs.memory'
import { openDatabase } from './store/database'
import { createStore, type Store } from './store/store'

export interface MemoryService {
  readonly app: App
  /** Holds every ability in the account `default`. */
  readonly key: string
  readonly store: Store
  /** A further key; the account is made where there is none of that name. */
  addKey(abilities: readonly Ability[], account?: string): string
  close(): void
}

/** The whole service in this process, its database in memory: for tests, and for what other tests stand on. */
export function openMemoryService(parts: Omit<AppParts, 'store'> = {}): MemoryService {
  const store = createStore(openDatabase(':memory:'))
  const now = parts.clock ?? Date.now
  const addKey = (abilities: readonly Ability[], account = 'default') => {
    const key = makeKey(systemRandom)
    const accountId = store.accounts.ensureAccount(account, now())
    store.accounts.addKey(accountId, 'test', Buffer.from(hashKey(key), 'hex'), abilities, now())
    return key
  }
  return {
    app: createApp({ blobs: createMemoryBlobStore(), ...parts, store }),
    key: addKey(ABILITIES),
    store,
    addKey,
    close: () => store.close(),
  }
}
