import type { Clock } from './clock'

/** After a long wait for something else, the first pause is no longer than after so much work. */
const WORKED_MOST_MS = 50

/**
 * Pauses for long work that nobody waits for: each is as long as the work since the one before, so that the rest of main
 * has half of its time, and four times as long while words are typed.
 */
export function createPace(clock: Clock, isWriterTyping: () => boolean): () => Promise<void> {
  let since = clock.now()
  return async () => {
    const workedMs = Math.min(clock.now() - since, WORKED_MOST_MS)
    const pauseMs = workedMs * (isWriterTyping() ? 4 : 1)
    await new Promise<void>((next) => void (pauseMs > 0 ? clock.after(pauseMs, next) : setImmediate(next)))
    since = clock.now()
  }
}
