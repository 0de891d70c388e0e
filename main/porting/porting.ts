import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { AppError, appError } from '../../shared/problem'
import type { Emit } from '../documents/engine/window-events'
import { storageError } from '../system/storage-error'
import type { OpenLibrary } from '../connections/open-libraries'
import { createConverter } from './convert/converter'
import { withConverted } from './convert/converted-source'
import { createExporting } from './exporting'
import { givenFiles, isDocument, openFiles } from './files-source'
import { openFolder } from './folder-source'
import { countNew, runImport, summaryOf } from './import'
import type { ImportPlan } from './import-plan'
import { createLastImports, type LastImports } from './last-imports'
import { leftOut, LISTED_MAX, namesOf } from './listed'
import type { Source } from './source'
import type { Asked, Asker, Mutex } from './mutex'
import { createOpenedFiles, type OpenedFiles } from './opened-files'
import type { FileSystem } from './whole-files'

/** Import and export of whole libraries. */
export interface Porting
  extends
    Omit<OpenedFiles, 'unplannedIn' | 'planned'>,
    Omit<LastImports, 'during'>,
    ReturnType<typeof createExporting> {
  /** Plans the import of a folder, a zip or a single document, without changing anything. */
  plan(file: string, library: OpenLibrary, by?: Asker): Promise<CommandOutput<'import.plan'>>
  /**
   * Plans the import of files that a window hands over, or that the system opened and nobody has planned yet; `null`:
   * there are none.
   */
  planGiven(
    files: CommandInput<'import.plan-given'>['files'],
    library: OpenLibrary,
    by?: Asker,
  ): Promise<CommandOutput<'import.plan-given'>>
  hasOpened(library: OpenLibrary): boolean
  planOpened(library: OpenLibrary, by?: Asker): Promise<CommandOutput<'import.plan'>>
  /** Imports the last plan into the library for which it was made. */
  readonly import: Asked<'import.start'>
  /** Forgets this caller's plan, and stops its running operation after the current document. */
  cancel(by?: Asker): void
}

interface PortingParts {
  readonly emit: Emit
  readonly mutex: Mutex
  /** The file system through which exports are written. */
  readonly fs?: FileSystem
}

/** A dry run that can be carried out; its number identifies it. */
interface Planned {
  readonly plan: ImportPlan
  readonly number: number
  /** The name of the folder or file. */
  readonly name: string
  readonly source: Source
  readonly library: OpenLibrary
  readonly by: Asker
}

export function createPorting({ emit, mutex, fs }: PortingParts): Porting {
  let planned: Planned | undefined
  let plans = 0
  async function forget(): Promise<void> {
    await planned?.source.close().catch(() => {})
    planned = undefined
  }

  /** Makes a dry run; `file` appears in the message where the source cannot be read. */
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
        const { planImport } = await import('./import-plan')
        const plan = await planImport(source, { signal, onProgress: progressed })
        planned = { plan, number: ++plans, name, source, library, by }
        return reportOf(planned, await countNew(plan, library))
      } catch (error) {
        await source.close().catch(() => {})
        if (signal.aborted) throw appError('cancelled', 'Cancelled.')
        throw storageError(error, file)
      }
    }, by)

  const progressed = (done: number, total?: number) =>
    emit('porting.progressed', { kind: 'import', done, ...(total !== undefined && { total }) })
  const { during, ...imports } = createLastImports(mutex)
  const { unplannedIn, planned: filesPlanned, ...opened } = createOpenedFiles(during)

  return {
    ...opened,
    ...imports,
    ...createExporting(emit, mutex, fs),
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
      const files = unplannedIn(library)
      if (files.length === 0) return null
      const open = () => {
        // While another operation runs this code is not reached, and the files are planned later.
        filesPlanned(files, library)
        return withConverted(openFiles(files), createConverter())
      }
      return planFrom({ name: namesOf(files.map((file) => path.basename(file))) }, open, library, by)
    },
    hasOpened: (library) => unplannedIn(library).length > 0,

    import: (input, library, by) =>
      mutex.runExclusive(async (signal) => {
        if (planned?.library !== library || planned.number !== input.plan)
          throw appError('not-allowed', 'Choose what to import once more.')
        const { plan, name } = planned
        const done = await library.unfinished.during({ kind: 'import', name }, () =>
          during(library, name, (onMade) =>
            runImport(plan, library, {
              ...input,
              signal,
              onProgress: (count) => progressed(count, plan.documents.length),
              onMade,
            }),
          ),
        )
        if (done.isComplete) await forget()
        return summaryOf(done)
      }, by),

    cancel(by) {
      if (!mutex.stop(by) && planned?.by === by) void forget()
    },
  }
}

async function sourceOf(file: string): Promise<Source> {
  const found = await stat(file).catch((error: unknown) => {
    throw storageError(error, file)
  })
  const source = found.isDirectory()
    ? { ...openFolder(file), folder: path.basename(file) }
    : isDocument(file)
      ? openFiles([file])
      : await zipSource(file)
  return withConverted(source, createConverter())
}

/** Reads the file as a zip, whatever its name: some programs give the zips that they export an ending of their own. */
async function zipSource(file: string): Promise<Source> {
  const { openZip } = await import('./zip-source')
  return openZip(file).catch((error: unknown) => {
    const isOther = error instanceof AppError && error.problem.code === 'damaged' && !/\.zip$/i.test(file)
    throw isOther
      ? appError(
          'damaged',
          `“${path.basename(file)}” cannot be imported. A zip archive can, and a single file of markdown, Word (.docx) or HTML.`,
        )
      : error
  })
}

function reportOf(
  { plan, number, name }: Planned,
  counts: Awaited<ReturnType<typeof countNew>>,
): CommandOutput<'import.plan-given'> {
  const skipped = plan.left.filter(({ isTaken }) => !isTaken)
  const folders = skipped.filter((one) => one.path.endsWith('/')).length
  const inText = new Set(plan.documents.flatMap(({ inlineTags }) => inlineTags))
  return {
    plan: number,
    name,
    ...(plan.program !== undefined && { program: plan.program }),
    documents: plan.documents.length,
    ...counts,
    folders: plan.folders.length,
    turnedLinks: plan.turnedLinks,
    tags: [...new Set([...plan.tags, ...plan.documents.flatMap(({ tags }) => tags)])].slice(0, LISTED_MAX),
    tagsInText: [...inText].slice(0, LISTED_MAX),
    ...leftOut([...skipped, ...plan.left.filter(({ isTaken }) => isTaken)]),
    skipped: { files: skipped.length - folders, folders },
  }
}
