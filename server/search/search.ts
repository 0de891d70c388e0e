import { findChunk, searchAccount } from './account-search'
import { createOpenAccounts, type OpenAccountsParts } from './open-accounts'
import type { SearchPort } from '../http/search-port'
import { isUseless } from '../store/search/search-index'

export interface Search extends SearchPort {
  /** Resolves when there is no background work left, or none that can be done now. */
  settled(): Promise<void>
  close(): Promise<void>
}

const POLL_MS = 1_000

/**
 * Search in the documents of every account, and the background work that keeps its indexes up to date, in slices of
 * this thread; `search.worker.ts` runs it in a thread of its own. Documents do not depend on any of its data: an index
 * that cannot be used is rebuilt.
 */
export function createSearch(parts: OpenAccountsParts): Search {
  const { source, onError } = parts
  const accounts = createOpenAccounts(parts)
  /** Accounts that may have work, and those whose work failed and is retried at the next poll. */
  const awake = new Set<number>()
  const waiting = new Set<number>()
  let running: Promise<void> | undefined
  /** How many callers wait for all work to be done. */
  let hurries = 0
  let isClosed = false
  let knownPosition = -1

  const step = async (accountId: number) => {
    // This comes before the step, so that a change during the step wakes the account again.
    awake.delete(accountId)
    try {
      const outcome = await accounts.get(accountId).step(hurries > 0)
      if (outcome === 'worked') awake.add(accountId)
      if (outcome === 'waiting') waiting.add(accountId)
    } catch (error) {
      waiting.add(accountId)
      // The state in memory may differ from that on the disk, so the index is opened again.
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

/** Runs work repeatedly, even after a failure; returns a function that stops it. */
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
