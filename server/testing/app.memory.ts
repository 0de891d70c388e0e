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
  /** A further key; the account is made where there is none of that name. */
  addKey(abilities: readonly Ability[], account?: string): string
  /** The same store served once more, with other settings. */
  withSettings(settings: Partial<Settings>): App
  /** From now on there is no room for more; the answer makes room again. */
  fillDisk(): () => void
  /** All that is stored now; a service that is opened from it begins there. */
  backUp(): Uint8Array
  /** Resolves when search knows everything that was written. */
  searchSettled(): Promise<void>
  close(): Promise<void>
}

export interface MemoryParts extends Omit<AppParts, 'store'> {
  /** Serves the search and chunk routes too, from an index in memory. */
  readonly withSearch?: boolean
  /** A backup to begin from; an empty library where there is none. */
  readonly from?: Uint8Array
}

/** The whole service in this process, its database in memory: for tests, and for what other tests stand on. */
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
