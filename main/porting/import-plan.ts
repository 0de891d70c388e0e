import path from 'node:path'
import { AppError } from '../../shared/problem'
import { decodeText } from './decode'
import { readFrontMatter } from './front-matter'
import { inlineTags } from './links'
import { MANIFEST, readManifest, type Manifest } from './manifest'
import { CONTENT_BLOCK, createFinder, repointed, TEXTS } from './repoint'
import type { Source, SourceEntry } from './source'

/** What an import would bring in; nothing is changed to find out. */
export interface ImportPlan {
  readonly documents: readonly PlannedDocument[]
  /** Every folder that is needed, parents first. */
  readonly folders: readonly { readonly path: string; readonly name: string }[]
  /** Tags that stand in no document. */
  readonly tags: readonly string[]
  /** By its path: what a document names, or an export of Stet lists. */
  readonly files: ReadonlyMap<string, PlannedFile>
  readonly left: readonly Left[]
  /** Relative links from one document to another, which become links by title. */
  readonly turnedLinks: number
  /** The program whose habits the files show. */
  readonly habit: 'Stet' | 'Obsidian' | 'Joplin' | 'iA Writer' | undefined
  /** The text of one of its documents with links that hold where it goes; `linkOf` is given the paths of files. */
  textOf(document: PlannedDocument, linkOf: (file: string) => string | undefined): string
}

export interface PlannedDocument {
  readonly path: string
  /** Of its folder; empty at the top. */
  readonly folder: string
  readonly title: string
  readonly text: string
  readonly tags: readonly string[]
  /** Words with a `#` in the text. */
  readonly inlineTags: readonly string[]
  readonly status: 'draft' | 'published'
  readonly isOurs: boolean
}

export interface PlannedFile {
  readonly entry: SourceEntry
  readonly name: string
  readonly alt: string
}

/** What was not taken, or not as it stood, and why. */
export interface Left {
  readonly path: string
  readonly why: string
  readonly isTaken: boolean
}

export interface PlanOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (files: number) => void
}

const READ_AHEAD = 16

/** What programs keep for themselves. */
const isHidden = (where: string): boolean => /(?:^|\/)(?:\.|__MACOSX(?:\/|$))/.test(where)

/** Begins `work` on some items before they are asked for; in the order of the items. */
async function* ahead<T, R>(items: AsyncIterable<T>, work: (item: T) => R): AsyncGenerator<R> {
  const begun: R[] = []
  for await (const item of items) {
    begun.push(work(item))
    if (begun.length > READ_AHEAD) yield begun.shift()!
  }
  yield* begun
}

const TITLE_MAX = 255
const TEXT_BYTES_MAX = 20 * 1024 * 1024

/** Reads a whole source. Throws an AppError where it cannot be read at all. */
export async function planImport(
  source: Source,
  { signal, onProgress }: PlanOptions = {},
): Promise<ImportPlan> {
  const documents: PlannedDocument[] = []
  const others = new Map<string, SourceEntry>()
  const left: Left[] = []
  const hidden = new Set<string>()
  const leave = (path: string, why: string, isTaken = false) => left.push({ path, why, isTaken })
  let manifest: Manifest | undefined

  const read = ahead(source.entries(), (entry) => {
    const where = cleanPath(entry.path)
    const isText = where !== undefined && !entry.isLink && TEXTS.test(where) && !isHidden(where)
    return { entry, where, found: isText ? readDocument(where, entry) : undefined }
  })
  for await (const { entry, where, found: reading } of read) {
    signal?.throwIfAborted()
    if (where === undefined) leave(entry.path, 'It points outside of the folder.')
    else if (entry.isLink) leave(where, 'It is a link to another file.')
    else if (isHidden(where)) hidden.add(where.split('/').find(isHidden) ?? where)
    else if (where === MANIFEST) manifest = readManifest(decodeText(await entry.read()) ?? '')
    else if (reading) {
      const found = await reading
      if (typeof found === 'string') leave(where, found)
      else {
        documents.push(found.document)
        if (found.isBroken) leave(where, 'Its front matter cannot be read; it stays in the text.', true)
      }
      onProgress?.(documents.length)
    } else others.set(where, entry)
  }

  const listed = new Map((manifest?.files ?? []).map((file) => [file.path, file]))
  const files = new Map<string, PlannedFile>()
  const finder = createFinder(documents, others.keys())
  const use = (found: string) => {
    const entry = others.get(found)
    const { name = path.posix.basename(found), alt = '' } = listed.get(found) ?? {}
    if (entry) files.set(found, { entry, name, alt })
  }
  for (const file of listed.keys()) use(file)
  let turnedLinks = 0
  for (const document of documents)
    repointed(
      document,
      finder,
      (found) => (use(found), found),
      () => turnedLinks++,
    )
  for (const file of others.keys()) if (!files.has(file)) leave(file, 'No document names it.')
  const among = createFinder(documents, files.keys())
  return {
    documents,
    textOf: (document, linkOf) => repointed(document, among, linkOf),
    folders: foldersOf(documents, manifest),
    tags: manifest?.tags ?? [],
    files,
    left,
    turnedLinks,
    habit: habitOf(manifest, hidden, others, documents),
  }
}

async function readDocument(
  where: string,
  entry: SourceEntry,
): Promise<string | { readonly document: PlannedDocument; readonly isBroken: boolean }> {
  let bytes: Uint8Array
  try {
    bytes = await entry.read(TEXT_BYTES_MAX)
  } catch (error) {
    return error instanceof AppError ? error.problem.message : 'It cannot be read.'
  }
  const content = decodeText(bytes)
  if (content === undefined) return 'It is not text in UTF-8 or UTF-16.'
  const { fields, text, isOurs, isBroken } = readFrontMatter(content)
  const stem = path.posix.basename(where).replace(TEXTS, '')
  const heading = isOurs || fields.title !== undefined ? undefined : headingLike(text, stem)
  const title = fields.title ?? heading?.title ?? stem
  return {
    isBroken,
    document: {
      path: where,
      folder: path.posix.dirname(where) === '.' ? '' : path.posix.dirname(where),
      title: isOurs ? title : title.slice(0, TITLE_MAX).replace(/[\uD800-\uDBFF]$/, ''),
      text: heading?.rest ?? text,
      tags: fields.tags ?? [],
      inlineTags: isOurs ? [] : inlineTags(text),
      status: fields.status === 'published' ? 'published' : 'draft',
      isOurs,
    },
  }
}

/** A first heading that is the name of the file becomes the title, and does not stand twice. */
function headingLike(
  text: string,
  stem: string,
): { readonly title: string; readonly rest: string } | undefined {
  const found = /^\s*#[ \t]+([^\r\n]+?)[ \t]*#*(?:\r?\n|$)(?:[ \t]*\r?\n)?/.exec(text)
  const title = found?.[1] ?? ''
  const plain = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return found && plain(title) !== '' && plain(title) === plain(stem)
    ? { title, rest: text.slice(found[0].length) }
    : undefined
}

/** Relative and inside; `undefined` where it points elsewhere. */
function cleanPath(written: string): string | undefined {
  if (/^(?:\/|[A-Za-z]:)/.test(written) || written.includes('\0')) return undefined
  const parts = written.split('/').filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/')
}

function foldersOf(
  documents: readonly PlannedDocument[],
  manifest: Manifest | undefined,
): readonly { readonly path: string; readonly name: string }[] {
  const names = new Map((manifest?.folders ?? []).map((folder) => [folder.path, folder.name]))
  const paths = new Set(names.keys())
  for (const { folder } of documents) {
    const parts = folder.split('/')
    if (folder !== '')
      for (let depth = 1; depth <= parts.length; depth++) paths.add(parts.slice(0, depth).join('/'))
  }
  return [...paths]
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .map((folder) => ({ path: folder, name: names.get(folder) ?? path.posix.basename(folder) }))
}

function habitOf(
  manifest: Manifest | undefined,
  hidden: ReadonlySet<string>,
  others: ReadonlyMap<string, SourceEntry>,
  documents: readonly PlannedDocument[],
): ImportPlan['habit'] {
  if (manifest) return 'Stet'
  if (hidden.has('.obsidian')) return 'Obsidian'
  if ([...others.keys()].some((file) => /(?:^|\/)_resources\//.test(file))) return 'Joplin'
  return documents.some(({ text }) => new RegExp(CONTENT_BLOCK.source, 'im').test(text))
    ? 'iA Writer'
    : undefined
}
