import { decides } from './decisions'
import { below, undecided, waitingOf } from './deed'
import { attempt, reviveIfDead } from './playing'
import { brokenAtEnd, brokenNow } from './proof'
import { listed, wordsInSight } from './reading'
import type { Actor, Cast } from './cast'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ROUNDS_MAX = 40
/** So often it is looked soon whether all agree; who then still waits for a time-out is given the time. */
const SOON_ROUNDS = 6

/** The network is good, and everybody answers what she is asked, until nothing moves any more; then all is looked at. */
export async function settle(cast: Cast): Promise<string | undefined> {
  let calm = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const broken = await calmDown(cast, 6 * MINUTE)
    calm = cast.actors.every(isAtRest) ? calm + 1 : 0
    if (broken !== undefined) return broken
    if (calm === 2) return (await fetchAll(cast)) ?? (await brokenAtEnd(cast))
  }
  return unrest(cast)
}

/** As `settle`, but over as soon as every device has what the service has, with every word in its place. */
export async function settleSoon(cast: Cast): Promise<string | undefined> {
  let unlike: string | undefined
  // First what is here goes there, so that one look brings it to the others.
  makeWell(cast)
  for (const { writer } of cast.actors) writer.workspace.outbox.retry()
  await cast.clock.advance(SECOND)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const broken = await calmDown(cast, round < SOON_ROUNDS ? 5 * SECOND : 6 * MINUTE)
    if (broken !== undefined) return broken
    if (!cast.actors.every(isAtRest)) continue
    unlike = await brokenAtEnd(cast)
    if (unlike === undefined) return undefined
  }
  return unlike ?? unrest(cast)
}

/** No fault, no lie and no crash is planned any more. */
function makeWell(cast: Cast): void {
  for (const actor of cast.actors) {
    reviveIfDead(cast, actor)
    actor.writer.faults.clear()
    actor.liar.clear()
    actor.writer.dieAfter(Infinity)
  }
}

async function calmDown(cast: Cast, ms: number): Promise<string | undefined> {
  makeWell(cast)
  for (const { writer } of cast.actors) writer.workspace.retry()
  await cast.clock.advance(ms)
  for (const actor of cast.actors) await answerQuestions(cast, actor)
  return brokenNow(cast)
}

function unrest(cast: Cast): string {
  const waiting = cast.actors.flatMap(({ name, writer }) =>
    writer.workspace.outbox.list().waiting.map(({ what, why }) => `${name}: ${what}: ${why}`),
  )
  const states = cast.actors.flatMap((actor) =>
    listed(actor).map(({ title, phase }) => `${actor.name}: “${title}” is ${phase}`),
  )
  const reached = cast.actors.map(({ name, writer }) => {
    const { state, problem, otherAccount } = writer.workspace.record()
    return `${name} is ${state}${otherAccount ? ', of another account' : ''}${problem ? `: ${problem.message}` : ''}`
  })
  return `it never comes to rest: ${[...waiting, ...states, ...reached].join(' · ')}`
}

/** Once the network is good every text that was let go of can be had again, and nothing leaves while it is looked at. */
async function fetchAll(cast: Cast): Promise<string | undefined> {
  for (const { name, writer } of cast.actors) {
    writer.workspace.documents.pinAll()
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
  for (const { id, state, documentId } of waitingOf(actor.writer)) {
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
