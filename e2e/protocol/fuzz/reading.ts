import { wordsOf } from '../../../main/documents/proof/run'
import { WHEN_OPENED } from '../../../shared/terms'
import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { Actor, Participants } from './participants'

/** The documents in the writer's lists. */
export function listed({ writer, commits }: Actor): readonly DocumentSummary[] {
  const { workspace } = writer
  const known = lists.get(workspace)
  if (known?.commits === commits()) return known.list
  const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const list = workspace.catalog
    .find({ query: '', limit: 100 })
    .sort((a, b) => before(a.title.toLowerCase(), b.title.toLowerCase()) || before(a.id, b.id))
  lists.set(workspace, { commits: commits(), list })
  return list
}

/** A cache, because every move reads the lists, and only transactions change them. */
const lists = new WeakMap<object, { readonly commits: number; readonly list: readonly DocumentSummary[] }>()

/** Fetches a text that is not on the device, so that the writer acts knowingly. */
export async function inSight({ writer }: Actor, id: string): Promise<void> {
  await writer.workspace.documents.fetch(id)
}

/** The words that a writer can see: those of the own text and, in a conflict, of the other one. */
export function wordsInSight(actor: Actor, id: string): readonly string[] {
  return actor.writer.workspace.documents.read(id) === undefined
    ? []
    : [...wordsHeld(actor, id), ...wordsOf(actor.inWindows?.(id) ?? '')]
}

/** The words that the writer's windows have not handed over yet. */
export const wordsUnsent = (actor: Actor): readonly string[] => wordsOf(actor.unsent?.() ?? '')

/** The words of a document in main, whatever a hanging window shows. */
export function wordsHeld({ writer: { workspace } }: Actor, id: string): readonly string[] {
  if (workspace.documents.read(id) === undefined) return []
  const theirs = workspace.documents.conflict({ id }) as { readonly theirs?: string } | null
  return [workspace.documents.read(id)?.text ?? '', theirs?.theirs ?? ''].flatMap(wordsOf)
}

/**
 * The words of a document that main has only from the service: all words if nothing is pending, and in a conflict those
 * of the other side.
 */
export function wordsOfTheService(
  { writer: { workspace } }: Actor,
  { id, phase }: { readonly id: string; readonly phase: DocumentSummary['phase'] },
): readonly string[] {
  const mine = wordsOf(workspace.documents.read(id)?.text ?? '')
  if (phase === 'clean') return mine
  const view = workspace.documents.conflict({ id }) as { readonly theirs?: string } | null
  return wordsOf(view?.theirs ?? '').filter((word) => !mine.includes(word))
}

/**
 * All texts that can be read anywhere: documents and their versions on the service, and both sides and snapshots on
 * each device. Snapshots made when a document was opened are excluded: nobody chose to keep them, so words that exist
 * only there count as lost.
 */
export async function textsAnywhere(participants: Participants): Promise<readonly string[]> {
  const { other } = participants.actors[0]!.writer
  const texts: string[] = []
  const list = await other.call('documents.list', { query: { per_page: 100 } })
  if (list.kind !== 'ok') throw new Error('the service does not list')
  for (const { id, content = '' } of list.data) {
    texts.push(content)
    const versions = await other.call('versions.list', { params: { id }, query: { per_page: 100 } })
    if (versions.kind === 'ok') texts.push(...versions.data.map((version) => version.content ?? ''))
  }
  for (const actor of participants.actors) {
    const { snapshots, documents } = actor.writer.workspace
    texts.push(...listed(actor).map(({ id }) => documents.read(id)?.text ?? ''))
    const chosen = snapshots.list().filter(({ reason }) => reason !== WHEN_OPENED)
    texts.push(...chosen.map(({ id }) => snapshots.read(id).text))
  }
  return texts
}

/** How often each word occurs in these documents, and the words that occur twice in one document. */
export function countWords(documents: readonly DocumentSeen[]): {
  readonly counts: ReadonlyMap<string, number>
  readonly doubled: readonly string[]
} {
  const counts = new Map<string, number>()
  const doubled: string[] = []
  for (const { content = '' } of documents) {
    const words = wordsOf(content)
    if (new Set(words).size < words.length)
      doubled.push(...words.filter((word, at) => words.indexOf(word) < at))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { counts, doubled }
}
