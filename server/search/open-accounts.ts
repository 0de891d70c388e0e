import { openAccountIndex, type AccountIndex } from './account-index'
import type { EmbeddingChoice } from './account-vectors'
import { indexedAccounts, isUseless, openSearchIndex, removeSearchIndex } from '../store/search/search-index'
import type { SearchSource } from '../store/search/search-source'

export interface OpenAccountsParts {
  /** Outlives the search. */
  readonly source: SearchSource
  /** Where the indexes are kept; `undefined`: in memory. */
  readonly folder: string | undefined
  readonly embedding: EmbeddingChoice
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Hears of failures of background work; it goes on by itself. */
  readonly onError: (error: unknown) => void
}

const OPEN_ACCOUNTS_MAX = 16

/** The indexes of the accounts that were used last. One that cannot be used is made again from the documents. */
export function createOpenAccounts({ source, folder, embedding, clock, onError }: OpenAccountsParts) {
  /** The one used last comes last. */
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
  /** The index of an account turned out to be damaged. */
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

    /** Removes the indexes of accounts that are not there any more. */
    sweep(): void {
      const accounts = new Set(source.accounts())
      for (const accountId of open.keys()) if (!accounts.has(accountId)) drop(accountId)
      if (folder === undefined) return
      for (const accountId of indexedAccounts(folder))
        if (!accounts.has(accountId)) removeSearchIndex(folder, accountId)
    },

    /** Closes those that were not used for longest, but for these. */
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
