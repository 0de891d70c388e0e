import { addVersion } from '../resources/documents'
import { SAMPLE_FOLDERS, type SampleDocument } from '../sample/library'
import type { Store } from '../store/store'

/**
 * Puts the sample library into a library in which nothing was ever written, so that a person who deleted it does not
 * get it back. Returns whether it did. Everything is one transaction.
 */
export function seed(
  store: Store,
  accountId: number,
  documents: readonly SampleDocument[],
  now: number,
): boolean {
  return store.transaction(() => {
    if (!store.isUntouched()) return false
    const oldest = now - Math.max(...documents.flatMap(({ states }) => states.map((state) => state.ageMs)))

    const folderIds = new Map<string, number>()
    for (const path of SAMPLE_FOLDERS) {
      const parentId = folderIds.get(path.slice(0, -1).join('/')) ?? null
      const folder = {
        parentId,
        name: path.at(-1) ?? '',
        position: store.folders.nextPosition(accountId, parentId),
        createdAt: oldest,
        updatedAt: oldest,
      }
      folderIds.set(path.join('/'), store.folders.add(accountId, folder))
    }
    const tagIds = new Map<string, number>()
    for (const name of new Set(documents.flatMap(({ tags }) => tags)))
      tagIds.set(name, store.tags.add(accountId, name, oldest))

    const oldestFirst = [...documents].sort((a, b) => (b.states[0]?.ageMs ?? 0) - (a.states[0]?.ageMs ?? 0))
    for (const document of oldestFirst) addSample(store, accountId, document, folderIds, tagIds, now)
    return true
  })
}

function addSample(
  store: Store,
  accountId: number,
  { title, folders, tags, states }: SampleDocument,
  folderIds: ReadonlyMap<string, number>,
  tagIds: ReadonlyMap<string, number>,
  now: number,
): void {
  const folderId = folderIds.get(folders.join('/')) ?? null
  if (folders.length > 0 && folderId === null)
    throw new Error(`${title} lies in a folder that is not in the list`)
  let id = 0
  let publishedAt: number | null = null
  states.forEach((state, index) => {
    const time = now - state.ageMs
    publishedAt = state.status === 'published' ? (publishedAt ?? time) : null
    const content = Buffer.from(state.content)
    const values = { folderId, title, status: state.status, updatedAt: time, publishedAt, content }
    const before = index === 0 ? undefined : store.documents.find(accountId, id)
    if (before === undefined) {
      id = store.documents.add(accountId, { ...values, createdAt: time })
      store.documents.setTags(
        id,
        [],
        tags.flatMap((tag) => tagIds.get(tag) ?? []),
      )
    } else store.documents.update(before, { ...before, ...values, revision: before.revision + 1 })
    const after = store.documents.find(accountId, id)
    if (after !== undefined) addVersion(store, after, before?.content)
  })
}
