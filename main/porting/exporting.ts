import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Emit } from '../documents/engine/window-events'
import { safeName } from '../system/file-names'
import { storageError } from '../system/storage-error'
import type { Exported } from './export'
import { failures, LISTED_MAX } from './listed'
import { BEGUN, MANIFEST, readManifest } from './manifest'
import type { Asker, Mutex } from './mutex'
import type { FileSystem } from './whole-files'

type ExportAsked = CommandInput<'export.start'>
type ExportAnswer = CommandOutput<'export.start'>

/** An export that can be continued in its folder. */
interface Stopped {
  readonly of: OpenLibrary
  readonly input: ExportAsked
  readonly folder: string
}

export function createExporting(emit: Emit, mutex: Mutex, fs: FileSystem | undefined) {
  let stopped: Stopped | undefined

  const exportTo = (one: Stopped, signal: AbortSignal): Promise<ExportAnswer> =>
    one.of.unfinished.during({ kind: 'export', name: path.basename(one.folder) }, () => write(one, signal))

  async function write({ of, input, folder }: Stopped, signal: AbortSignal): Promise<ExportAnswer> {
    const unread = await unreadOf(of, signal)
    const { runExport } = await import('./export')
    const { failed, kept, ...done }: Exported = await runExport(of, {
      folder,
      folderId: input.folderId,
      withVersions: input.withVersions,
      signal,
      onProgress: (count, total) =>
        emit('porting.progressed', { kind: 'export', done: count, ...(total !== undefined && { total }) }),
      ...(fs !== undefined && { fs }),
    })
    if (done.isComplete && unread.length + failed.length === 0) stopped = undefined
    return {
      ...done,
      ...failures([...unread, ...failed]),
      kept: kept.slice(0, LISTED_MAX).map((one) => ({ path: one.path, why: `Kept as “${one.as}”.` })),
      keptCount: kept.length,
    }
  }

  return {
    export: (input: ExportAsked, into: string, library: OpenLibrary, by?: Asker) =>
      mutex.runExclusive(async (signal) => {
        const folder = await exportFolder(into, `${library.record().name} export`, library.libraryId())
        stopped = { of: library, input, folder }
        return exportTo(stopped, signal)
      }, by),

    /** Continues the last export of this library in its folder, from where it stopped. */
    goOnExporting: (library: OpenLibrary, by?: Asker) =>
      mutex.runExclusive(async (signal) => {
        // Files of one library must never be written into the export of another.
        if (stopped?.of !== library) throw appError('not-allowed', 'Choose where to export to.')
        return exportTo(stopped, signal)
      }, by),
  }
}

/** The failures to report where this device does not know the whole library; waits for the first pull to end. */
async function unreadOf(library: OpenLibrary, signal: AbortSignal): Promise<Exported['failed']> {
  if (library.hasRead()) return []
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([library.whenRead(), aborted])
  if (library.hasRead()) return []
  const why =
    'This library has not been read in full from its service: what is not on this device is left out.'
  return [{ path: library.record().name, why }]
}

/**
 * The folder of the export: an existing export of the same library is continued, and so is an unfinished one in the
 * folder; otherwise a new folder is made.
 */
async function exportFolder(into: string, name: string, libraryId: string): Promise<string> {
  const names = await readdir(into).catch((error: unknown) => {
    throw storageError(error, into)
  })
  const isOfLibrary = async (folder: string) =>
    readManifest(await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => ''))?.library === libraryId
  if (await isOfLibrary(into)) return into
  const usual = path.join(into, safeName(name, new Set()))
  if (existsSync(path.join(usual, BEGUN)) && (await isOfLibrary(usual))) return usual
  return path.join(into, safeName(name, new Set(names.map((one) => one.toLowerCase()))))
}
