import type { Library } from './library'

const SWEEP_EVERY_MS = 60 * 60 * 1000
const TIDY_EVERY_MS = 2_000

/**
 * The background work of a running service: it completes interrupted deletions of accounts, step by step between
 * requests, removes files that no account has any more, and checkpoints the log when there are no writes.
 */
export function startUpkeep({ store, blobs }: Library): { stop(): void } {
  let isStopped = false
  const finish = (steps: Iterator<void>) => {
    if (isStopped || steps.next().done === true) return
    setImmediate(finish, steps)
  }
  for (const accountId of store.unfinishedDeletions()) finish(store.deleteAccount(accountId))
  const sweep = setInterval(() => blobs.sweep(store.files.isNamed), SWEEP_EVERY_MS)
  const tidy = setInterval(store.tidyAtRest, TIDY_EVERY_MS)
  sweep.unref()
  tidy.unref()
  return {
    stop() {
      isStopped = true
      clearInterval(sweep)
      clearInterval(tidy)
    },
  }
}
