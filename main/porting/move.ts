import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import type { TakenBack } from '../../shared/ipc/ipc-porting'
import { AppError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { Workspace } from '../connections/workspace/workspace'
import { runImport, type Imported } from './import'
import type { Made } from '../library/move-record'
import type { ImportPlan } from './import-plan'
import type { LibrarySource } from './library-plan'

type MoveTarget = LibrarySource & Pick<Workspace, 'organise' | 'transaction' | 'moved'>
type Abilities = ConnectionRecord['abilities']

/**
 * The plan without items that the target's key may not write: folders are dropped, tags are removed, files are left
 * behind.
 */
export function withinAbilities(plan: ImportPlan, abilities: Abilities): ImportPlan {
  const may = (what: 'folders' | 'tags' | 'files') => abilities[`${what}:write`] !== 'no'
  return {
    ...plan,
    folders: may('folders') ? plan.folders : [],
    tags: may('tags') ? plan.tags : [],
    files: may('files') ? plan.files : new Map(),
    documents: may('tags') ? plan.documents : plan.documents.map((document) => ({ ...document, tags: [] })),
  }
}

interface MoveOptions {
  readonly from: { readonly id: string; readonly name: string }
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/**
 * Copies a library into another one: an import whose source is a library. The new items wait in the target's outbox
 * like any others; the source is only read. Moving again continues an interrupted move.
 */
export async function runMove(
  plan: ImportPlan,
  target: MoveTarget,
  { from, signal, onProgress }: MoveOptions,
): Promise<Imported> {
  const { moved } = target
  moved.begin(from)
  const done = await runImport(plan, target, {
    folderId: null,
    tagsInText: false,
    keepDates: false,
    signal,
    onProgress,
    onMade: (made) => moved.add(made),
  })
  if (done.isComplete) moved.complete()
  return done
}

const AT_ONCE = 500

/** The documents of the move that are in the target, and whether they still have the text with which they came. */
export const movedDocuments = ({ documents, moved }: Pick<MoveTarget, 'documents' | 'moved'>) =>
  madeDocuments(documents, moved.read()?.documents ?? [])

function madeDocuments(
  documents: MoveTarget['documents'],
  made: NonNullable<Made['documents']>,
): readonly { readonly id: string; readonly isChanged: boolean }[] {
  return made.flatMap(({ id, key }) => {
    const now = documents.contentKey(id)
    const isGone = documents.read(id)?.phase === 'deleted'
    return now === undefined || isGone ? [] : [{ id, isChanged: now !== key }]
  })
}

/**
 * Deletes the items that the move made and nobody has changed or used since, as the writer would: guarded, through the
 * outbox, with a snapshot of each text. After that the move cannot be undone again.
 */
export async function takeBack(target: MoveTarget): Promise<TakenBack> {
  const { moved } = target
  const taken = await takeBackMade(target, moved.read() ?? {})
  moved.forget()
  return taken
}

/**
 * Deletes the items of an import in the same way. Changes that somebody makes meanwhile are respected until the moment
 * of each delete.
 */
export async function takeBackMade(
  { catalog, documents, organise, attachments }: Omit<MoveTarget, 'moved' | 'transaction'>,
  { documents: made = [], folders = [], tags = [], files = [] }: Made,
): Promise<TakenBack> {
  const keys = new Map(made.map(({ id, key }) => [id, key]))
  const ids: string[] = []
  let changed = 0
  function isAsMade(id: DocumentId): boolean {
    if (documents.read(id)?.phase === 'deleted') return false
    const isIt = documents.contentKey(id) === keys.get(id)
    if (!isIt) changed++
    return isIt
  }
  for (let at = 0; at < made.length; at += AT_ONCE) {
    const part = made.slice(at, at + AT_ONCE).map(({ id }) => id)
    const here = catalog.summaries({ ids: part }).map(({ id }) => id)
    if (here.length === 0) continue
    const { gone, left } = await documents.deleteThose(here, isAsMade)
    ids.push(...gone)
    if (left !== undefined) throw new AppError(left.problem)
  }

  const holds = async (filter: { folderId: string } | { tagIds: string[] }) =>
    (await catalog.documents({ filter, sort: 'title', descending: false, offset: 0, limit: 1 })).total > 0
  const unused = new Set(attachments.list().flatMap(({ id, uses }) => (uses === 0 ? [id] : [])))
  const filesGoing = files.filter((id) => unused.has(id))
  if (filesGoing.length > 0) await attachments.delete({ ids: [...filesGoing] })

  let tagCount = 0
  for (const id of tags) {
    if (!catalog.library().tags.some((tag) => tag.id === id) || (await holds({ tagIds: [id] }))) continue
    await organise.deleteTag({ id })
    tagCount++
  }
  let folderCount = 0
  // The folders made last are nested deepest.
  for (const id of [...folders].reverse()) {
    const now = catalog.library().folders
    const isEmpty = now.some((folder) => folder.id === id) && !now.some(({ parentId }) => parentId === id)
    if (!isEmpty || (await holds({ folderId: id }))) continue
    await organise.deleteFolder({ id })
    folderCount++
  }
  return {
    ids,
    documents: ids.length,
    folders: folderCount,
    tags: tagCount,
    files: filesGoing.length,
    changed,
  }
}
