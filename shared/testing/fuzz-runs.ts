/**
 * Test support: how long a fuzz test runs. `npm test` takes the short run, the same one each time; `npm run fuzz` takes
 * the long one, from a seed of its own. `STET_FUZZ_RUNS` and `STET_FUZZ_SEED` say otherwise, and `STET_FUZZ_MINUTES` ends
 * each test when so many minutes have passed.
 */
export interface FuzzRuns {
  readonly numRuns: number
  readonly seed: number
  readonly interruptAfterTimeLimit: number
  /** What was held by then holds. */
  readonly markInterruptAsFailure: false
}

const environment =
  (globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }).process?.env ?? {}

/** Whether this is the long run. */
export const isLongFuzz = environment['STET_FUZZ_LONG'] !== undefined

/** A change is judged by what it changes: the search for new stories is the long run's. */
const SEED = 11_000_000

/** As fast-check takes it, and as a loop of one's own can. */
export function fuzzRuns(short: number, long = 100 * short): FuzzRuns {
  const minutes = Number(environment['STET_FUZZ_MINUTES'] ?? 10)
  return {
    numRuns: Number(environment['STET_FUZZ_RUNS'] ?? (isLongFuzz ? long : short)),
    seed: Number(environment['STET_FUZZ_SEED'] ?? (isLongFuzz ? Date.now() % 1_000_000_000 : SEED)),
    interruptAfterTimeLimit: minutes * 60_000,
    markInterruptAsFailure: false,
  }
}
