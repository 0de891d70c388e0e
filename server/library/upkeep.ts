import type { Library } from './library'

const SWEEP_EVERY_MS = 60 * 60 * 1000
const TIDY_EVERY_MS = 2_000

/**
 * What a running service does beside answering: it ends deletions of accounts that were cut short, step by step between
 * requests, removes files that no account has any more, and tidies the log of writes when there are none.
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
