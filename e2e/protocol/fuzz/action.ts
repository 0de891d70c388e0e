import { wordsOf } from '../../../main/documents/proof/run'
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
  try {
    const isInSight =
      !isHiddenUnwritten(actor, id) &&
      (listed(actor).some((one) => one.id === id) || undecided(actor).includes(id))
    const after = new Set(isInSight ? wordsHeld(actor, id) : [])
    // What a window has still to hand over is not gone, unless it was there already when this was decided.
    const coming = new Set(isInSight ? wordsUnsent(actor) : [])
    participants.account.letGo(
      before.filter((word) => !after.has(word) && (held.has(word) || !coming.has(word))),
    )
  } catch (error) {
    // Its library was left meanwhile: what was decided may be done, and what is left of it is not to be seen.
    participants.account.letGo(before)
    throw error
  }
}

/** Deletes that no answer has come for: what they took along is still to be looked for. */
const unanswered = new WeakMap<Participants, Set<() => void>>()

/**
 * More may be deleted than was in sight: a word of somebody else that came between the key and main, or a document that
 * was still on its way into the folder. It is in what is kept of it.
 */
export async function withWhatGoesAlong(
  participants: Participants,
  { writer }: Actor,
  run: () => unknown,
): Promise<void> {
  const before = new Set(deletedHere(writer))
  const look = () => {
    for (const id of deletedHere(writer))
      if (!before.has(id)) participants.account.keepAside(wordsOf(writer.workspace.snapshots.read(id).text))
  }
  const open = unanswered.get(participants) ?? new Set()
  unanswered.set(participants, open.add(look))
  await run()
  look()
  open.delete(look)
}

/** Looks for it where the app died, or its library was left, before the answer came. */
export function seeWhatWentAlong(participants: Participants): void {
  for (const look of unanswered.get(participants) ?? []) look()
  unanswered.delete(participants)
}

const deletedHere = ({ workspace }: Actor['writer']) =>
  workspace.snapshots.list().flatMap(({ id, kind }) => (kind === 'recently-deleted' ? [id] : []))

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
