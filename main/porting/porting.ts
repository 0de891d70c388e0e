import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { Emit } from '../documents/engine/window-events'
import { storageError } from '../system/storage-error'
import type { OpenLibrary } from '../connections/open-libraries'
import { runExport, type Exported } from './export'
import { safeName } from '../system/file-names'
import { createConverter } from './convert/converter'
import { withConverted } from './convert/converted-source'
import { givenFiles, isDocument, isMarkdown, openFiles } from './files-source'
import { openFolder } from './folder-source'
import { duplicatesIn, runImport } from './import'
import { planImport, type ImportPlan } from './import-plan'
import { MANIFEST, readManifest } from './manifest'
import type { Source } from './source'
import type { Mutex } from './mutex'
import type { FileSystem } from './whole-files'
import { openZip } from './zip-source'

/** Who asks: the page of a window. It cancels what it has begun itself, and nothing of another one. */
export type Asker = unknown

/** Import and export of whole libraries. */
export interface Porting {
  /** A dry run over a folder, a zip or a single document: nothing is changed. */
  plan(file: string, library: OpenLibrary, by?: Asker): Promise<CommandOutput<'import.plan'>>
  /** The same over files that a window hands over, or that the system opened and nobody has planned yet; `null`: none. */
  planGiven(
    files: CommandInput<'import.plan-given'>['files'],
    library: OpenLibrary,
    by?: Asker,
  ): Promise<CommandOutput<'import.plan-given'>>
  planOpened(library: OpenLibrary, by?: Asker): Promise<CommandOutput<'import.plan'>>
  hasOpened(library: OpenLibrary): boolean
  /** What was planned last, into the library that it was planned for. */
  import(
    input: CommandInput<'import.start'>,
    library: OpenLibrary,
    by?: Asker,
  ): Promise<CommandOutput<'import.start'>>
  export(
    input: CommandInput<'export.start'>,
    into: string,
    library: OpenLibrary,
    by?: Asker,
  ): Promise<CommandOutput<'export.start'>>
  /** The last export of this library, from where it stopped, in its folder. */
  goOnExporting(library: OpenLibrary, by?: Asker): Promise<CommandOutput<'export.start'>>
  /** Files that a window hands over, each a new draft. */
  addDrafts(input: CommandInput<'drafts.add'>, library: OpenLibrary): Promise<CommandOutput<'drafts.add'>>
  /** The same for files that the system opens; a window shows them when it can. */
  openFiles(files: readonly string[], library: OpenLibrary): Promise<void>
  /** A document that a link from outside names; whether this library has it. */
  openDocument(id: string, library: OpenLibrary): boolean
  /** What was opened in this library and not shown yet. */
  takeDrafts(library: OpenLibrary): string[]
  /** What this one has planned is forgotten, what it has begun stops after the document at hand. */
  cancel(by?: Asker): void
}

export interface PortingParts {
  readonly emit: Emit
  readonly mutex: Mutex
  /** What exports are written through. */
  readonly fs?: FileSystem
}

/** Of what is left out so many are listed by name. */
export const LISTED_MAX = 200

/** A dry run that can be carried out; its number names it. */
interface Planned {
  readonly plan: ImportPlan
  readonly number: number
  /** Of the folder or file. */
  readonly name: string
  readonly source: Source
  readonly library: OpenLibrary
  readonly by: Asker
}

/** An export that goes on in its folder. */
interface Stopped {
  readonly of: OpenLibrary
  readonly input: CommandInput<'export.start'>
  readonly folder: string
}

export function createPorting({ emit, mutex, fs }: PortingParts): Porting {
  let planned: Planned | undefined
  let plans = 0
  async function forget(): Promise<void> {
    await planned?.source.close().catch(() => {})
    planned = undefined
  }

  let stopped: Stopped | undefined

  async function exportTo({ of, input, folder }: Stopped, signal: AbortSignal) {
    const unread = await unreadOf(of, signal)
    const { failed, kept, ...done }: Exported = await runExport(of, {
      folder,
      folderId: input.folderId,
      withVersions: input.withVersions,
      signal,
      onProgress: progressed('export'),
      ...(fs !== undefined && { fs }),
    })
    if (done.isComplete && unread.length + failed.length === 0) stopped = undefined
    return {
      ...done,
      failed: [...unread, ...failed].slice(0, LISTED_MAX),
      failedCount: unread.length + failed.length,
      kept: kept.slice(0, LISTED_MAX).map((one) => ({ path: one.path, why: `Kept as “${one.as}”.` })),
      keptCount: kept.length,
    }
  }

  /** A dry run; `file` is named where the source cannot be read. */
  const planFrom = (
    { name, file = name }: { readonly name: string; readonly file?: string },
    open: () => Source | Promise<Source>,
    library: OpenLibrary,
    by: Asker,
  ) =>
    mutex.runExclusive(async (signal) => {
      await forget()
      const source = await open()
      try {
        const plan = await planImport(source, { signal, onProgress: progressed('import') })
        planned = { plan, number: ++plans, name, source, library, by }
        return reportOf(planned, await duplicatesIn(plan, library))
      } catch (error) {
        await source.close().catch(() => {})
        if (signal.aborted) throw appError('cancelled', 'Cancelled.')
        throw storageError(error, file)
      }
    }, by)

  const toImport = createToImport()
  let opened: readonly { readonly id: string; readonly library: OpenLibrary }[] = []

  const progressed = (kind: 'import' | 'export') => (done: number, total?: number) =>
    emit('porting.progressed', { kind, done, ...(total !== undefined && { total }) })

  return {
    plan: (file, library, by) =>
      planFrom({ name: path.basename(file), file }, () => sourceOf(file), library, by),
    planGiven: async (files, library, by) =>
      planFrom(
        { name: namesOf(files.map(({ name }) => name)) },
        () => withConverted(givenFiles(files), createConverter()),
        library,
        by,
      ),
    async planOpened(library, by) {
      const files = toImport.of(library)
      if (files.length === 0) return null
      const open = () => {
        // Where something else is under way they are not taken, and planned later.
        toImport.take(files, library)
        return withConverted(openFiles(files), createConverter())
      }
      return planFrom({ name: namesOf(files.map((file) => path.basename(file))) }, open, library, by)
    },
    hasOpened: (library) => toImport.of(library).length > 0,

    import: (input, library, by) =>
      mutex.runExclusive(async (signal) => {
        if (planned?.library !== library || planned.number !== input.plan)
          throw appError('not-allowed', 'Choose what to import once more.')
        const { plan, name } = planned
        const {
          failed,
          ids: _ids,
          ...done
        } = await library.unfinished.during({ kind: 'import', name }, () =>
          runImport(plan, library, {
            ...input,
            signal,
            onProgress: (count) => progressed('import')(count, plan.documents.length),
          }),
        )
        if (done.isComplete) await forget()
        return { ...done, failed: failed.slice(0, LISTED_MAX), failedCount: failed.length }
      }, by),

    export: (input, into, library, by) =>
      mutex.runExclusive(async (signal) => {
        const folder = await exportFolder(into, `${library.record().name} export`, library.libraryId())
        stopped = { of: library, input, folder }
        return exportTo(stopped, signal)
      }, by),

    goOnExporting: (library, by) =>
      mutex.runExclusive(async (signal) => {
        // Another library must never be written among the files of this one.
        if (stopped?.of !== library) throw appError('not-allowed', 'Choose where to export to.')
        return exportTo(stopped, signal)
      }, by),

    addDrafts: ({ files }, library) => draftsFrom(givenFiles(files), library),
    async openFiles(files, library) {
      if (files.length === 0) return
      const drafts = files.filter(isMarkdown)
      toImport.add(
        files.filter((file) => !isMarkdown(file)),
        library,
      )
      const ids = drafts.length === 0 ? [] : (await draftsFrom(openFiles(drafts), library)).ids
      opened = [...opened, ...ids.map((id) => ({ id, library }))]
      library.tell('drafts.opened', {})
    },
    openDocument(id, library) {
      if (library.documents.read(id) === undefined) return false
      opened = [...opened, { id, library }]
      library.tell('drafts.opened', {})
      return true
    },
    takeDrafts(library) {
      const taken = opened.filter((one) => one.library === library)
      opened = opened.filter((one) => one.library !== library)
      return taken.map(({ id }) => id)
    },

    cancel(by) {
      if (!mutex.stop(by) && planned?.by === by) void forget()
    },
  }
}

async function draftsFrom(source: Source, library: OpenLibrary): Promise<CommandOutput<'drafts.add'>> {
  const plan = await planImport(source)
  const { ids, duplicates } = await runImport(plan, library, {
    folderId: null,
    tagsInText: false,
    keepDates: false,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  return { ids: [...ids], duplicates, left: plan.left.map(inShort) }
}

/** Files to be converted that the system opened, which nobody has seen the dry run of. */
function createToImport() {
  const waiting = new Map<OpenLibrary, readonly string[]>()
  return {
    of: (library: OpenLibrary) => waiting.get(library) ?? [],
    take(files: readonly string[], library: OpenLibrary): void {
      waiting.set(
        library,
        this.of(library).filter((file) => !files.includes(file)),
      )
    },
    add(files: readonly string[], library: OpenLibrary): void {
      if (files.length > 0) waiting.set(library, [...this.of(library), ...files])
    },
  }
}

async function sourceOf(file: string): Promise<Source> {
  const found = await stat(file).catch((error: unknown) => {
    throw storageError(error, file)
  })
  const source = found.isDirectory()
    ? openFolder(file)
    : isDocument(file)
      ? openFiles([file])
      : await openZip(file)
  return withConverted(source, createConverter())
}

/** What an export has to say where the library on this device is not the whole one; it waits for the first reading. */
async function unreadOf(library: OpenLibrary, signal: AbortSignal): Promise<Exported['failed']> {
  if (library.hasRead()) return []
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  await Promise.race([library.whenRead(), aborted])
  if (library.hasRead()) return []
  const why =
    'This library has not been read in full from its service: what is not on this device is left out.'
  return [{ path: library.record().name, why }]
}

const namesOf = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} files`

/** An export goes on in a folder that holds one of the same library; else it goes into a new folder. */
async function exportFolder(into: string, name: string, libraryId: string): Promise<string> {
  const names = await readdir(into).catch((error: unknown) => {
    throw storageError(error, into)
  })
  const before = names.includes(MANIFEST)
    ? readManifest(await readFile(path.join(into, MANIFEST), 'utf8').catch(() => ''))
    : undefined
  if (before?.library === libraryId) return into
  return path.join(into, safeName(name, new Set(names.map((one) => one.toLowerCase()))))
}

const inShort = (one: { readonly path: string; readonly why: string }) => ({ path: one.path, why: one.why })

function reportOf({ plan, number, name }: Planned, duplicates: number): CommandOutput<'import.plan-given'> {
  const skipped = plan.left.filter(({ isTaken }) => !isTaken)
  const inText = new Set(plan.documents.flatMap(({ inlineTags }) => inlineTags))
  return {
    plan: number,
    name,
    ...(plan.program !== undefined && { program: plan.program }),
    documents: plan.documents.length,
    duplicates,
    folders: plan.folders.length,
    files: plan.files.size,
    turnedLinks: plan.turnedLinks,
    tags: [...new Set([...plan.tags, ...plan.documents.flatMap(({ tags }) => tags)])].slice(0, LISTED_MAX),
    tagsInText: [...inText].slice(0, LISTED_MAX),
    left: plan.left.slice(0, LISTED_MAX).map(inShort),
    skipped: skipped.length,
  }
}
