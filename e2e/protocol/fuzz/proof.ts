import { wordsOf } from '../../../main/documents/play'
import { sameNormalForm } from '../../../shared/normal-form'
import type { ConflictView } from '../../../shared/ipc-records'
import type { DocumentSeen } from '../../../shared/api-reading'
import type { Actor, Cast } from './cast'
import { countThere, listed, textsAnywhere } from './reading'

/** What must be true at every moment: the first thing that is not, in words. */
export function brokenNow(cast: Cast): string | undefined {
  if (cast.breaches.length > 0) return cast.breaches[0]
  for (const { name, writer } of cast.actors)
    for (const { name: event, payload } of writer.told.splice(0)) {
      if (event !== 'document.conflict-changed' || !writer.isAlive()) continue
      const view = writer.workspace.documents.conflict(payload) as ConflictView | null
      if (view && isFalse(cast, view)) return `${name}: a conflict (${view.kind}): ${JSON.stringify(view)}`
    }
  return undefined
}

/** A lone writer never sees a conflict, nor do writers who keep to lines of their own (W8, W20). */
function isFalse({ kind, actors }: Cast, view: ConflictView): boolean {
  if (kind.isGuarded && view.kind === 'past') return true
  return kind.isGuarded && (actors.length === 1 || kind.isApart === true)
}

/** What must be true once everything has settled. */
export async function brokenAtEnd(cast: Cast): Promise<string | undefined> {
  return (await brokenWords(cast)) ?? (await brokenLists(cast))
}

async function brokenWords(cast: Cast): Promise<string | undefined> {
  const { account, kind } = cast
  const { counts, doubled } = await countThere(cast)
  // Where nothing is guarded two writers may decide the same question at the same time.
  const twice = doubled.filter((word) => kind.isGuarded || !account.mayBeTwice(word))
  if (twice.length > 0) return `${twice.join(', ')} stands twice in a document`
  const anywhere = new Set((await textsAnywhere(cast)).flatMap(wordsOf))
  for (const word of account.all()) {
    // Where nothing is guarded a version may have been overwritten: there it can still be read (goals.md, "Safety").
    const isThere = kind.isGuarded ? (counts.get(word) ?? 0) > 0 : anywhere.has(word)
    if (account.isDue(word) && !isThere) return `${word} is lost`
    if ((counts.get(word) ?? 0) > 1 && !account.mayBeTwice(word)) return `${word} stands in two documents`
  }
  return undefined
}

/** Every device shows what the service has. */
async function brokenLists(cast: Cast): Promise<string | undefined> {
  const { other } = cast.actors[0]!.writer
  const documents = await other.call('documents.list', { query: { per_page: 100 } })
  const folders = await other.call('folders.list', { query: { per_page: 100 } })
  const tags = await other.call('tags.list', { query: { per_page: 100 } })
  if (documents.kind !== 'ok' || folders.kind !== 'ok' || tags.kind !== 'ok')
    return 'the service does not list'
  const folderNames = new Map(folders.data.map(({ id, name }) => [id, name]))
  const tagNames = tags.data.map(({ name }) => name)
  for (const actor of cast.actors) {
    const here = actor.writer.workspace.catalog.library()
    const differs = (what: string, mine: readonly string[], theirs: readonly string[]) =>
      mine.join('|') === theirs.join('|')
        ? undefined
        : `${actor.name} has ${what} ${mine.join('|')}, the service ${theirs.join('|')}`
    const broken =
      differs('folders', here.folders.map(({ name }) => name).sort(), [...folderNames.values()].sort()) ??
      differs('tags', here.tags.map(({ name }) => name).sort(), [...tagNames].sort()) ??
      differs(
        'documents',
        listed(actor)
          .map((one) => lineHere(actor, one.id))
          .sort(),
        documents.data.map((one) => lineThere(one, folderNames)).sort(),
      )
    if (broken !== undefined) return broken
    const wrong = documents.data.find(({ id, content = '' }) => {
      const known = actor.writer.workspace.documents.known(id)
      const text = known && actor.writer.workspace.documents.read(known.id)?.text
      return text === undefined || !sameNormalForm(text, content)
    })
    if (wrong) return `${actor.name} has another text of “${wrong.title}”`
  }
  return undefined
}

function lineThere(
  { id, title, status, folder_id, tags }: DocumentSeen,
  folders: ReadonlyMap<string, string>,
): string {
  const folder = folder_id == null ? '-' : folders.get(folder_id)
  return [id, title, status, folder, ...(tags ?? []).map(({ name }) => name).sort()].join(' ')
}

/** A field that the service refused and that is shown as such counts as agreed. */
function lineHere({ writer }: Actor, id: string): string {
  const { documents, catalog } = writer.workspace
  const { folders, tags } = catalog.library()
  const { remoteId, fields } = documents.read(id)!
  const folder = fields.folderId == null ? '-' : folders.find((one) => one.id === fields.folderId)?.name
  const names = (fields.tagIds ?? []).flatMap((tag) => tags.find((one) => one.id === tag)?.name ?? [])
  return [remoteId, fields.title, fields.status, folder, ...names.sort()].join(' ')
}
