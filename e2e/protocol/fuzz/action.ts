import type { Actor, Participants } from './participants'
import { listed, wordsHeld, wordsInSight, wordsUnsent } from './reading'

/** What one writer, or somebody else, does next; `undefined`: there is nothing of the kind to do. */
export type Move = (participants: Participants, actor: Actor) => Promise<unknown> | undefined

export const below = ({ random }: Participants, count: number): number => Math.floor(random() * count)
export const oneOf = <T>(participants: Participants, list: readonly T[]): T | undefined =>
  list[below(participants, list.length)]
export const note = ({ story }: Participants, { name }: Actor, what: string) =>
  void story.push(`${name} ${what}`)

/** Words of deleted documents, of decisions, of copies: the action itself says what it lets go. */
export async function performAction(
  participants: Participants,
  actor: Actor,
  id: string,
  work: () => unknown,
): Promise<void> {
  const held = new Set(wordsHeld(actor, id))
  const before = wordsInSight(actor, id)
  participants.account.mayRepeat(before)
  // An action of an app that dies in the middle of it may have been done.
  participants.account.letGo(before.filter(() => !actor.writer.isAlive()))
  const answered = participants.account.atRisk(before)
  await work()
  answered()
  const isInSight =
    !isHiddenUnwritten(actor, id) &&
    (listed(actor).some((one) => one.id === id) || undecided(actor).includes(id))
  const after = new Set(isInSight ? wordsHeld(actor, id) : [])
  // What a window has still to hand over is not gone, unless it was there already when this was decided.
  const coming = new Set(isInSight ? wordsUnsent(actor) : [])
  participants.account.letGo(
    before.filter((word) => !after.has(word) && (held.has(word) || !coming.has(word))),
  )
}

/** It is gone for her, and a full disk has not taken that yet: a list that was read before still shows it. */
const isHiddenUnwritten = ({ writer }: Actor, id: string): boolean => {
  const { documents } = writer.workspace
  return documents.unwritten().includes(id) && documents.inMemoryOnly(id) === undefined
}

/** Deletes that need a decision are in no list of documents; the outbox shows them. */
export const undecided = ({ writer }: Actor): readonly string[] =>
  waitingOf(writer).flatMap(({ documentId, state }) =>
    documentId !== undefined && state === 'needs-you' ? [documentId] : [],
  )

/** What the outbox shows as waiting; its list reads the sync log too, which is not asked for nothing. */
export const waitingOf = ({ workspace: { outbox } }: Actor['writer']) =>
  outbox.waiting() === 0 ? [] : outbox.list().waiting
