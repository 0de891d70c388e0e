import { findChunk, searchAccount } from './account-search'
import { createOpenAccounts, type OpenAccountsParts } from './open-accounts'
import type { SearchPort } from '../http/search-port'
import { isUseless } from '../store/search/search-index'

export interface Search extends SearchPort {
  /** Resolves when there is nothing left to do in the background, or nothing that can be done now. */
  settled(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 1_000

/**
 * Search over the documents of every account, and the background work that keeps its indexes up, in slices of this
 * thread: `search.worker.ts` gives it a thread of its own. Nothing that it keeps is needed to have the documents: an
 * index that cannot be used is made again.
 */
export function createSearch(parts: OpenAccountsParts): Search {
  const { source, onError } = parts
  const accounts = createOpenAccounts(parts)
  /** Accounts that may have work, and those whose work failed and is tried again at the next poll. */
  const awake = new Set<number>()
  const waiting = new Set<number>()
  let running: Promise<void> | undefined
  /** So many wait for all of it. */
  let hurries = 0
  let isClosed = false
  let knownPosition = -1

  const step = async (accountId: number) => {
    // Before the step, so that a change in the middle of it wakes the account again.
    awake.delete(accountId)
    try {
      const outcome = await accounts.get(accountId).step(hurries > 0)
      if (outcome === 'worked') awake.add(accountId)
      if (outcome === 'waiting') waiting.add(accountId)
    } catch (error) {
      waiting.add(accountId)
      // What is in memory may not be what is on disk any more, so it is opened anew.
      if (isUseless(error)) return accounts.discard(accountId, error)
      onError(error)
      accounts.drop(accountId)
    }
  }
  const work = async () => {
    while (!isClosed && awake.size > 0) {
      for (const accountId of [...awake]) if (!isClosed) await step(accountId)
      accounts.closeIdle(awake)
      await new Promise(setImmediate)
    }
    running = undefined
  }
  const wake = (accountId: number) => {
    awake.add(accountId)
    if (!isClosed) running ??= work()
  }
  const poll = () => {
    for (const accountId of waiting) wake(accountId)
    waiting.clear()
    const position = source.lastPosition()
    if (position === knownPosition) return
    knownPosition = position
    accounts.sweep()
    source.accounts().forEach(wake)
  }
  const stopPolling = every(POLL_MS, poll, onError)
  poll()

  return {
    onDocumentChanged: wake,
    onDocumentDeleted: wake,
    async search(accountId, query) {
      try {
        return await searchAccount(accounts.get(accountId), source, query)
      } catch (error) {
        if (!isUseless(error)) throw error
        accounts.discard(accountId, error)
        return searchAccount(accounts.get(accountId), source, query)
      } finally {
        wake(accountId)
      }
    },
    async chunk(accountId, documentId, chunkId) {
      return findChunk(accounts.get(accountId), source, documentId, chunkId)
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
      stopPolling()
      await running
      accounts.close()
    },
  }
}

/** Does this again and again, a failure or not; answers with what ends it. */
function every(ms: number, work: () => void, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }, ms)
  timer.unref()
  return () => clearInterval(timer)
}
