import type { Actor, Cast } from './cast'
import { below, type Move } from './deed'
import { MOVES, MOVES_WITH_LIES } from './moves'

const MINUTE = 60_000
/** How long nobody does anything, in a story that has time. */
export const PAUSES: readonly number[] = [500, 2_500, 6_000, 20_000, 65_000, 6 * MINUTE]
export const SHORT_PAUSES: readonly number[] = [500, 2_500, 2_500, 6_000, 20_000, 65_000]

/** One move of somebody, or this one of hers; or a while passes. */
export async function makeMove(cast: Cast, pauses: readonly number[], wanted?: Move): Promise<void> {
  for (const actor of cast.actors) reviveIfDead(cast, actor)
  if (wanted === undefined && below(cast, 6) === 0) return timePasses(cast, pauses)
  const actor = cast.actors[below(cast, cast.actors.length)]!
  const move = wanted ?? anyMove(cast)
  await attempt(cast, () => move(cast, actor))
  await cast.clock.advance([0, 40, 400][below(cast, 3)]!)
}

function anyMove(cast: Cast): Move {
  const moves = cast.kind.isLying === true ? MOVES_WITH_LIES : MOVES
  let at = cast.random() * moves.reduce((sum, [weight]) => sum + weight, 0)
  return moves.find(([weight]) => (at -= weight) < 0)![1]
}

function timePasses(cast: Cast, pauses: readonly number[]): Promise<void> {
  const ms = pauses[below(cast, pauses.length)]!
  cast.story.push(`${ms} ms pass`)
  return cast.clock.advance(ms)
}

/** What a move waits for may take long, or never come where the app dies: the story goes on. What is refused is no deed. */
export async function attempt(cast: Cast, move: () => Promise<unknown> | undefined): Promise<void> {
  try {
    const done = Promise.resolve(move()).catch((error: unknown) => refused(cast, error))
    let isOver = false
    void done.then(() => (isOver = true))
    await new Promise((next) => setImmediate(next))
    if (!isOver) await cast.clock.advance(50)
  } catch (error) {
    refused(cast, error)
  }
}

function refused(cast: Cast, error: unknown): void {
  const isSaid =
    error instanceof Error &&
    (error.name === 'AppError' || error.name === 'Refusal' || /^(the window is|GET|PUT)/.test(error.message))
  if (!isSaid) cast.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

export function reviveIfDead({ story }: Cast, actor: Actor): void {
  if (actor.writer.isAlive()) return
  story.push(`${actor.name} starts again`)
  actor.windows.clear()
  actor.writer.revive()
}
