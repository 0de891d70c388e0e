import { wordsOf } from '../../../main/documents/proof/run'
import type { Actor, Participants } from './participants'
import { listed, wordsHeld, wordsInSight, wordsUnsent } from './reading'

/** The next action of a writer or of somebody else; `undefined` if there is nothing to act on. */
export type Move = (participants: Participants, actor: Actor) => Promise<unknown> | undefined

export const below = ({ random }: Participants, count: number): number => Math.floor(random() * count)
export const oneOf = <T>(participants: Participants, list: readonly T[]): T | undefined =>
  list[below(participants, list.length)]
export const note = ({ story }: Participants, { name }: Actor, what: string) =>
  void story.push(`${name} ${what}`)

/**
 * Runs an action that may let words go, such as a deletion, a decision or a copy, and records these words in the
 * account.
 */
export async function performAction(
  participants: Participants,
  actor: Actor,
  id: string,
  work: () => unknown,
): Promise<void> {
  const held = new Set(wordsHeld(actor, id))
  const before = wordsInSight(actor, id)
  participants.account.mayRepeat(before)
  // If the app dies during an action, the action may have been executed.
  participants.account.letGo(before.filter(() => !actor.writer.isAlive()))
  const answered = participants.account.atRisk(before)
  await work()
  answered()
  try {
    const isInSight =
      !isHiddenUnwritten(actor, id) &&
      (listed(actor).some((one) => one.id === id) || undecided(actor).includes(id))
    const after = new Set(isInSight ? wordsHeld(actor, id) : [])
    // Words that a window has not handed over yet are not gone, unless main already had them at the time of the action.
    const coming = new Set(isInSight ? wordsUnsent(actor) : [])
    participants.account.letGo(
      before.filter((word) => !after.has(word) && (held.has(word) || !coming.has(word))),
    )
  } catch (error) {
    // The library was closed in the meantime: the action may have been executed, but its result cannot be seen.
    participants.account.letGo(before)
    throw error
  }
}

/** Deletions without an answer, whose deleted words still have to be found. */
const unanswered = new WeakMap<Participants, Set<() => void>>()

/**
 * Runs a deletion, which may also remove words that the writer has not seen: a word of somebody else that arrived
 * between the key and main, or a document on its way into the folder. Such words are in the snapshots of deleted
 * documents.
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

/** Finds these words if the app died, or the library was closed, before the answer. */
export function seeWhatWentAlong(participants: Participants): void {
  for (const look of unanswered.get(participants) ?? []) look()
  unanswered.delete(participants)
}

const deletedHere = ({ workspace }: Actor['writer']) =>
  workspace.snapshots.list().flatMap(({ id, kind }) => (kind === 'recently-deleted' ? [id] : []))

/**
 * Whether a document is deleted for the writer, but the deletion is not stored because the disk is full. A list read
 * before still contains the document.
 */
const isHiddenUnwritten = ({ writer }: Actor, id: string): boolean => {
  const { documents } = writer.workspace
  return documents.unwritten().includes(id) && documents.inMemoryOnly(id) === undefined
}

/** Deletions that need a decision; they are in the outbox and not in the list of documents. */
export const undecided = ({ writer }: Actor): readonly string[] =>
  waitingOf(writer).flatMap(({ documentId, state }) =>
    documentId !== undefined && state === 'needs-you' ? [documentId] : [],
  )

/**
 * The waiting items of the outbox. The full list also reads the sync log, so it is read only if something is waiting.
 */
export const waitingOf = ({ workspace: { outbox } }: Actor['writer']) =>
  outbox.waiting() === 0 ? [] : outbox.list().waiting
