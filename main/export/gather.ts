import { createHash } from 'node:crypto'
import { listPages } from '../library/catalog/list-pages'
import type { ExportFormat, PaperSize } from '../../shared/export-forms'
import { EXPORTED_DOCUMENTS_MAX, type ExportedWhat } from '../../shared/ipc/ipc-export'
import type { DocumentSummary, Folder } from '../../shared/ipc/ipc-records'
import { appError } from '../../shared/problem'
import { shownTitle } from '../../shared/terms'
import { linkTo, targetKey, targetsIn } from '../../shared/text/file-links'
import type { Workspace } from '../connections/workspace/workspace'
import { textHere } from '../porting/library-plan'
import { BY_TITLE, documentsByTitle, savedSearchOf } from './found'
import type { ExportJob, JobPart } from './job'
import type { LeftBehind } from './publication'

type ExportLibrary = Pick<
  Workspace,
  'attachments' | 'catalog' | 'documents' | 'libraryId' | 'record' | 'savedSearches'
>

interface GatherOptions {
  readonly format: ExportFormat
  readonly paper: PaperSize
  /** The language where no text names one. */
  readonly language: string
  /** Whether texts that are not on this device are read from the service; otherwise they are left out. */
  readonly readsElsewhere: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

interface Gathered {
  readonly job: Omit<ExportJob, 'kind'>
  readonly documents: number
  /** Texts that the export leaves out. */
  readonly missing: readonly LeftBehind[]
}

/** The bound for all texts of one file together, in characters. */
const TEXT_LENGTH_MAX = 100_000_000

interface Listed {
  readonly title: string
  /** The level of its heading. */
  readonly level: number
  /** The document; absent for a folder. */
  readonly document?: Pick<DocumentSummary, 'id' | 'updatedAt'> & { readonly text?: string }
}

/** The parts of one file before any text is read. */
interface ExportPlan {
  readonly title: string
  readonly isBook: boolean
  readonly listed: readonly Listed[]
}

/** Plans an export. Throws an AppError where there is nothing to export, or too much. */
export async function planExport(library: ExportLibrary, what: ExportedWhat): Promise<ExportPlan> {
  if ('selection' in what) {
    const { id, title, text } = what.selection
    const document = { id, text, updatedAt: new Date().toISOString() }
    return { title, isBook: false, listed: [{ title, level: 0, document }] }
  }
  const plan = await listedIn(library, what)
  const documents = plan.listed.filter(({ document }) => document !== undefined)
  const [first] = documents
  if (first === undefined) throw appError('not-found-here', 'There is no document in this.')
  if (documents.length > EXPORTED_DOCUMENTS_MAX) throw tooMuch()
  if (documents.length > 1 || 'folderId' in what) return { ...plan, isBook: true }
  return { title: first.title, isBook: false, listed: [{ ...first, level: 0 }] }
}

function listedIn(
  library: ExportLibrary,
  what: Exclude<ExportedWhat, { selection: unknown }>,
): ListedOf | Promise<ListedOf> {
  if ('ids' in what) return documentsOf(library, what.ids)
  return 'folderId' in what ? folderOf(library, what.folderId) : foundOf(library, what.savedSearch)
}

/** Reads everything for one file. Throws an AppError where none of it can be read, or there is too much. */
export async function gather(
  library: ExportLibrary,
  { title, isBook, listed }: ExportPlan,
  options: GatherOptions,
): Promise<Gathered> {
  const { format, paper, language, signal, onProgress } = options
  const documents = listed.flatMap(({ document }) => document ?? [])
  const parts: JobPart[] = []
  const missing: LeftBehind[] = []
  let length = 0
  let read = 0
  for (const { document, ...part } of listed) {
    signal.throwIfAborted()
    if (document === undefined) {
      parts.push(part)
      continue
    }
    onProgress(read++, documents.length)
    const text = document.text ?? (await textOf(library, document.id, options))
    length += text?.length ?? 0
    if (length > TEXT_LENGTH_MAX) throw tooMuch()
    if (text !== undefined) parts.push({ ...part, markdown: text })
    else missing.push({ path: shownTitle(part.title), why: options.readsElsewhere ? AWAY : READ_LATER })
  }
  if (options.readsElsewhere && missing.length === documents.length)
    throw appError('not-found-here', 'The text is not on this device and cannot be read now.')
  const job = {
    ...{ format, paper, language, isBook, parts, title },
    id: uuidOf([library.libraryId(), ...documents.map(({ id }) => id)].join('\n')),
    modified: documents.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), ''),
    pictures: hasPictures(format) ? await filesOf(library, parts, signal) : new Map<string, string>(),
  }
  return { job, documents: documents.length, missing }
}

const AWAY = 'Its text is not on this device and cannot be read now.'
const READ_LATER = 'Its text is not on this device. It is read from the service first.'

const hasPictures = (format: ExportFormat): boolean => format !== 'markdown' && format !== 'text'

async function textOf(
  library: ExportLibrary,
  id: string,
  { readsElsewhere }: GatherOptions,
): Promise<string | undefined> {
  return (readsElsewhere ? await textHere(library, id) : library.documents.read(id))?.text
}

const tooMuch = () => appError('too-large', 'This is too large for one file. Export it in parts.')

/** A UUID that is the same for the same words. */
function uuidOf(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The files in the texts, as paths on this device by their keys; a file that is not here is read from the service. */
async function filesOf(
  { attachments }: ExportLibrary,
  parts: readonly JobPart[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const targets = parts.flatMap(({ markdown = '' }) => targetsIn(markdown))
  const files = new Map<string, string>()
  for (const [key, target] of new Map(targets.map((one) => [targetKey(one), one]))) {
    signal.throwIfAborted()
    try {
      files.set(key, (await attachments.open(linkTo(target))).path)
    } catch {
      // The code that examines the texts reports the missing file.
    }
  }
  return files
}

type ListedOf = Omit<ExportPlan, 'isBook'>

function documentsOf({ catalog, record }: ExportLibrary, ids: readonly string[]): ListedOf {
  const found = new Map<string, DocumentSummary>()
  for (let from = 0; from < ids.length; from += SUMMARIES)
    for (const one of catalog.summaries({ ids: ids.slice(from, from + SUMMARIES) })) found.set(one.id, one)
  const documents = ids.flatMap((id) => found.get(id) ?? [])
  const folders = new Set(documents.map(({ folderId }) => folderId))
  const [folderId] = folders
  const folder = catalog.library().folders.find(({ id }) => id === folderId)
  return {
    title: folders.size === 1 && folder !== undefined ? folder.name : record().name,
    listed: documents.map((document) => ({ title: document.title, level: 1, document })),
  }
}

async function foundOf(library: ExportLibrary, id: string): Promise<ListedOf> {
  const { name, filter } = savedSearchOf(id, library)
  const found = await documentsByTitle(filter, library.catalog)
  return {
    title: name,
    listed: found.map((document) => ({ title: document.title, level: 1, document })),
  }
}

const SUMMARIES = 200
const DEEPEST = 6

/** The documents of a folder, ordered by title, followed by its folders in their order. */
async function folderOf({ catalog }: ExportLibrary, folderId: string): Promise<ListedOf> {
  const { folders } = catalog.library()
  const top = folders.find(({ id }) => id === folderId)
  if (top === undefined) throw appError('not-found-here', 'This folder is not here any more.')
  const inside = new Map<string, DocumentSummary[]>()
  for await (const { items, total } of listPages(catalog, { folderId, subfolders: true })) {
    if (total > EXPORTED_DOCUMENTS_MAX) throw tooMuch()
    for (const one of items) inside.set(one.folderId ?? '', [...(inside.get(one.folderId ?? '') ?? []), one])
  }
  const listed = (folder: Pick<Folder, 'id'>, level: number): readonly Listed[] => {
    const documents = (inside.get(folder.id) ?? []).toSorted((one, other) =>
      BY_TITLE.compare(one.title, other.title),
    )
    return [
      ...documents.map((document) => ({ title: document.title, level, document })),
      ...folders
        .filter(({ parentId }) => parentId === folder.id)
        .flatMap((child) => {
          const below = listed(child, Math.min(level + 1, DEEPEST))
          return below.length === 0 ? [] : [{ title: child.name, level }, ...below]
        }),
    ]
  }
  return { title: top.name, listed: listed(top, 1) }
}
