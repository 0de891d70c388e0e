import { union, wordsOf } from '../../../main/documents/proof/run'
import type { ConflictView, Resolution } from '../../../shared/ipc/ipc-records'
import type { Actor, Participants } from './participants'
import { performAction, note, oneOf, undecided, type Move } from './action'
import { listed, wordsInSight } from './reading'

/** Makes a decision in an open conflict: any of those that its view offers. */
export const decides: Move = (participants, actor) => {
  const document = oneOf(
    participants,
    listed(actor).filter(({ phase }) => phase === 'conflicted'),
  )
  const hidden = undecided(actor)[0]
  const id = document?.id ?? hidden
  if (id === undefined) return undefined
  const { documents } = actor.writer.workspace
  const view = documents.conflict({ id }) as ConflictView | null
  if (!view) return undefined
  const kinds: readonly Resolution['kind'][] =
    view.kind === 'deleted-there'
      ? ['keep-as-new', 'let-go']
      : ['keep-mine', 'take-theirs', 'keep-both', 'merged', 'merged', 'merged']
  const kind = oneOf(participants, kinds)!
  note(participants, actor, `decides a conflict (${view.kind}): ${kind}`)
  const resolution: Resolution =
    kind === 'merged' ? { kind, text: union(view.mine, view.theirs ?? '') } : { kind }
  if (kind === 'merged') {
    const isDecidedTwice =
      isAskedElsewhere(participants, actor, id) || isMergedByAnother(participants, actor, id)
    if (isDecidedTwice) participants.account.mayDouble([...wordsOf(view.mine), ...wordsOf(view.theirs ?? '')])
  }
  if (kind === 'take-theirs') return typesForIt(participants, actor, view)
  return performAction(participants, actor, id, async () => {
    const fields = Object.fromEntries(
      view.fields.map(({ field }) => [field, oneOf(participants, ['mine', 'theirs'] as const)!]),
    )
    if (view.fields.length > 0) await documents.decide({ id, reviewed: view.reviewed, decisions: {}, fields })
    await documents.resolve({ id, reviewed: view.reviewed, mine: view.mine, resolution })
  })
}

/** Types words for a clash, and in every second case makes no decision. The words are kept in either case. */
async function typesForIt(
  participants: Participants,
  actor: Actor,
  { id, reviewed, mine, texts }: ConflictView,
): Promise<void> {
  const { documents } = actor.writer.workspace
  const word = participants.account.next(actor.name)
  participants.account.keepAside([word])
  typed.set(participants, [...(typed.get(participants) ?? []), { id, word }])
  await documents.decide({ id, reviewed, decisions: {}, texts: { 0: `${texts['0'] ?? 'Typed'} ${word}.` } })
  const isKept = (documents.conflict({ id }) as ConflictView | null)?.texts['0']?.includes(word) === true
  if (isKept) participants.account.written(word)
  if (Number(/\d+$/.exec(word)) % 2 === 1) return
  await performAction(participants, actor, id, () =>
    documents.resolve({ id, reviewed, mine, resolution: { kind: 'take-theirs' } }),
  )
}

const typed = new WeakMap<Participants, readonly { readonly id: string; readonly word: string }[]>()

/**
 * The words that the writer has typed while deciding about this document. If the disk is full, they are only in memory.
 */
export const typedWhileDeciding = (participants: Participants, id: string): readonly string[] =>
  (typed.get(participants) ?? []).flatMap((one) => (one.id === id ? [one.word] : []))

const remoteIdOf = ({ writer }: Actor, document: string) =>
  writer.workspace.documents.read(document)?.remoteId

/**
 * Whether more than one writer has merged this document or undone the merge: words moved by one of them may stay at
 * their old place for the other.
 */
function isMergedByAnother(participants: Participants, actor: Actor, id: string): boolean {
  const remoteId = remoteIdOf(actor, id)
  if (remoteId === undefined) return false
  const byDocument = mergers.get(participants) ?? new Map<string, Set<Actor>>()
  const by = byDocument.get(remoteId) ?? new Set()
  mergers.set(participants, byDocument.set(remoteId, by.add(actor)))
  return by.size > 1
}

const mergers = new WeakMap<Participants, Map<string, Set<Actor>>>()

/** Whether another writer has a conflict about the same document, and may merge the same words. */
const isAskedElsewhere = (participants: Participants, actor: Actor, id: string): boolean => {
  const asked = remoteIdOf(actor, id)
  return participants.actors.some(
    (other) =>
      other !== actor &&
      listed(other).some((one) => one.phase === 'conflicted' && remoteIdOf(other, one.id) === asked),
  )
}

export const undoesMerge: Move = (participants, actor) => {
  const id = oneOf(participants, [...actor.windows.keys()])
  if (id === undefined || participants.kind.isApart === true || participants.actors.length === 1)
    return undefined
  note(participants, actor, 'undoes a merge')
  if (isMergedByAnother(participants, actor, id)) participants.account.mayDouble(wordsInSight(actor, id))
  return performAction(participants, actor, id, () => actor.writer.workspace.documents.undoMerge({ id }))
}
