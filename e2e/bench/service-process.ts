import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { databaseIn, makeFirstKey, openLibrary, searchFolderIn } from '../../server/library/library'
import { openSearchThread } from '../../server/search/search-thread'
import { systemRandom } from '../../server/http/settings'
import { paragraphs } from './prose'

const DOCUMENT_BYTES = 2_000
const root = join(import.meta.dirname, '..', '..')

/** A service in a separate process. */
export interface Running {
  readonly port: number
  readonly key: string
  stop(): Promise<void>
}

const PROSE = paragraphs(200_000).join('\n\n')
/** A text of 2 KB, different for each number. */
export function text(n: number): string {
  const at = (n * 7919) % (PROSE.length - DOCUMENT_BYTES)
  return `${n} ${PROSE.slice(at, at + DOCUMENT_BYTES)}`
}

/**
 * Creates a library with a number of documents, in the folders and with the tags of `PLACES`, served by the built
 * service or by the bare peer. `isIndexed`: the texts are already indexed for search, as in a service that has run for
 * a while.
 */
export async function startService(
  folder: string,
  documents: number,
  bare: boolean,
  isIndexed = false,
): Promise<Running> {
  const library = openLibrary(folder)
  const { store } = library
  const key = makeFirstKey(store, 'default', Date.now, systemRandom) ?? ''
  const accountId = store.accounts.ensureAccount('default', Date.now())
  addFoldersAndTags(library, accountId)
  for (let n = 0; n < documents; n += 1_000)
    store.transaction(() => {
      for (let i = n; i < Math.min(documents, n + 1_000); i++) addDocument(library, accountId, i, documents)
    })
  library.close()
  if (isIndexed) await index(folder)
  const args = bare
    ? [join(import.meta.dirname, 'bare-service.mjs'), join(folder, 'content.sqlite')]
    : [join(root, 'out', 'main', 'server.js'), '--data', folder, '--port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await firstLine(child)
  const port = bare ? Number(line) : Number(new URL((JSON.parse(line) as { url: string }).url).port)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    key,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function index(folder: string): Promise<void> {
  const search = openSearchThread(
    { databasePath: databaseIn(folder), folder: searchFolderIn(folder), embedding: undefined },
    (error) => console.error(error),
  )
  await search.settled()
  await search.close()
}

type Library = ReturnType<typeof openLibrary>

/** Folders and tags with most documents, some, or few; a quarter of all documents is in no folder. */
export const PLACES = { folders: [1, 2], tags: [1, 2, 3] } as const

/** The creation time of document 0; each next document is one second later. */
export const FIRST_TIME = Date.UTC(2026, 0, 1)

function addFoldersAndTags({ store }: Library, accountId: number): void {
  const times = { createdAt: 1, updatedAt: 1 }
  for (const n of PLACES.folders)
    store.folders.add(accountId, { parentId: null, name: `Folder ${n}`, position: n, ...times })
  for (const n of PLACES.tags) store.tags.add(accountId, `tag ${n}`, 1)
}

function addDocument({ store }: Library, accountId: number, n: number, documents: number): void {
  // Documents are changed in another order than created, and their folders are spread over both orders.
  const mixed = (n * 7_919) % documents
  const content = Buffer.from(text(n))
  const values = { title: `Document ${mixed}`, status: n % 3 === 0 ? 'published' : 'draft' }
  const id = store.documents.add(accountId, {
    ...values,
    folderId: mixed % 4 === 0 ? null : PLACES.folders[mixed % 100 === 1 ? 1 : 0],
    createdAt: FIRST_TIME + n * 1_000,
    updatedAt: FIRST_TIME + mixed * 1_000,
    publishedAt: null,
    content,
  })
  const isTagged = [n % 2 === 0, n % 90 === 0, n < 30]
  const tagIds = PLACES.tags.filter((_, tag) => isTagged[tag])
  store.documents.setTags(id, [], tagIds)
  const time = FIRST_TIME + mixed * 1_000
  store.versions.add({ ...values, documentId: id, revision: 1, createdAt: time }, content, undefined)
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve)
  })
}
