import { union, wordsOf } from '../../../main/documents/proof/play'
import type { ConflictView, Resolution } from '../../../shared/ipc/ipc-records'
import type { Actor, Cast } from './cast'
import { deed, note, oneOf, undecided, type Move } from './deed'
import { listed, wordsInSight } from './reading'

/** A decision in an open conflict: any of those that its view offers. */
export const decides: Move = (cast, actor) => {
  const document = oneOf(
    cast,
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
  const kind = oneOf(cast, kinds)!
  note(cast, actor, `decides a conflict (${view.kind}): ${kind}`)
  const resolution: Resolution =
    kind === 'merged' ? { kind, text: union(view.mine, view.theirs ?? '') } : { kind }
  if (kind === 'merged') {
    const isDecidedTwice = isAskedElsewhere(cast, actor, id) || isMergedByAnother(cast, actor, id)
    if (isDecidedTwice) cast.account.mayDouble([...wordsOf(view.mine), ...wordsOf(view.theirs ?? '')])
  }
  if (kind === 'take-theirs') return typesForIt(cast, actor, view)
  return deed(cast, actor, id, async () => {
    const fields = Object.fromEntries(
      view.fields.map(({ field }) => [field, oneOf(cast, ['mine', 'theirs'] as const)!]),
    )
    if (view.fields.length > 0) await documents.decide({ id, reviewed: view.reviewed, decisions: {}, fields })
    await documents.resolve({ id, reviewed: view.reviewed, mine: view.mine, resolution })
  })
}

/** She types for a place that clashes, and decides nothing every second time: the words are kept, whatever becomes of it. */
async function typesForIt(
  cast: Cast,
  actor: Actor,
  { id, reviewed, mine, texts }: ConflictView,
): Promise<void> {
  const { documents } = actor.writer.workspace
  const word = cast.account.next(actor.name)
  cast.account.keepAside([word])
  typed.set(cast, [...(typed.get(cast) ?? []), { id, word }])
  await documents.decide({ id, reviewed, decisions: {}, texts: { 0: `${texts['0'] ?? 'Typed'} ${word}.` } })
  const isKept = (documents.conflict({ id }) as ConflictView | null)?.texts['0']?.includes(word) === true
  if (isKept) cast.account.written(word)
  if (Number(/\d+$/.exec(word)) % 2 === 1) return
  await deed(cast, actor, id, () =>
    documents.resolve({ id, reviewed, mine, resolution: { kind: 'take-theirs' } }),
  )
}

const typed = new WeakMap<Cast, readonly { readonly id: string; readonly word: string }[]>()

/** What she has typed while deciding about this document: where no disk took it, it is in memory alone. */
export const typedWhileDeciding = (cast: Cast, id: string): readonly string[] =>
  (typed.get(cast) ?? []).flatMap((one) => (one.id === id ? [one.word] : []))

const remoteIdOf = ({ writer }: Actor, document: string) =>
  writer.workspace.documents.read(document)?.remoteId

/** Who has merged this document, or undone that, so far: what one of them moved, the other may keep where it was. */
function isMergedByAnother(cast: Cast, actor: Actor, id: string): boolean {
  const remoteId = remoteIdOf(actor, id)
  if (remoteId === undefined) return false
  const byDocument = mergers.get(cast) ?? new Map<string, Set<Actor>>()
  const by = byDocument.get(remoteId) ?? new Set()
  mergers.set(cast, byDocument.set(remoteId, by.add(actor)))
  return by.size > 1
}

const mergers = new WeakMap<Cast, Map<string, Set<Actor>>>()

/** Another writer has a conflict about the same document, and may merge the same words. */
const isAskedElsewhere = (cast: Cast, actor: Actor, id: string): boolean => {
  const asked = remoteIdOf(actor, id)
  return cast.actors.some(
    (other) =>
      other !== actor &&
      listed(other).some((one) => one.phase === 'conflicted' && remoteIdOf(other, one.id) === asked),
  )
}

export const undoesMerge: Move = (cast, actor) => {
  const id = oneOf(cast, [...actor.windows.keys()])
  if (id === undefined || cast.kind.isApart === true || cast.actors.length === 1) return undefined
  note(cast, actor, 'undoes a merge')
  if (isMergedByAnother(cast, actor, id)) cast.account.mayDouble(wordsInSight(actor, id))
  return deed(cast, actor, id, () => actor.writer.workspace.documents.undoMerge({ id }))
}
