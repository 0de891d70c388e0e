import path from 'node:path'
import { AppError, type Problem } from '../../shared/problem'
import { targetKey, targetOf } from '../files/file-links'
import { storageError } from '../store/storage-error'
import type { Workspace } from '../workspace'
import { safeName, splitName } from './file-names'
import { writeFrontMatter } from './front-matter'
import { textHere } from './library-plan'
import { changeLinks, relativeLink } from './links'
import { FILES_FOLDER, MANIFEST, writeManifest } from './manifest'
import { copyWhole, placeTrouble, realFiles, writeWhole, type FileSystem } from './whole-files'

/** What an export wrote. */
export interface Exported {
  readonly folder: string
  readonly documents: number
  readonly files: number
  readonly versions: number
  /** What is not written because it stopped before. */
  readonly left: { readonly documents: number; readonly files: number }
  /** Documents and files that could not be had or have no place, and why. */
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  readonly isComplete: boolean
  /** Why it stopped, where it did. */
  readonly problem?: Problem
}

export interface ExportOptions {
  /** Made where there is none. */
  readonly folder: string
  /** Only this folder of the library and what is below it. */
  readonly folderId: string | null
  readonly withVersions: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly fs?: FileSystem
}

export type ExportSource = Pick<Workspace, 'catalog' | 'documents' | 'attachments' | 'history'>

/**
 * Writes plain files: a text each with front matter, folders as folders, attachments beside them. Files have the same
 * names every time, and one that says the same already is left alone, so an export that stopped goes on in its folder.
 */
export async function runExport(source: ExportSource, options: ExportOptions): Promise<Exported> {
  const { folder, signal, onProgress, fs = realFiles } = options
  const failed: { path: string; why: string }[] = []
  const count = { documents: 0, files: 0, versions: 0 }
  const layout = await layoutOf(source, options.folderId)
  const wantedFiles = () =>
    options.folderId === null ? layout.files : layout.files.filter(({ id }) => layout.used.has(id))
  const tried = { documents: 0, files: 0 }
  /** Where it stopped, the files that the other documents of its folder name are not written either. */
  const end = async (why?: Problem): Promise<Exported> => {
    const left = layout.documents.slice(tried.documents)
    if (options.folderId !== null) await eachInTurns(left, ({ id }) => noteFiles(source, id, layout))
    return {
      folder,
      ...count,
      left: { documents: left.length, files: wantedFiles().length - tried.files },
      failed,
      isComplete: why === undefined && !signal.aborted,
      ...(why && { problem: why }),
    }
  }
  const pathOf = (relative: string) => path.join(folder, ...relative.split('/'))
  /** Whether it is there now. A disk that takes nothing more ends all; one place that cannot be written is listed. */
  const place = async (relative: string, write: () => Promise<unknown>): Promise<boolean> => {
    try {
      await write()
      return true
    } catch (error) {
      const why = error instanceof AppError ? error.problem.message : placeTrouble(error)
      if (why === undefined) throw error
      failed.push({ path: relative, why })
      return false
    }
  }
  const writeTo = (relative: string, content: string) =>
    place(relative, () => writeWhole(fs, pathOf(relative), content))

  try {
    const manifest = (files: readonly PlacedFile[]) =>
      writeManifest({
        stet: 1,
        folders: layout.folders.map(({ path, name }) => ({ path, name })),
        tags: options.folderId === null ? [...layout.tags.values()] : [],
        files: files.map(({ path, name, alt }) => ({ path, name, alt })),
      })
    // From here on the folder is known as an export, and a later one goes on in it.
    const known = await fs.readFile(pathOf(MANIFEST), 'utf8').catch(() => undefined)
    if (known === undefined) await writeWhole(fs, pathOf(MANIFEST), manifest([]))
    for (const { path: relative } of layout.folders)
      await place(relative, () => fs.mkdir(pathOf(relative), { recursive: true }))
    for (const document of layout.documents) {
      if (signal.aborted) return await end()
      onProgress(tried.documents, layout.documents.length)
      const found = await textHere(source, document.id)
      if (!found) {
        failed.push({ path: document.path, why: 'Its text is not on this device and cannot be read now.' })
      } else if (await writeTo(document.path, fileOf(document, found, layout))) {
        if (options.withVersions) count.versions += await writeVersions(source, document, writeTo)
        count.documents++
      }
      tried.documents++
    }
    for (const file of wantedFiles()) {
      if (signal.aborted) return await end()
      if (await place(file.path, () => writeFileTo(pathOf(file.path), file))) count.files++
      tried.files++
    }
    await writeWhole(fs, pathOf(MANIFEST), manifest(wantedFiles()))
    return await end()
  } catch (error) {
    return end(storageError(error, folder).problem)
  }

  async function writeFileTo(target: string, { link }: PlacedFile): Promise<void> {
    const { path: here } = await source.attachments.open(link)
    await copyWhole(fs, here, target)
  }
}

interface Layout {
  readonly folders: readonly { readonly id: string; readonly path: string; readonly name: string }[]
  readonly documents: readonly PlacedDocument[]
  readonly files: readonly PlacedFile[]
  readonly tags: ReadonlyMap<string, string>
  /** By `targetKey`. */
  readonly fileOf: ReadonlyMap<string, PlacedFile>
  /** Files that a written document names. */
  readonly used: Set<string>
}

interface PlacedDocument {
  readonly id: string
  readonly path: string
  readonly updatedAt: string
}

interface PlacedFile {
  readonly id: string
  readonly path: string
  readonly link: string
  readonly name: string
  readonly alt: string
}

/** Where everything goes; the same every time, as long as names and folders are the same. */
async function layoutOf({ catalog, attachments }: ExportSource, top: string | null): Promise<Layout> {
  const library = catalog.library()
  const taken = new Map<string, Set<string>>()
  const takenIn = (folder: string) => {
    const names = taken.get(folder) ?? new Set(folder === '' ? [MANIFEST, FILES_FOLDER.toLowerCase()] : [])
    taken.set(folder, names)
    return names
  }
  const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

  const paths = new Map<string, string>()
  const folders: { id: string; path: string; name: string }[] = []
  // Parents come first in the order of the tree.
  for (const { id, name, parentId } of library.folders) {
    const parent = parentId === null || parentId === top ? '' : paths.get(parentId)
    if (id === top || (parent === undefined && top !== null) || (top !== null && parentId === null)) continue
    const within = join(parent ?? '', safeName(name, takenIn(parent ?? '')))
    paths.set(id, within)
    folders.push({ id, path: within, name })
  }

  const documents: PlacedDocument[] = []
  const page = { filter: {}, sort: 'created', descending: false, limit: 500 } as const
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const listed = await catalog.documents({ ...page, offset })
    total = listed.total
    for (const { id, title, folderId, updatedAt } of listed.items) {
      const within = folderId === top || folderId === null ? '' : paths.get(folderId)
      if (top !== null && folderId !== top && within === undefined) continue
      if (top !== null && folderId === null) continue
      const folder = within ?? ''
      documents.push({ id, path: join(folder, safeName(title, takenIn(folder), '.md')), updatedAt })
    }
  }

  const files = attachments.list().map(({ id, name, alt, link }) => {
    const [stem, extension] = splitName(name)
    const safe = safeName(stem, takenIn(FILES_FOLDER), safeExtension(extension))
    return { id, path: `${FILES_FOLDER}/${safe}`, link, name, alt }
  })
  const fileOf = new Map<string, PlacedFile>()
  for (const file of files)
    for (const link of [file.link, `stet-file:${file.id.replace(/^new:/, '')}`]) {
      const target = targetOf(link)
      if (target) fileOf.set(targetKey(target), file)
    }
  const tags = new Map(library.tags.map(({ id, name }) => [id, name]))
  return { folders, documents, files, tags, fileOf, used: new Set() }
}

const safeExtension = (extension: string): string => extension.replace(/[^.\p{L}\p{N}_-]/gu, '')

type Found = NonNullable<Awaited<ReturnType<typeof textHere>>>

/** The text with the links that hold beside it; the files that it names are in use from now on. */
function linkedFrom(from: string, text: string, layout: Layout): string {
  return changeLinks(text, ({ kind, target }) => {
    const found = kind === 'link' ? targetOf(target) : undefined
    const file = found && layout.fileOf.get(targetKey(found))
    if (!file) return undefined
    layout.used.add(file.id)
    return { target: relativeLink(from, file.path) }
  })
}

/** What is not on this device is not asked for to be counted. */
function noteFiles({ documents }: ExportSource, id: string, layout: Layout): void {
  const text = documents.read(id)?.text
  if (text !== undefined) linkedFrom('', text, layout)
}

const AT_ONCE = 50

/** Some at a time, so that keys are heard in between. */
async function eachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    items.slice(from, from + AT_ONCE).forEach(work)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function fileOf({ path: from, updatedAt }: PlacedDocument, { text, fields }: Found, layout: Layout): string {
  return writeFrontMatter(
    {
      title: fields.title ?? '',
      tags: (fields.tagIds ?? []).flatMap((id) => layout.tags.get(id) ?? []),
      status: fields.status ?? 'draft',
      updated: updatedAt,
    },
    linkedFrom(from, text, layout),
  )
}

/** Beside the document, in a folder of its name, each version under its time. */
async function writeVersions(
  { history }: ExportSource,
  { id, path: file }: PlacedDocument,
  writeTo: (relative: string, content: string) => Promise<boolean>,
): Promise<number> {
  // What the service adds, where it can be asked.
  await quietly(() => history.look({ id, older: false }))
  const { versions } = await history.list({ id, limit: 5_000 })
  const taken = new Set<string>()
  let written = 0
  for (const { id: versionId, at, label } of versions) {
    const found = await quietly(() => history.read({ id, versionId }))
    if (!found) continue
    const name = safeName(`${at.slice(0, 19).replaceAll(':', '.')} ${label}`, taken, '.md')
    const place = `${file.replace(/\.md$/, '')}.versions/${name}`
    if (await writeTo(place, writeFrontMatter({ title: found.title, updated: at }, found.text))) written++
  }
  return written
}

async function quietly<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
