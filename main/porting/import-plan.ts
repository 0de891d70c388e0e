import path from 'node:path'
import { appError } from '../../shared/problem'
import { decodeText } from './convert/decode'
import { planned, readDocument, textAgain, type FoundDocument } from './found-document'
import type { PlannedDocument } from './planned-document'
import { BEGUN, MANIFEST, readManifest, type Manifest } from './manifest'
import { namesOf } from './listed'
import { missingPictures } from './convert/missing-pictures'
import { TITLE_LENGTH_MAX } from '../../shared/terms'
import { TEXTS } from './files-source'
import { createFinder, rewriteLinks } from './rewrite-links'
import { typeByName } from '../library/files/image-type'
import { hiddenPart, type Source, type SourceEntry } from './source'

/** The documents, folders and files that an import would bring in; planning changes nothing. */
export interface ImportPlan {
  readonly documents: readonly PlannedDocument[]
  /** Every required folder, parents first; an empty path is that of the folder around all others. */
  readonly folders: readonly { readonly path: string; readonly name: string }[]
  /** Tags that no document has. */
  readonly tags: readonly string[]
  /** The files, by their paths, that a document uses or that an export of Stet lists. */
  readonly files: ReadonlyMap<string, PlannedFile>
  readonly left: readonly Left[]
  /** How many relative links between documents become links by title. */
  readonly turnedLinks: number
  /** The program that wrote the files, where they show it. */
  readonly program: 'Stet' | 'Obsidian' | 'Joplin' | 'iA Writer' | undefined
}

export interface PlannedFile {
  readonly entry: SourceEntry
  readonly name: string
  readonly alt: string
}

/** A file that was not imported, or not unchanged, and the reason. */
export interface Left {
  readonly path: string
  readonly why: string
  readonly isTaken: boolean
}

export interface PlanOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (files: number) => void
  /** How many characters of text are kept, so that small sources are read once; 64 million where absent. */
  readonly heldMax?: number
}

const READ_AHEAD = 16

/** Starts `work` on some items before their results are requested; yields in the order of the items. */
async function* ahead<T, R>(items: AsyncIterable<T> | Iterable<T>, work: (item: T) => R): AsyncGenerator<R> {
  const begun: R[] = []
  for await (const item of items) {
    begun.push(work(item))
    if (begun.length > READ_AHEAD) yield begun.shift()!
  }
  yield* begun
}

/** The bound for all texts together: a source with more is not a library of texts. */
const TEXTS_BYTES_MAX = 2 * 1024 * 1024 * 1024
const FILES_MAX = 500_000
const HELD_MAX = 64_000_000

/** Why a document is not imported unchanged, as sentences. */
const notWhole = (
  { left = [] }: SourceEntry,
  { isBroken, hasLongTitle }: FoundDocument,
): readonly string[] => [
  ...left,
  ...(isBroken ? ['Its front matter cannot be read; it stays in the text.'] : []),
  ...(hasLongTitle
    ? [`Its title is longer than ${TITLE_LENGTH_MAX} characters; the whole of it stays in the text.`]
    : []),
]

/** Reads a whole source. Throws an AppError where it cannot be read at all, or contains more than a library may. */
export async function planImport(
  source: Source,
  { signal, onProgress, heldMax = HELD_MAX }: PlanOptions = {},
): Promise<ImportPlan> {
  const found: FoundDocument[] = []
  const others = new Map<string, SourceEntry>()
  const left: Left[] = []
  const unlisted = createUnlisted(source)
  const leave = (named: string, why: string, isTaken = false) => left.push({ path: named, why, isTaken })
  let manifest: Manifest | undefined
  let count = 0
  let textBytes = 0
  let held = 0

  const read = ahead(source.entries(), (entry) => begin(entry, source.isChosen === true))
  for await (const { entry, where, hiding, reading } of read) {
    signal?.throwIfAborted()
    if (++count > FILES_MAX) throw tooMuch()
    if (where === undefined) leave(entry.path, 'It points outside of the folder.')
    else if (hiding !== undefined) unlisted.add(hiding, where, entry)
    else if (entry.refused !== undefined) leave(where, entry.refused)
    else if (where === BEGUN) continue
    else if (where === MANIFEST) manifest = readManifest(decodeText(await entry.read()) ?? '')
    else if (reading) {
      const document = await reading
      if (typeof document === 'string') leave(entry.from ?? where, document)
      else {
        textBytes += document.bytes
        if (textBytes > TEXTS_BYTES_MAX) throw tooMuch()
        held += document.held?.length ?? 0
        found.push(held <= heldMax ? document : { ...document, held: undefined })
        for (const why of notWhole(entry, document)) leave(entry.from ?? where, why, true)
      }
      onProgress?.(found.length)
    } else others.set(where, entry)
  }

  const listed = new Map((manifest?.files ?? []).map((file) => [file.path, file]))
  const files = new Map<string, PlannedFile>()
  const finder = createFinder(found, others.keys(), (file) => unlisted.file(file) !== undefined)
  const use = (file: string) => {
    const entry = others.get(file) ?? unlisted.file(file)
    const { name = path.posix.basename(file), alt = '' } = listed.get(file) ?? {}
    if (entry) files.set(file, { entry, name, alt })
  }
  for (const file of listed.keys()) use(file)
  let turnedLinks = 0
  const documents: PlannedDocument[] = []
  for await (const { document, text } of ahead(found, textAgain)) {
    signal?.throwIfAborted()
    const now = await text
    if (typeof now === 'string') {
      leave(document.path, now)
      continue
    }
    const named = new Set<string>()
    const missing = new Set<string>()
    const linked = rewriteLinks(
      { ...document, text: now.text },
      finder,
      (file) => {
        use(file)
        named.add(file)
        return '#'
      },
      { turned: () => turnedLinks++, missing: (picture) => missing.add(picture) },
    )
    if (missing.size > 0) leave(document.entry.from ?? document.path, missingPictures(missing), true)
    documents.push(planned(document, linked, named, finder))
  }
  for (const file of others.keys()) if (!files.has(file)) leave(file, 'No document names it.')
  left.push(...unlisted.left(files), ...markLeft(found))
  return {
    documents,
    folders: foldersOf(documents, manifest, source.folder),
    tags: manifest?.tags ?? [],
    files,
    left,
    turnedLinks,
    program: programOf(manifest, unlisted.hidden, others, found),
  }
}

/** From hidden folders and from beside chosen files only media that a document shows are imported. */
const MEDIA = /^(?:image|audio|video)\/|pdf$/

/** The files that are not among the entries of the source. */
function createUnlisted(source: Source) {
  const hidden = new Set<string>()
  const files = new Map<string, SourceEntry | undefined>()
  return {
    hidden,
    add(part: string, where: string, entry: SourceEntry): void {
      hidden.add(part)
      if (entry.refused === undefined) files.set(where, entry)
    },
    /** A picture or other media at this path. */
    file(where: string): SourceEntry | undefined {
      if ((hiddenPart(where) === undefined && source.isChosen !== true) || !MEDIA.test(typeByName(where)))
        return undefined
      if (!files.has(where)) files.set(where, source.unlisted?.(where))
      return files.get(where)
    },
    left(taken: ReadonlyMap<string, PlannedFile>): readonly Left[] {
      const used = new Set([...taken.keys()].map(hiddenPart))
      const why = (part: string) => {
        if (!part.endsWith('/')) return 'It is hidden.'
        return used.has(part)
          ? 'It is a hidden folder. Only the pictures and other media that documents name are taken.'
          : 'It is a hidden folder.'
      }
      return [...hidden]
        .filter((part) => part.endsWith('/') || !used.has(part))
        .map((part) => ({ path: part, why: why(part), isTaken: false }))
    },
  }
}

/** One remark about all files that have this one in common. */
function markLeft(found: readonly FoundDocument[]): readonly Left[] {
  const marked = found.filter((one) => one.hasByteOrderMark).map((one) => one.path)
  const why =
    'The byte order mark at the beginning is not imported. The text is complete, and is exported as UTF-8.'
  return marked.length === 0 ? [] : [{ path: namesOf(marked), why, isTaken: true }]
}

/** Determines an entry's path and what hides it, and starts reading its text in the background. */
function begin(entry: SourceEntry, isChosen: boolean) {
  const where = cleanPath(entry.path)
  const hiding = where === undefined || isChosen ? undefined : hiddenPart(where)
  const isRead = where !== undefined && entry.refused === undefined && hiding === undefined
  const reading = isRead && TEXTS.test(where) ? readDocument(where, entry) : undefined
  return { entry, where, hiding, reading }
}

const tooMuch = () => appError('too-large', 'This is more than a library can hold. Import it in parts.')

/** The path, if it is relative and inside the source; `undefined` otherwise. */
function cleanPath(written: string): string | undefined {
  if (/^(?:\/|[A-Za-z]:)/.test(written) || written.includes('\0')) return undefined
  const parts = written.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0 || parts.includes('..')) return undefined
  return parts.join('/') + (written.endsWith('/') ? '/' : '')
}

function foldersOf(
  documents: readonly PlannedDocument[],
  manifest: Manifest | undefined,
  around: string | undefined,
): ImportPlan['folders'] {
  const names = new Map((manifest?.folders ?? []).map((folder) => [folder.path, folder.name]))
  // An export of Stet is a library, and its own folder is none of that library.
  if (manifest === undefined && around && documents.length > 0) names.set('', around.normalize('NFC'))
  const paths = new Set(names.keys())
  for (const { folder } of documents) {
    const parts = folder.split('/')
    if (folder !== '')
      for (let depth = 1; depth <= parts.length; depth++) paths.add(parts.slice(0, depth).join('/'))
  }
  return [...paths]
    .sort((a, b) => depthOf(a) - depthOf(b))
    .map((folder) => ({
      path: folder,
      name: names.get(folder) ?? path.posix.basename(folder).normalize('NFC'),
    }))
}

const depthOf = (folder: string): number => (folder === '' ? 0 : folder.split('/').length)

function programOf(
  manifest: Manifest | undefined,
  hidden: ReadonlySet<string>,
  others: ReadonlyMap<string, SourceEntry>,
  documents: readonly FoundDocument[],
): ImportPlan['program'] {
  if (manifest) return 'Stet'
  if ([...hidden].some((one) => /(?:^|\/)\.obsidian\/$/.test(one))) return 'Obsidian'
  if ([...others.keys()].some((file) => /(?:^|\/)_resources\//.test(file))) return 'Joplin'
  return documents.some(({ hasContentBlock }) => hasContentBlock) ? 'iA Writer' : undefined
}
