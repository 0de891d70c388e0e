import path from 'node:path'
import { AppError, type Problem } from '../../shared/problem'
import { storageError } from '../system/storage-error'
import type { Workspace } from '../connections/workspace/workspace'
import { layoutOf, linkedFrom, type Layout, type PlacedDocument, type PlacedFile } from './export-layout'
import { safeName } from '../system/file-names'
import { writeFrontMatter } from './front-matter'
import { textHere } from './library-plan'
import { BEGUN, begunLine, MANIFEST, readBegun, readManifest, writeManifest } from './manifest'
import {
  copyWhole,
  pathProblem,
  realFiles,
  type Earlier,
  replaceWhole,
  writeAtomically,
  type FileSystem,
  type Written,
} from './whole-files'

export interface Exported {
  readonly folder: string
  readonly documents: number
  readonly files: number
  readonly versions: number
  /** How many documents and files were not written because the export stopped earlier. */
  readonly left: { readonly documents: number; readonly files: number }
  /** Documents and files that could not be read or written, with the reasons. */
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  /** Files that somebody else had changed since an earlier export, with their new names. */
  readonly kept: readonly { readonly path: string; readonly as: string }[]
  readonly isComplete: boolean
  /** Why the export stopped early; absent where it did not. */
  readonly problem?: Problem
}

interface ExportOptions {
  /** The target folder; it is created where it does not exist. */
  readonly folder: string
  /** Limits the export to this folder of the library and its subfolders. */
  readonly folderId: string | null
  readonly withVersions: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  readonly fs?: FileSystem
}

type ExportSource = Pick<Workspace, 'catalog' | 'documents' | 'attachments' | 'history' | 'libraryId'>

/**
 * Exports plain files: each text with front matter, folders as folders, attachments beside them. Files have the same
 * names every time, and an unchanged file is not rewritten, so an export that stopped can be continued in its folder. A
 * file that somebody else has changed since is kept under another name.
 */
export async function runExport(source: ExportSource, options: ExportOptions): Promise<Exported> {
  const { folder, signal, onProgress, fs = realFiles } = options
  const target = await openTarget(fs, folder)
  const { pathOf, place, written, failed, kept } = target
  const count = { documents: 0, files: 0, versions: 0 }
  await source.attachments.readList(signal)
  const layout = await layoutOf(source, options.folderId)
  const wantedFiles = () =>
    options.folderId === null ? layout.files : layout.files.filter(({ id }) => layout.used.has(id))
  const tried = { documents: 0, files: 0 }
  /** The result. After an early stop, files that only the remaining documents use count as not written. */
  const end = async (why?: Problem): Promise<Exported> => {
    const left = layout.documents.slice(tried.documents)
    if (options.folderId !== null) await eachInTurns(left, ({ id }) => noteFiles(source, id, layout))
    return {
      folder,
      ...count,
      left: { documents: left.length, files: wantedFiles().length - tried.files },
      failed,
      kept,
      isComplete: why === undefined && !signal.aborted,
      ...(why && { problem: why }),
    }
  }
  const writeTo = (relative: string, content: string) =>
    place(relative, (earlier) => writeAtomically(fs, pathOf(relative), content, earlier))
  const tellManifest = (files: readonly PlacedFile[]) =>
    replaceWhole(
      fs,
      pathOf(MANIFEST),
      writeManifest({
        stet: 1,
        library: source.libraryId(),
        folders: layout.folders.map((one) => ({ path: one.path, name: one.name })),
        tags: options.folderId === null ? [...layout.tags.values()] : [],
        files: files.map((one) => ({ path: one.path, name: one.name, alt: one.alt })),
        written: Object.fromEntries(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1))),
      }),
    )
  /** Records the files written so far, so that the next export continues from there. */
  const stop = async (why?: Problem): Promise<Exported> => {
    await tellManifest(layout.files.filter((file) => file.path in written)).catch(() => {})
    return end(why)
  }

  try {
    // From now on the folder is known as an export of this library, and a later export continues in it.
    if (!target.isKnown) await tellManifest([])
    for (const { path: relative } of layout.folders)
      await place(relative, async () => {
        await fs.mkdir(pathOf(relative), { recursive: true })
        return undefined
      })
    for (const document of layout.documents) {
      if (signal.aborted) return await stop()
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
      if (signal.aborted) return await stop()
      if (await place(file.path, (earlier) => writeFileTo(file, earlier))) count.files++
      tried.files++
    }
    await tellManifest(wantedFiles())
    await fs.rm(pathOf(BEGUN), { force: true })
    return await end()
  } catch (error) {
    return stop(storageError(error, folder).problem)
  }

  async function writeFileTo({ link, path: relative }: PlacedFile, earlier: Earlier): Promise<Written> {
    const { path: here } = await source.attachments.open(link)
    return copyWhole(fs, here, pathOf(relative), earlier)
  }
}

/** The target folder, and the outcome for each path in it. */
async function openTarget(fs: FileSystem, folder: string) {
  const pathOf = (relative: string) => path.join(folder, ...relative.split('/'))
  const known = readManifest(await fs.readFile(pathOf(MANIFEST), 'utf8').catch(() => ''))
  /** The digests of the files, by their paths. */
  const written: Record<string, string> = { ...known?.written }
  /** The digests of files that an export began to write which did not end. */
  const begun = readBegun(await fs.readFile(pathOf(BEGUN), 'utf8').catch(() => ''))
  const failed: { path: string; why: string }[] = []
  const kept: { path: string; as: string }[] = []
  return {
    isKnown: known !== undefined,
    ...{ pathOf, written, failed, kept },
    /**
     * Whether the file is in its place now. A disk that takes no more data ends the export; a single path that cannot
     * be written is listed.
     */
    async place(
      relative: string,
      write: (earlier: Earlier) => Promise<Written | undefined>,
    ): Promise<boolean> {
      try {
        const done = await write({
          digests: [written[relative] ?? [], begun.get(relative) ?? []].flat(),
          begin: (sha256) => fs.appendFile(pathOf(BEGUN), begunLine(relative, sha256)),
        })
        if (done) written[relative] = done.sha256
        if (done?.keptAs !== undefined) kept.push({ path: relative, as: done.keptAs })
        return true
      } catch (error) {
        const why = error instanceof AppError ? error.problem.message : pathProblem(error)
        if (why === undefined) throw error
        failed.push({ path: relative, why })
        return false
      }
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof textHere>>>

/** Notes the files that a document uses, if its text is on this device; it is not fetched for counting. */
function noteFiles({ documents }: ExportSource, id: string, layout: Layout): void {
  const text = documents.read(id)?.text
  if (text !== undefined) linkedFrom('', text, layout)
}

const AT_ONCE = 50

/** Handles some items at a time, so that keys are handled between them. */
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

/** Writes each version under its time, into a folder beside the document that has the document's name. */
async function writeVersions(
  { history }: ExportSource,
  { id, path: file }: PlacedDocument,
  writeTo: (relative: string, content: string) => Promise<boolean>,
): Promise<number> {
  // Includes the versions of the service, where it can be reached.
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
