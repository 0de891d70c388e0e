import { wordsOf } from '../../../main/documents/proof/run'
import { WHEN_OPENED } from '../../../shared/terms'
import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { Actor, Participants } from './participants'

/** The documents that her lists show, by their titles. */
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

/** They are asked for at every move, and moved by transactions only. */
const lists = new WeakMap<object, { readonly commits: number; readonly list: readonly DocumentSummary[] }>()

/** A text that is not on her device is read first: what she does to it she does knowingly. */
export async function inSight({ writer }: Actor, id: string): Promise<void> {
  await writer.workspace.documents.fetch(id)
}

/** The words that a writer has before her: of her own text and, in a conflict, of theirs. */
export function wordsInSight(actor: Actor, id: string): readonly string[] {
  return actor.writer.workspace.documents.read(id) === undefined
    ? []
    : [...wordsHeld(actor, id), ...wordsOf(actor.inWindows?.(id) ?? '')]
}

/** The words that her windows have still to hand over. */
export const wordsUnsent = (actor: Actor): readonly string[] => wordsOf(actor.unsent?.() ?? '')

/** The words of a document that main has, whatever a window that stands still shows. */
export function wordsHeld({ writer: { workspace } }: Actor, id: string): readonly string[] {
  if (workspace.documents.read(id) === undefined) return []
  const theirs = workspace.documents.conflict({ id }) as { readonly theirs?: string } | null
  return [workspace.documents.read(id)?.text ?? '', theirs?.theirs ?? ''].flatMap(wordsOf)
}

/**
 * The words of a document that main has from the service alone: where nothing waits here all of them, and in a question
 * those that stand against mine.
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
 * All texts that can be read anywhere: documents and their versions on the service, and on each device mine, theirs and
 * snapshots, but not those of an opening: nobody chose to keep them, and what only they have is as good as lost.
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

/** How often each word stands in these documents, and the words that stand twice in one of them. */
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
