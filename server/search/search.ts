import { openAccountIndex, type AccountIndex } from './account-index'
import { findChunk, searchAccount } from './account-search'
import type { EmbeddingChoice } from './account-vectors'
import type { SearchPort } from '../http/search-port'
import { indexedAccounts, isUseless, openSearchIndex, removeSearchIndex } from '../store/search/search-index'
import type { SearchSource } from '../store/search/search-source'

interface SearchParts {
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

export interface Search extends SearchPort {
  /** Resolves when there is nothing left to do in the background, or nothing that can be done now. */
  settled(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 1_000
const OPEN_ACCOUNTS_MAX = 16

/**
 * Search over the documents of every account, and the background work that keeps its indexes up, in slices of this
 * thread: `search.worker.ts` gives it a thread of its own. Nothing that it keeps is needed to have the documents: an
 * index that cannot be used is made again.
 */
export function createSearch(parts: SearchParts): Search {
  const { source, folder, embedding, clock, onError } = parts
  /** The one used last comes last. */
  const open = new Map<number, AccountIndex>()
  /** Accounts that may have work, and those whose work failed and is tried again at the next poll. */
  const awake = new Set<number>()
  const stalled = new Set<number>()
  let running: Promise<void> | undefined
  /** So many wait for all of it. */
  let hurries = 0
  let isClosed = false
  let knownPosition = -1

  const account = (accountId: number): AccountIndex => {
    const known = open.get(accountId) ?? openAccount(accountId)
    open.delete(accountId)
    open.set(accountId, known)
    return known
  }
  const openAccount = (accountId: number): AccountIndex => {
    const make = () => {
      const index = openSearchIndex(folder, accountId, clock())
      try {
        return openAccountIndex({
          accountId,
          source,
          index,
          embedding,
          onError,
          now: () => performance.now(),
        })
      } catch (error) {
        index.close()
        throw error
      }
    }
    try {
      return make()
    } catch (error) {
      if (!isUseless(error)) throw error
      discard(accountId, error)
      return make()
    }
  }
  /** The index of an account turned out to be damaged: it is made again from the documents. */
  const discard = (accountId: number, error: unknown) => {
    onError(error)
    drop(accountId)
    if (folder !== undefined) removeSearchIndex(folder, accountId)
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

  const sweep = () => {
    const accounts = new Set(source.accounts())
    for (const accountId of open.keys()) if (!accounts.has(accountId)) drop(accountId)
    if (folder === undefined) return
    for (const accountId of indexedAccounts(folder))
      if (!accounts.has(accountId)) removeSearchIndex(folder, accountId)
  }
  const closeIdle = () => {
    for (const accountId of open.keys()) {
      if (open.size <= OPEN_ACCOUNTS_MAX) return
      // An index in memory would be lost.
      if (folder !== undefined && !awake.has(accountId)) drop(accountId)
    }
  }

  const step = async (accountId: number) => {
    // Before the step, so that a change in the middle of it wakes the account again.
    awake.delete(accountId)
    try {
      const outcome = await account(accountId).step(hurries > 0)
      if (outcome === 'worked') awake.add(accountId)
      if (outcome === 'stalled') stalled.add(accountId)
    } catch (error) {
      stalled.add(accountId)
      // What is in memory may not be what is on disk any more, so it is opened anew.
      if (isUseless(error)) return discard(accountId, error)
      onError(error)
      drop(accountId)
    }
  }
  const work = async () => {
    while (!isClosed && awake.size > 0) {
      for (const accountId of [...awake]) if (!isClosed) await step(accountId)
      closeIdle()
      await new Promise(setImmediate)
    }
    running = undefined
  }
  const wake = (accountId: number) => {
    awake.add(accountId)
    if (!isClosed) running ??= work()
  }
  const poll = () => {
    for (const accountId of stalled) wake(accountId)
    stalled.clear()
    const position = source.lastPosition()
    if (position === knownPosition) return
    knownPosition = position
    sweep()
    source.accounts().forEach(wake)
  }
  const timer = setInterval(() => {
    try {
      poll()
    } catch (error) {
      onError(error)
    }
  }, POLL_MS)
  timer.unref()
  poll()

  return {
    onDocumentChanged: wake,
    onDocumentDeleted: wake,
    async search(accountId, query) {
      try {
        return await searchAccount(account(accountId), source, query)
      } catch (error) {
        if (!isUseless(error)) throw error
        discard(accountId, error)
        return searchAccount(account(accountId), source, query)
      } finally {
        wake(accountId)
      }
    },
    async chunk(accountId, documentId, chunkId) {
      return findChunk(account(accountId), source, documentId, chunkId)
    },
    async settled() {
      hurries++
      try {
        source.accounts().forEach(wake)
        while (running) await running
      } finally {
        hurries--
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      await running
      for (const accountId of [...open.keys()]) drop(accountId)
    },
  }
}
