import { openAccountIndex, type AccountIndex } from './account-index'
import type { EmbeddingChoice } from './account-vectors'
import { indexedAccounts, isUseless, openSearchIndex, removeSearchIndex } from '../store/search/search-index'
import type { SearchSource } from '../store/search/search-source'

export interface OpenAccountsParts {
  /** The source of documents, which is closed after the search. */
  readonly source: SearchSource
  /** The folder of the indexes; `undefined`: in memory. */
  readonly folder: string | undefined
  readonly embedding: EmbeddingChoice
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Called for failures of background work, which continues. */
  readonly onError: (error: unknown) => void
}

const OPEN_ACCOUNTS_MAX = 16

/** The indexes of the most recently used accounts. One that cannot be used is rebuilt from the documents. */
export function createOpenAccounts({ source, folder, embedding, clock, onError }: OpenAccountsParts) {
  /** The most recently used index is last. */
  const open = new Map<number, AccountIndex>()

  const make = (accountId: number): AccountIndex => {
    const index = openSearchIndex(folder, accountId, clock())
    try {
      return openAccountIndex({ accountId, source, index, embedding, onError, now: () => performance.now() })
    } catch (error) {
      index.close()
      throw error
    }
  }
  const openAccount = (accountId: number): AccountIndex => {
    try {
      return make(accountId)
    } catch (error) {
      if (!isUseless(error)) throw error
      discard(accountId, error)
      return make(accountId)
    }
  }
  const drop = (accountId: number) => {
    const dropped = open.get(accountId)
    open.delete(accountId)
    try {
      dropped?.close()
    } catch (error) {
      onError(error)
    }
  }
  /** Discards the index of an account, which is damaged. */
  const discard = (accountId: number, error: unknown) => {
    onError(error)
    drop(accountId)
    if (folder !== undefined) removeSearchIndex(folder, accountId)
  }

  return {
    drop,
    discard,

    get(accountId: number): AccountIndex {
      const known = open.get(accountId) ?? openAccount(accountId)
      open.delete(accountId)
      open.set(accountId, known)
      return known
    },

    /** Removes the indexes of accounts that no longer exist. */
    sweep(): void {
      const accounts = new Set(source.accounts())
      for (const accountId of open.keys()) if (!accounts.has(accountId)) drop(accountId)
      if (folder === undefined) return
      for (const accountId of indexedAccounts(folder))
        if (!accounts.has(accountId)) removeSearchIndex(folder, accountId)
    },

    /** Closes the least recently used indexes, except these. */
    closeIdle(awake: ReadonlySet<number>): void {
      for (const accountId of open.keys()) {
        if (open.size <= OPEN_ACCOUNTS_MAX) return
        // An index in memory would be lost.
        if (folder !== undefined && !awake.has(accountId)) drop(accountId)
      }
    },

    close(): void {
      for (const accountId of [...open.keys()]) drop(accountId)
    },
  }
}
