import fs from 'node:fs'
import path from 'node:path'
import type { DocumentId } from '../../shared/terms'
import { attempt } from '../../shared/thrown'
import { readFrontMatter } from '../porting/front-matter'
import { markOf, type BackupFile, type BackupIndex } from '../store/backup-index'
import { stateDigest } from '../store/checksum'
import type { LibraryReader, ReadDocument } from '../store/library-reader'
import { safeName } from '../system/file-names'

/** The name of a version: the local time of its backup. */
const VERSION = /^(\d{4})-(\d\d)-(\d\d) (\d\d)\.(\d\d)\.(\d\d)(?: \d+)?\.md$/

/** The mark of a document whose last backup was found in the folder. It is none that a document has. */
const FOUND = 'found'

type Found = Omit<BackupFile, 'id'>

/** A library whose backups are looked for. */
interface Owner {
  readonly id: string
  readonly name: string
  readonly reader: Pick<LibraryReader, 'documents' | 'text'>
}

/**
 * Fills a new index with the versions of one library that are in the backup folder. The index before was damaged, or is
 * that of another profile. A version belongs to the document that has its words, or else its place; those of no
 * document are kept as a document that is gone.
 */
export function readFolder(folder: string, { id, name, reader }: Owner, index: BackupIndex): void {
  const documents = attempt(() => reader.documents()) ?? []
  const byPlace = new Map<string, ReadDocument>()
  const byDigest = new Map<string, ReadDocument>()
  for (const document of documents) {
    byPlace.set(placeOfNames([name, ...document.folders, document.title]), document)
    const text = document.hasText ? reader.text(document.id) : undefined
    if (text !== undefined) byDigest.set(stateDigest(document.title, Buffer.from(text)), document)
  }
  const taken = new Set<DocumentId>()
  const ownerOf = (place: string, digest: string): ReadDocument | undefined =>
    [byDigest.get(digest), byPlace.get(place)].find((one) => one !== undefined && !taken.has(one.id))
  for (const [place, versions] of versionsIn(folder, placeOfNames([name]))) {
    const last = versions.at(-1)
    if (last === undefined) continue
    const owner = ownerOf(place, last.digest)
    const documentId = owner?.id ?? `gone-${markOf([place])}`
    taken.add(documentId)
    const isSame = owner !== undefined && byDigest.get(last.digest) === owner
    const content = isSame
      ? markOf([owner.title, owner.folders, owner.tags, owner.status, reader.text(owner.id)])
      : FOUND
    for (const version of versions) index.add(id, documentId, version)
    index.put(id, documentId, { place, mark: FOUND, content, file: last.file })
  }
}

/** The path of these names, each of which is one part. */
export const placeOfNames = (names: readonly string[]): string =>
  names.map((name) => safeName(name, new Set())).join('/')

/** The places below a folder with their versions, the oldest first. Files that cannot be read are left out. */
function* versionsIn(folder: string, place: string): Generator<readonly [string, readonly Found[]]> {
  const inside = path.join(folder, ...place.split('/'))
  let entries: readonly fs.Dirent[]
  try {
    entries = fs.readdirSync(inside, { withFileTypes: true })
  } catch {
    return
  }
  const versions = entries.flatMap((entry) => (entry.isFile() ? versionOf(folder, place, entry.name) : []))
  if (versions.length > 0) yield [place, versions.toSorted((one, other) => one.at - other.at)]
  for (const entry of entries) if (entry.isDirectory()) yield* versionsIn(folder, `${place}/${entry.name}`)
}

function versionOf(folder: string, place: string, name: string): readonly Found[] {
  const [, ...parts] = VERSION.exec(name) ?? []
  const [year = 0, month = 0, ...rest] = parts.map(Number)
  if (parts.length === 0) return []
  const file = `${place}/${name}`
  try {
    const { fields, text } = readFrontMatter(fs.readFileSync(path.join(folder, ...file.split('/')), 'utf8'))
    const title = fields.title ?? ''
    const at = new Date(year, month - 1, ...rest).getTime()
    return [{ at, file, title, digest: stateDigest(title, Buffer.from(text)) }]
  } catch {
    return []
  }
}
