import type { Actor, Participants } from './participants'
import { below, type Move } from './action'
import { MOVES, MOVES_WITH_LIES } from './moves'

const MINUTE = 60_000
/** The pauses without any action, in ms, in a story that has time. */
export const PAUSES: readonly number[] = [500, 2_500, 6_000, 20_000, 65_000, 6 * MINUTE]
export const SHORT_PAUSES: readonly number[] = [500, 2_500, 2_500, 6_000, 20_000, 65_000]

/** Makes one move of a random participant, or the given one, or lets time pass. */
export async function makeMove(
  participants: Participants,
  pauses: readonly number[],
  wanted?: Move,
): Promise<void> {
  for (const actor of participants.actors) reviveIfDead(participants, actor)
  if (wanted === undefined && below(participants, 6) === 0) return timePasses(participants, pauses)
  const actor = participants.actors[below(participants, participants.actors.length)]!
  const move = wanted ?? anyMove(participants)
  await attempt(participants, () => move(participants, actor))
  await participants.clock.advance([0, 40, 400][below(participants, 3)]!)
}

function anyMove(participants: Participants): Move {
  const moves = participants.kind.isLying === true ? MOVES_WITH_LIES : MOVES
  let at = participants.random() * moves.reduce((sum, [weight]) => sum + weight, 0)
  return moves.find(([weight]) => (at -= weight) < 0)![1]
}

function timePasses(participants: Participants, pauses: readonly number[]): Promise<void> {
  const ms = pauses[below(participants, pauses.length)]!
  participants.story.push(`${ms} ms pass`)
  return participants.clock.advance(ms)
}

/**
 * Makes a move. Its answer may take long, or never arrive if the app dies, so the story continues without it. A refused
 * move has no effect.
 */
export async function attempt(
  participants: Participants,
  move: () => Promise<unknown> | undefined,
): Promise<void> {
  try {
    const done = Promise.resolve(move()).catch((error: unknown) => refused(participants, error))
    let isOver = false
    void done.then(() => (isOver = true))
    await new Promise((next) => setImmediate(next))
    if (!isOver) await participants.clock.advance(50)
  } catch (error) {
    refused(participants, error)
  }
}

function refused(participants: Participants, error: unknown): void {
  const isSaid =
    error instanceof Error &&
    (error.name === 'AppError' || error.name === 'Refusal' || /^(the window is|GET|PUT)/.test(error.message))
  if (!isSaid)
    participants.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

export function reviveIfDead({ story }: Participants, actor: Actor): void {
  if (actor.writer.isAlive()) return
  story.push(`${actor.name} starts again`)
  actor.windows.clear()
  actor.writer.revive()
}
