import { KINDS, openCast, type Actor, type Cast, type Kind } from './cast'
import { below, decides, MOVES, undecided } from './moves'
import { brokenAtEnd, brokenNow } from './proof'
import { listed, wordsInSight } from './reading'

export interface Told {
  readonly kind: Kind
  readonly story: readonly string[]
  readonly moves: number
  readonly exchanges: number
  readonly states: number
  readonly broken?: string
}

const MINUTE = 60_000
const ROUNDS_MAX = 40

/** Plays one story: so many moves, then a good network until everything has settled. A seed always tells the same one. */
export async function tellStory(seed: number, moves: number, kinds: readonly Kind[] = KINDS): Promise<Told> {
  const random = mulberry32(seed)
  const kind = kinds[Math.floor(random() * kinds.length)]!
  const cast = await openCast(kind, random)
  let count = 0
  const told = (broken?: string): Told => ({
    kind,
    story: cast.story,
    moves: count,
    ...cast.counted(),
    ...(broken !== undefined && { broken }),
  })
  try {
    await cast.clock.advance(1_000)
    for (; count < moves; count++) {
      await makeMove(cast)
      const broken = brokenNow(cast)
      if (broken !== undefined) return told(broken)
    }
    const unsettled = await settle(cast)
    return told(brokenNow(cast) ?? unsettled ?? (await fetchAll(cast)) ?? (await brokenAtEnd(cast)))
  } finally {
    await cast.close()
  }
}

async function makeMove(cast: Cast): Promise<void> {
  for (const actor of cast.actors) reviveIfDead(cast, actor)
  if (below(cast, 6) === 0) return timePasses(cast)
  const actor = cast.actors[below(cast, cast.actors.length)]!
  let at = cast.random() * MOVES.reduce((sum, [weight]) => sum + weight, 0)
  const move = MOVES.find(([weight]) => (at -= weight) < 0)![1]
  await attempt(cast, () => move(cast, actor))
  await cast.clock.advance([0, 40, 400][below(cast, 3)]!)
}

function timePasses(cast: Cast): Promise<void> {
  const ms = [500, 2_500, 6_000, 20_000, 65_000, 6 * MINUTE][below(cast, 6)]!
  cast.story.push(`${ms} ms pass`)
  return cast.clock.advance(ms)
}

/** What a move waits for may take long, or never come where the app dies: the story goes on. What is refused is no deed. */
async function attempt(cast: Cast, move: () => Promise<unknown> | undefined): Promise<void> {
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
    error instanceof Error && (error.name === 'AppError' || /^(the window is|GET|PUT)/.test(error.message))
  if (!isSaid) cast.breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function reviveIfDead({ story }: Cast, actor: Actor): void {
  if (actor.writer.isAlive()) return
  story.push(`${actor.name} starts again`)
  actor.windows.clear()
  actor.writer.revive()
}

/** The network is good, and everybody answers what she is asked, until nothing moves any more. */
async function settle(cast: Cast): Promise<string | undefined> {
  cast.story.push('— all is well from here —')
  let calm = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    for (const actor of cast.actors) {
      reviveIfDead(cast, actor)
      actor.writer.faults.clear()
      actor.writer.dieAfter(Infinity)
      actor.writer.workspace.retry()
    }
    await cast.clock.advance(6 * MINUTE)
    for (const actor of cast.actors) await answerQuestions(cast, actor)
    calm = cast.actors.every(isAtRest) ? calm + 1 : 0
    const broken = brokenNow(cast)
    if (broken !== undefined) return broken
    if (calm === 2) return undefined
  }
  const waiting = cast.actors.flatMap(({ name, writer }) =>
    writer.workspace.outbox.list().waiting.map(({ what, why }) => `${name}: ${what}: ${why}`),
  )
  const states = cast.actors.flatMap((actor) =>
    listed(actor).map(({ title, phase }) => `${actor.name}: “${title}” is ${phase}`),
  )
  return `it never comes to rest: ${[...waiting, ...states].join(' · ')}`
}

/** Once the network is good every text that was let go of can be had again, and nothing leaves while it is looked at. */
async function fetchAll(cast: Cast): Promise<string | undefined> {
  for (const { name, writer } of cast.actors) {
    writer.workspace.documents.keepAll()
    for (const { id, title } of writer.workspace.catalog.find({ query: '', limit: 100 })) {
      let isHere = false
      void writer.workspace.documents.fetch(id).then(
        () => (isHere = true),
        () => {},
      )
      await cast.clock.advance(1_000)
      if (!isHere) return `${name} cannot read “${title}” again`
    }
  }
  return undefined
}

async function answerQuestions(cast: Cast, actor: Actor): Promise<void> {
  const { outbox, documents } = actor.writer.workspace
  for (
    let left = 20;
    left > 0 && (undecided(actor).length > 0 || listed(actor).some(({ phase }) => phase === 'conflicted'));
    left--
  )
    await attempt(cast, () => decides(cast, actor))
  for (const { id, state, documentId } of outbox.list().waiting) {
    if (state !== 'needs-you' || documentId !== undefined) continue
    if (below(cast, 2) === 0) outbox.retry(id)
    else outbox.discard(id)
  }
  for (const { id, phase } of listed(actor)) {
    // In doubt whether a lost create has landed it asks (W17): to create it all the same may make it twice.
    if (phase === 'rejected') cast.account.mayRepeat(wordsInSight(actor, id))
    if (phase !== 'clean' && phase !== 'conflicted')
      await attempt(cast, () => Promise.resolve(documents.save({ id, reason: 'publish' })))
  }
}

const isAtRest = (actor: Actor): boolean =>
  actor.writer.workspace.outbox.waiting() === 0 && listed(actor).every(({ phase }) => phase === 'clean')

/** A small seeded generator of numbers from 0 to 1 (mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
