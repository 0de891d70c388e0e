import { union, wordsOf } from '../../../main/documents/play'
import type { ConflictView, Resolution } from '../../../shared/ipc-records'
import type { Actor, Cast } from './cast'
import { deed, note, oneOf, undecided, type Move } from './deed'
import { listed } from './reading'

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
  if (kind === 'merged' && isAskedElsewhere(cast, actor, id))
    cast.account.mayDouble([...wordsOf(view.mine), ...wordsOf(view.theirs ?? '')])
  return deed(cast, actor, id, async () => {
    const fields = Object.fromEntries(
      view.fields.map(({ field }) => [field, oneOf(cast, ['mine', 'theirs'] as const)!]),
    )
    if (view.fields.length > 0) await documents.decide({ id, reviewed: view.reviewed, decisions: {}, fields })
    await documents.resolve({ id, reviewed: view.reviewed, resolution })
  })
}

/** Another writer has a conflict about the same document, and may merge the same words. */
const isAskedElsewhere = (cast: Cast, actor: Actor, id: string): boolean => {
  const remoteIdOf = ({ writer }: Actor, document: string) =>
    writer.workspace.documents.read(document)?.remoteId
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
  return deed(cast, actor, id, () => actor.writer.workspace.documents.undoMerge({ id }))
}
