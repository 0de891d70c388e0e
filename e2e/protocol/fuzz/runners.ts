import { runAnyApp } from './app/story'
import { runSeed, type Result } from './story'

/** What a seed tells: of the client of one library, or of the whole app with several. A seed always tells the same. */
export const RUNNERS = { client: runSeed, app: runAnyApp } satisfies Record<
  string,
  (seed: number) => Promise<Result>
>
export type RunnerName = keyof typeof RUNNERS
