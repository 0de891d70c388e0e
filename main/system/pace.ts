import type { Clock } from './clock'

/**
 * The most work that a pause is computed from, so that a long wait for something else does not lengthen the first
 * pause.
 */
const WORKED_MS_MAX = 50

/**
 * Pauses for long background work: each is as long as the work since the last pause, so that the rest of main has half
 * of the time, and four times as long while words are typed.
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

/** The pause of background work after this much of it. */
export const restAfter = (workedMs: number, isWriterTyping: boolean): number =>
  workedMs * (isWriterTyping ? 4 : 1)
