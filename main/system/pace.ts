import type { Clock } from './clock'

/** After a long wait for something else, the first pause is no longer than after so much work. */
const WORKED_MS_MAX = 50

/**
 * Pauses for long work that nobody waits for: each is as long as the work since the one before, so that the rest of main
 * has half of its time, and four times as long while words are typed.
 */
export function createPace(clock: Clock, isWriterTyping: () => boolean): () => Promise<void> {
  let since = clock.now()
  return async () => {
    const workedMs = Math.min(clock.now() - since, WORKED_MS_MAX)
    const pauseMs = restAfter(workedMs, isWriterTyping())
    await new Promise<void>((next) => void (pauseMs > 0 ? clock.after(pauseMs, next) : setImmediate(next)))
    since = clock.now()
  }
}

/** How long work that nobody waits for leaves the time to others, after so much of it. */
export const restAfter = (workedMs: number, isWriterTyping: boolean): number =>
  workedMs * (isWriterTyping ? 4 : 1)
