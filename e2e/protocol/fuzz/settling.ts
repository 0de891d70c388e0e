import { decides } from './decisions'
import { below, undecided, waitingOf } from './action'
import { attempt, reviveIfDead } from './playing'
import { brokenAtEnd, brokenNow } from './proof'
import { listed, wordsInSight } from './reading'
import type { Actor, Participants } from './participants'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const ROUNDS_MAX = 40
/** The number of rounds with short waits. Later rounds wait for the time-outs of those who have not settled. */
const SOON_ROUNDS = 6

/** Ends all faults and answers all questions until nothing changes any more, and then checks the result. */
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

/** Like `settle`, but ends as soon as every device agrees with the service and every word is in its place. */
export async function settleSoon(participants: Participants): Promise<string | undefined> {
  let unlike: string | undefined
  // Pending changes are sent first, so that one check delivers them to the other devices.
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

/** Ends all faults, lies and crashes. */
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

/**
 * Fetches all texts. With a good network, every evicted text must be available, and no text may be evicted in the
 * meantime.
 */
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
    // A create that was lost, with an unknown result, asks the writer (W17); creating it anyway may create it twice.
    if (phase === 'rejected') participants.account.mayRepeat(wordsInSight(actor, id))
    if (phase !== 'clean' && phase !== 'conflicted')
      await attempt(participants, () => Promise.resolve(documents.save({ id, reason: 'publish' })))
  }
}

const isAtRest = (actor: Actor): boolean =>
  actor.writer.workspace.outbox.waiting() === 0 && listed(actor).every(({ phase }) => phase === 'clean')
