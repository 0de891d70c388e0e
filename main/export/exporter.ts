import type { AsyncCommand, CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import type { ExportFormat } from '../../shared/export-forms'
import type { ExportChoice } from '../../shared/ipc/ipc-export'
import { AppError } from '../../shared/problem'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Emit } from '../documents/engine/window-events'
import type { Asked, Asker, Mutex } from '../porting/mutex'
import { leftOut } from '../porting/listed'
import { safeName } from '../system/file-names'
import { withDrawnPictures } from './drawing/drawn-pictures'
import type { Drawer } from './drawing/drawer'
import { runInThread } from './export-thread'
import { gather, planExport } from './gather'
import { isHtmlFolder } from './html/html-folder-names'
import type { ExportJob } from './job'
import type { KeptCovers } from './kept-covers'
import type { KeptStyles } from './kept-styles'
import type { PaperPage, Printer } from './print/printer'
import type { LeftBehind } from './publication'
import { writeWhole, writeWholeFolder, type WritingFiles } from './write-file'

/** Export of texts as one file. */
export interface Exporter {
  readonly check: AsyncCommand<'document.check-export', [library: OpenLibrary]>
  /** Writes an export; `chooseTarget` gets the suggested file name. */
  export(
    input: CommandInput<'document.export'>,
    library: OpenLibrary,
    chooseTarget: (name: string) => Promise<string | undefined>,
    by?: Asker,
  ): Promise<CommandOutput<'document.export'>>
  /** Imports the styles of this Word document, for exports that name them. */
  addStyles: KeptStyles['add']
  /** Imports this picture, for books that name it as their cover. */
  addCover: KeptCovers['add']
  readonly print: Asked<'document.print'>
}

interface ExporterParts {
  readonly printer: Printer
  readonly drawer: Drawer
  /** Whether the writer has chosen to see diagrams as pictures. */
  readonly drawsDiagrams: () => boolean
  readonly styles: KeptStyles
  readonly covers: KeptCovers
  readonly emit: Emit
  readonly mutex: Mutex
  /** The language of texts that do not name theirs. */
  readonly language: () => string
  readonly fs?: WritingFiles
  /** Runs the jobs; a thread for each where absent. */
  readonly run?: typeof runInThread
}

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  pdf: '.pdf',
  html: '.html',
  docx: '.docx',
  epub: '.epub',
  markdown: '.md',
  text: '.txt',
}

const isFolder = ({ format, shape }: Pick<ExportChoice, 'format' | 'shape'>): boolean =>
  format === 'html' && shape === 'folder'

const extensionOf = (choice: ExportChoice): string => (isFolder(choice) ? '' : EXTENSIONS[choice.format])

export function createExporter(parts: ExporterParts): Exporter {
  const { styles, covers, emit, mutex, language, printer, run = runInThread } = parts
  const drawn = (job: ExportJob, signal: AbortSignal) => withDrawnPictures(job, { ...parts, run }, signal)
  const checks = new WeakMap<OpenLibrary, AbortController>()
  const optionsOf = ({ format, paper }: ExportChoice) => ({ format, paper, language: language() })
  const progressed = (done: number, total: number) =>
    emit('porting.progressed', { kind: 'export', done, total })
  const began = (stage: 'write' | 'lay-out') => emit('porting.progressed', { kind: 'export', done: 0, stage })

  /** The styles of an export. A stored choice keeps all its options, but styles apply only to Word. */
  const stylesOf = async ({ format, styles: chosen }: ExportChoice) =>
    format === 'docx' && chosen !== undefined ? { styles: await styles.read(chosen.id) } : {}

  const coverOf = async ({ format, cover, coverImage }: ExportChoice) => {
    if (format !== 'epub' || cover === undefined) return {}
    return cover === 'image' && coverImage !== undefined
      ? { cover, coverFile: await covers.fileOf(coverImage.id) }
      : { cover }
  }

  return {
    addStyles: (file) => styles.add(file),
    addCover: (file) => covers.add(file),

    async check(input, library) {
      checks.get(library)?.abort()
      const asked = new AbortController()
      checks.set(library, asked)
      const { signal } = asked
      const plan = await planExport(library, input.what)
      const { job, documents, missing } = await gather(library, plan, {
        ...optionsOf(input),
        signal,
        readsElsewhere: false,
        onProgress: () => {},
      })
      const checked = await run(await drawn({ ...job, kind: 'check' }, signal), signal)
      const { left, pictures, words = 0, beginning = { lines: '' } } = checked
      return { documents, pictures, words, beginning, ...leftOut([...missing, ...left]) }
    },

    export: (input, library, chooseTarget, by) =>
      mutex.runExclusive(async (signal) => {
        try {
          const plan = await planExport(library, input.what)
          const file = await chooseTarget(safeName(plan.title, new Set(), extensionOf(input)))
          if (file === undefined) return null
          const { job, missing } = await gather(library, plan, {
            ...optionsOf(input),
            signal,
            readsElsewhere: true,
            onProgress: progressed,
          })
          began('write')
          const { shape } = input
          const whole = {
            ...{ ...job, ...(await stylesOf(input)), ...(await coverOf(input)), kind: 'write' as const },
            ...{ ...pagesOf(input), ...(shape !== undefined && { shape }) },
          }
          const left = await writeInto({ ...parts, run, began }, file, await drawn(whole, signal), signal)
          return { file, ...leftOut([...missing, ...left]) }
        } catch (error) {
          if (signal.aborted || (error instanceof AppError && error.problem.code === 'cancelled')) return null
          throw error
        }
      }, by),

    async print(input, library, by) {
      const page = await mutex.runExclusive(async (signal) => {
        const plan = await planExport(library, input.what)
        const choice = { ...optionsOf({ ...input, format: 'pdf' }), signal, onProgress: progressed }
        const { job } = await gather(library, plan, { ...choice, readsElsewhere: true })
        const whole = await drawn({ ...job, ...pagesOf(input), kind: 'write' }, signal)
        const { bytes = new Uint8Array() } = await run(whole, signal)
        return pageOf(whole, bytes)
      }, by)
      // The dialog may stay open for a long time; no other work waits for it.
      return { printed: await printer.print(page, new AbortController().signal) }
    },
  }
}

/** Writes the file; returns the parts that were left out. */
async function writeInto(
  {
    printer,
    fs,
    run,
    began,
  }: Pick<ExporterParts, 'printer' | 'fs'> &
    Required<Pick<ExporterParts, 'run'>> & { readonly began: (stage: 'lay-out') => void },
  file: string,
  job: ExportJob,
  signal: AbortSignal,
): Promise<readonly LeftBehind[]> {
  if (job.format === 'pdf') {
    const { left, bytes = new Uint8Array() } = await run(job, signal)
    began('lay-out')
    await writeWhole(file, await printer.pdfOf(pageOf(job, bytes), signal), fs)
    return left
  }
  let left: readonly LeftBehind[] = []
  const write = async (half: string) => void ({ left } = await run({ ...job, file: half }, signal))
  if (isFolder(job)) await writeWholeFolder(file, write, isHtmlFolder, fs)
  else await writeWhole(file, write, fs)
  return left
}

const pageOf = ({ paper, pictures, hyphenates }: ExportJob, html: Uint8Array): PaperPage => ({
  ...{ html, paper, pictures, isHyphenated: hyphenates !== false },
})

/** The page layout of an export. */
const pagesOf = ({ margins, hyphenates }: Pick<ExportChoice, 'margins' | 'hyphenates'>) => ({
  ...(margins !== undefined && { margins }),
  ...(hyphenates !== undefined && { hyphenates }),
})
