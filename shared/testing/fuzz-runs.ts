/**
 * Test support: how long a fuzz test runs. `npm test` makes the short run, which is always the same; `npm run fuzz`
 * makes the long one, with a seed of its own. `STET_FUZZ_RUNS` and `STET_FUZZ_SEED` override these, and
 * `STET_FUZZ_MINUTES` ends each test after that time.
 */
export interface FuzzRuns {
  readonly numRuns: number
  readonly seed: number
  readonly interruptAfterTimeLimit: number
  /** Runs that passed before the time limit count as passed. */
  readonly markInterruptAsFailure: false
}

const environment =
  (globalThis as { process?: { env: Readonly<Record<string, string | undefined>> } }).process?.env ?? {}

/** Whether this is the long run. */
export const isLongFuzz = environment['STET_FUZZ_LONG'] !== undefined

/**
 * The fixed seed of the short run, so that its result depends only on the change; the long run looks for new stories.
 */
const SEED = 11_000_000

/** The parameters for fast-check, which a loop can use too. */
export function fuzzRuns(short: number, long = 100 * short): FuzzRuns {
  const minutes = Number(environment['STET_FUZZ_MINUTES'] ?? 10)
  return {
    numRuns: Number(environment['STET_FUZZ_RUNS'] ?? (isLongFuzz ? long : short)),
    seed: Number(environment['STET_FUZZ_SEED'] ?? (isLongFuzz ? Date.now() % 1_000_000_000 : SEED)),
    interruptAfterTimeLimit: minutes * 60_000,
    markInterruptAsFailure: false,
  }
}
