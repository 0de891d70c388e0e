import { ABILITIES, type Ability } from '../../shared/terms'
import { createApp, type App, type AppParts } from '../app'
import { hashKey, makeKey } from '../http/auth'
import { createSearch } from '../search/search'
import { systemRandom, type Settings } from '../http/settings'
import { createMemoryBlobStore } from '../store/blobs.memory'
import { openMemoryDatabase } from '../store/database.memory'
import { createSearchSource } from '../store/search/search-source'
import { createStore, type Store } from '../store/store'

export interface MemoryService {
  readonly app: App
  /** Holds every ability in the account `default`. */
  readonly key: string
  readonly store: Store
  /** Adds a key; the account is created where there is none with that name. */
  addKey(abilities: readonly Ability[], account?: string): string
  /** Serves the same store again, with other settings. */
  withSettings(settings: Partial<Settings>): App
  /** Fills the disk; the returned function makes room again. */
  fillDisk(): () => void
  /** The stored data; a service opened from it begins with these. */
  backUp(): Uint8Array
  /** Resolves when search has indexed everything that was written. */
  searchSettled(): Promise<void>
  close(): Promise<void>
}

export interface MemoryParts extends Omit<AppParts, 'store'> {
  /** Serves the search and chunk routes too, from an index in memory. */
  readonly withSearch?: boolean
  /** A backup to begin with; where absent, an empty library. */
  readonly from?: Uint8Array
}

/** The whole service in this process, with its database in memory: for tests of the service and of its clients. */
export function openMemoryService({ withSearch, from, ...parts }: MemoryParts = {}): MemoryService {
  const database = openMemoryDatabase(from)
  const store = createStore(database)
  const now = parts.clock ?? Date.now
  const addKey = (abilities: readonly Ability[], account = 'default') => {
    const key = makeKey(systemRandom)
    const accountId = store.accounts.ensureAccount(account, now())
    store.accounts.addKey(accountId, 'test', Buffer.from(hashKey(key), 'hex'), abilities, now())
    return key
  }
  const search =
    withSearch === true
      ? createSearch({
          source: createSearchSource(database),
          folder: undefined,
          embedding: { kind: 'built-in' },
          clock: now,
          onError: parts.onError ?? console.error,
        })
      : undefined
  const appParts = { blobs: createMemoryBlobStore(), ...(search && { search }), ...parts, store }
  return {
    app: createApp(appParts),
    fillDisk() {
      const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number }
      database.exec(`PRAGMA max_page_count = ${pages}`)
      return () => database.exec('PRAGMA max_page_count = 1000000000')
    },
    backUp: () => database.serialize(),
    withSettings: (settings) => createApp({ ...appParts, settings: { ...parts.settings, ...settings } }),
    key: addKey(ABILITIES),
    store,
    addKey,
    searchSettled: async () => search?.settled(),
    async close() {
      await search?.close()
      store.close()
    },
  }
}
