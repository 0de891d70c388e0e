import type { Judged } from './exhaustive'
import { createFingerprint } from './fingerprint'
import type { Run } from './run'
import { brokenAtEnd, brokenNow, type Promises } from './proof'
import { settle } from './settle'

/** Test support: the promises that every run of a working copy must keep. */
export const judgedBy = (promises: Promises, fingerprint = createFingerprint()): Judged<Run> => ({
  fingerprint,
  brokenNow: (run) => brokenNow(run, promises),
  brokenAtEnd: (run) => brokenAtEnd(run, promises),
  settle(run, seen) {
    const world = settle(run.world, (there, place) => seen({ ...run, world: there }, place))
    return { ...run, world }
  },
})
