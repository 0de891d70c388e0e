import { decides } from './decisions'
import { below, undecided, waitingOf } from './action'
import { attempt, reviveIfDead } from './playing'
import { brokenAtEnd, brokenNow } from './proof'
import { listed, wordsInSight } from './reading'
import type { Actor, Participants } from './participants'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ROUNDS_MAX = 40
/** So often it is looked soon whether all agree; who then still waits for a time-out is given the time. */
const SOON_ROUNDS = 6

/** The network is good, and everybody answers what she is asked, until nothing moves any more; then all is looked at. */
export async function settle(participants: Participants): Promise<string | undefined> {
  let calm = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const broken = await calmDown(participants, 6 * MINUTE)
    calm = participants.actors.every(isAtRest) ? calm + 1 : 0
    if (broken !== undefined) return broken
    if (calm === 2) return (await fetchAll(participants)) ?? (await brokenAtEnd(participants))
  }
  return unrest(participants)
}

/** As `settle`, but over as soon as every device has what the service has, with every word in its place. */
export async function settleSoon(participants: Participants): Promise<string | undefined> {
  let unlike: string | undefined
  // First what is here goes there, so that one look brings it to the others.
  makeWell(participants)
  for (const { writer } of participants.actors) writer.workspace.outbox.retry()
  await participants.clock.advance(SECOND)
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const broken = await calmDown(participants, round < SOON_ROUNDS ? 5 * SECOND : 6 * MINUTE)
    if (broken !== undefined) return broken
    if (!participants.actors.every(isAtRest)) continue
    unlike = await brokenAtEnd(participants)
    if (unlike === undefined) return undefined
  }
  return unlike ?? unrest(participants)
}

/** No fault, no lie and no crash is planned any more. */
function makeWell(participants: Participants): void {
  for (const actor of participants.actors) {
    reviveIfDead(participants, actor)
    actor.writer.faults.clear()
    actor.liar.clear()
    actor.writer.dieAfter(Infinity)
  }
}

async function calmDown(participants: Participants, ms: number): Promise<string | undefined> {
  makeWell(participants)
  for (const { writer } of participants.actors) writer.workspace.retry()
  await participants.clock.advance(ms)
  for (const actor of participants.actors) await answerQuestions(participants, actor)
  return brokenNow(participants)
}

function unrest(participants: Participants): string {
  const waiting = participants.actors.flatMap(({ name, writer }) =>
    writer.workspace.outbox.list().waiting.map(({ what, why }) => `${name}: ${what}: ${why}`),
  )
  const states = participants.actors.flatMap((actor) =>
    listed(actor).map(({ title, phase }) => `${actor.name}: “${title}” is ${phase}`),
  )
  const reached = participants.actors.map(({ name, writer }) => {
    const { state, problem, otherAccount } = writer.workspace.record()
    return `${name} is ${state}${otherAccount ? ', of another account' : ''}${problem ? `: ${problem.message}` : ''}`
  })
  return `it never comes to rest: ${[...waiting, ...states, ...reached].join(' · ')}`
}

/** Once the network is good every text that was let go of can be had again, and nothing leaves while it is looked at. */
async function fetchAll(participants: Participants): Promise<string | undefined> {
  for (const { name, writer } of participants.actors) {
    writer.workspace.documents.pinAll()
    for (const { id, title } of writer.workspace.catalog.find({ query: '', limit: 100 })) {
      let isHere = false
      void writer.workspace.documents.fetch(id).then(
        () => (isHere = true),
        () => {},
      )
      await participants.clock.advance(1_000)
      if (!isHere) return `${name} cannot read “${title}” again`
    }
  }
  return undefined
}

async function answerQuestions(participants: Participants, actor: Actor): Promise<void> {
  const { outbox, documents, record, confirmAccount } = actor.writer.workspace
  if (record().asksAccount === true) confirmAccount(true)
  for (
    let left = 20;
    left > 0 && (undecided(actor).length > 0 || listed(actor).some(({ phase }) => phase === 'conflicted'));
    left--
  )
    await attempt(participants, () => decides(participants, actor))
  for (const { id, state, documentId } of waitingOf(actor.writer)) {
    if (state !== 'needs-you' || documentId !== undefined) continue
    if (below(participants, 2) === 0) outbox.retry(id)
    else outbox.discard(id)
  }
  for (const { id, phase } of listed(actor)) {
    // In doubt whether a lost create has landed it asks (W17): to create it all the same may make it twice.
    if (phase === 'rejected') participants.account.mayRepeat(wordsInSight(actor, id))
    if (phase !== 'clean' && phase !== 'conflicted')
      await attempt(participants, () => Promise.resolve(documents.save({ id, reason: 'publish' })))
  }
}

const isAtRest = (actor: Actor): boolean =>
  actor.writer.workspace.outbox.waiting() === 0 && listed(actor).every(({ phase }) => phase === 'clean')
