import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { pulledDocument } from '../../main/documents/core/initial'
import { rowOf } from '../../main/documents/engine/row'
import { seenRecord, timesOf } from '../../main/documents/engine/seen'
import { pulledItem, type ItemFields, type ItemKind } from '../../main/library/items/library-item'
import { openLibraryItems } from '../../main/library/items/library-items'
import { createRows } from '../../main/store/rows'
import { createStore } from '../../main/store/store'
import type { Clock } from '../../main/system/clock'
import { SAMPLE_DOCUMENTS, SAMPLE_FILES, SAMPLE_FOLDERS, SAMPLE_TAGS } from './sample-library'
import { timestampOf } from '../../server/http/routes'
import { addVersion } from '../../server/resources/documents'
import { createMemoryBlobStore } from '../../server/store/blobs.memory'
import type { BlobStore } from '../../server/store/blobs'
import type { StoredDocument } from '../../server/store/documents'
import type { Store as ServiceStore } from '../../server/store/store'
import type { DocumentSeen } from '../../shared/api/api-reading'
import { emptyLibrary, openBytes } from '../protocol/disk'
import { statesOf, type State } from './sample-states'

/** The ids of the sample's records on this device, with their ids on the service. */
export interface Sample {
  readonly ids: ReadonlyMap<string, number>
  readonly documents: readonly StoredDocument[]
}

const ACCOUNT = 1
const MINUTE_MS = 60_000

/** Stores the bytes of the sample's files. Tests create this store only once, because the files are large. */
export async function sampleBlobs(): Promise<BlobStore> {
  const blobs = createMemoryBlobStore()
  for (const file of SAMPLE_FILES) (await blobs.receive(piecesOf(file), Infinity))?.keep()
  return blobs
}

const bytesOf = ({ bytes = 0, name }: (typeof SAMPLE_FILES)[number]) => Buffer.alloc(bytes, name)

async function* piecesOf(file: (typeof SAMPLE_FILES)[number]) {
  yield bytesOf(file)
}

const digests = new Map<string, string>()

/** Writes the sample, with the histories of its documents, to an empty service. */
export function seedService(store: ServiceStore, now: number): Sample {
  const ids = new Map<string, number>()
  const idOf = (id: string | null) => (id === null ? null : ids.get(id)!)
  return store.transaction(() => {
    for (const { id, name, parentId, position } of SAMPLE_FOLDERS)
      ids.set(
        id,
        store.folders.add(ACCOUNT, {
          parentId: idOf(parentId),
          name,
          position,
          createdAt: now,
          updatedAt: now,
        }),
      )
    for (const { id, name } of SAMPLE_TAGS) ids.set(id, store.tags.add(ACCOUNT, name, now))
    for (const file of SAMPLE_FILES) {
      const sha256 = digests.get(file.id) ?? createHash('sha256').update(bytesOf(file)).digest('hex')
      digests.set(file.id, sha256)
      const mimeType = file.isImage ? 'image/png' : 'application/pdf'
      const id = store.files.add(ACCOUNT, { name: file.name, mimeType, size: file.bytes ?? 0, sha256 }, now)
      ids.set(file.id, id)
    }
    const documents = SAMPLE_DOCUMENTS.map((document) => {
      const { title, folderId, tagIds, minutesAgo } = document
      const tags = tagIds.map((tag) => ids.get(tag)!)
      const states = statesOf(document, now)
      const added = addDocument(store, { title, folderId: idOf(folderId), tags, states })
      if (added.updatedAt !== now - minutesAgo * MINUTE_MS)
        throw new Error(`${title} is not as old as it should be`)
      ids.set(document.id, added.id)
      return added
    })
    return { ids, documents }
  })
}

/** A document with the states of its history, oldest first. */
export interface GrownDocument {
  readonly title: string
  readonly folderId?: number | null
  readonly tags?: readonly number[]
  readonly states: readonly State[]
}

/** Adds a document with its history to a service. */
export function addDocument(
  store: ServiceStore,
  { title, folderId = null, tags = [], states: [first, ...later] }: GrownDocument,
): StoredDocument {
  if (first === undefined) throw new Error(`${title} has no text`)
  const id = store.documents.add(ACCOUNT, {
    folderId,
    title,
    publishedAt: null,
    status: first.status,
    createdAt: first.at,
    updatedAt: first.at,
    content: Buffer.from(first.text),
  })
  store.documents.setTags(id, [], [...tags])
  let before = store.documents.find(ACCOUNT, id)!
  addVersion(store, before, undefined)
  for (const { text, status, at: updatedAt } of later) {
    const publishedAt = status === 'published' ? updatedAt : null
    const content = Buffer.from(text)
    const after = { ...before, content, status, updatedAt, publishedAt, revision: before.revision + 1 }
    store.documents.update(before, after)
    addVersion(store, after, before.content)
    before = after
  }
  return before
}

/** Writes the library to a file as the first pull would leave it on this device, with the ids used in tests. */
export function writeLibrary(file: string, { ids, documents }: Sample, clock: Clock): void {
  const database = openBytes(emptyLibrary(), { committed() {} })
  const store = createStore(database, clock)
  const items = openLibraryItems(createRows(database))
  const now = clock.now()
  store.transaction(() => {
    const put = (kind: ItemKind, id: string, fields: ItemFields) =>
      items.put({ ...pulledItem(kind, String(ids.get(id)), { fields }, now), id })
    for (const { id, name, parentId, position } of SAMPLE_FOLDERS)
      put('folder', id, { name, parentId, position })
    for (const { id, name } of SAMPLE_TAGS) put('tag', id, { name })
    SAMPLE_DOCUMENTS.forEach(({ id }, at) => {
      const seen = seenOf(documents[at]!)
      const copy = pulledDocument(id, seen.id, seenRecord(seen, undefined, items)!)
      const context = { before: undefined, baseBefore: undefined, isEdited: false, times: timesOf(seen) }
      store.table.add(rowOf(copy, { ...context, now: new Date(now).toISOString() }))
      store.journal.write(copy)
      store.journal.release(id)
    })
  })
  writeFileSync(file, database.serialize())
  database.close()
}

const seenOf = (document: StoredDocument): DocumentSeen => ({
  id: String(document.id),
  title: document.title,
  content: Buffer.from(document.content).toString(),
  status: document.status,
  folder_id: document.folderId === null ? null : String(document.folderId),
  tags: document.tags.map(({ id, name }) => ({ id: String(id), name })),
  created_at: timestampOf(document.createdAt),
  updated_at: timestampOf(document.updatedAt),
  published_at: document.publishedAt === null ? undefined : timestampOf(document.publishedAt),
})
