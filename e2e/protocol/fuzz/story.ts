import {
  KINDS,
  KINDS_ALONE_UNGUARDED,
  KINDS_LYING,
  KINDS_WITHOUT_ROOM,
  openParticipants,
  type Participants,
  type Counts,
  type Kind,
} from './participants'
import { below } from './action'
import { crashes, meetsFaults } from './troubles'
import { makeMove, PAUSES, SHORT_PAUSES } from './playing'
import { brokenNow } from './proof'
import { settle, settleSoon } from './settling'

export interface Result extends Counts {
  readonly kind: Kind
  readonly story: readonly string[]
  /** How often everything settled and every word was counted. */
  readonly stories: number
  readonly moves: number
  readonly broken?: string
}

const LONG_MOVES = 50
/** The number of moves without the fault and the crash that each story has. */
const SHORT_MOVES = 5
const SHORT_STORIES = 12
const SHORT_WRITERS = 2

/** Runs the stories of this seed: one long story, or short ones. The same seed always gives the same stories. */
export function runSeed(seed: number): Promise<Result> {
  switch (seed % 12) {
    case 0:
      return runStory(seed, LONG_MOVES)
    case 3:
      return runStory(seed, LONG_MOVES, KINDS_LYING)
    case 5:
    case 9:
    case 11:
      return runShortStories(seed, KINDS_LYING)
    case 6:
      return runStory(seed, LONG_MOVES, seed % 24 === 6 ? KINDS_WITHOUT_ROOM : KINDS_ALONE_UNGUARDED)
    default:
      return runShortStories(seed)
  }
}

/** Runs one story: a number of moves, then a good network until everything has settled. */
export function runStory(seed: number, moves: number, kinds: readonly Kind[] = KINDS): Promise<Result> {
  return inWorld(seed, kinds, async (participants, result) => {
    for (; result.moves < moves; result.moves++) {
      await makeMove(participants, PAUSES)
      const broken = brokenNow(participants)
      if (broken !== undefined) return broken
    }
    participants.story.push(ALL_IS_WELL)
    const broken = await settle(participants)
    result.stories++
    return broken
  })
}

/**
 * Runs short stories in the same world. Each has a fault and a crash among its moves, and settles before the next one
 * begins. The last one settles completely, with all waiting times.
 */
export function runShortStories(seed: number, kinds: readonly Kind[] = KINDS): Promise<Result> {
  const inPairs = kinds.map((kind) => ({ ...kind, writers: kind.writers.slice(0, SHORT_WRITERS) }))
  return inWorld(seed, inPairs, async (participants, result) => {
    for (; result.stories < SHORT_STORIES; result.stories++) {
      const [fault, crash] = [below(participants, SHORT_MOVES), below(participants, SHORT_MOVES)]
      for (let at = 0; at < SHORT_MOVES; at++) {
        for (const move of [
          ...(at === fault ? [meetsFaults] : []),
          ...(at === crash ? [crashes] : []),
          undefined,
        ]) {
          await makeMove(participants, SHORT_PAUSES, move)
          result.moves++
          const broken = brokenNow(participants)
          if (broken !== undefined) return broken
        }
      }
      participants.story.push(ALL_IS_WELL)
      const broken = await (result.stories + 1 < SHORT_STORIES
        ? settleSoon(participants)
        : settle(participants))
      if (broken !== undefined) return broken
    }
    return undefined
  })
}

const ALL_IS_WELL = '— all is well from here —'

async function inWorld(
  seed: number,
  kinds: readonly Kind[],
  work: (
    participants: Participants,
    result: { stories: number; moves: number },
  ) => Promise<string | undefined>,
): Promise<Result> {
  const random = mulberry32(seed)
  const kind = kinds[Math.floor(random() * kinds.length)]!
  const participants = await openParticipants(kind, random)
  const result = { stories: 0, moves: 0 }
  try {
    await participants.clock.advance(1_000)
    const broken = await work(participants, result)
    return {
      kind,
      story: participants.story,
      ...result,
      ...participants.counted(),
      ...(broken !== undefined && { broken }),
    }
  } finally {
    await participants.close()
  }
}

/** A small seeded generator of numbers from 0 to 1 (mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
