import { runAnyApp } from './app/story'
import { runSeed, type Result } from './story'

/**
 * The stories of a seed: for the client of one library, or for the whole app with several. The same seed always gives
 * the same stories.
 */
export const RUNNERS = { client: runSeed, app: runAnyApp } satisfies Record<
  string,
  (seed: number) => Promise<Result>
>
export type RunnerName = keyof typeof RUNNERS
