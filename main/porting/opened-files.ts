import path from 'node:path'
import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import type { CopiedFiles } from '../../shared/ipc/ipc-porting'
import type { OpenLibrary } from '../connections/open-libraries'
import { givenFiles, isDocument, isText, openFiles } from './files-source'
import { runImport } from './import'
import type { Left } from './import-plan'
import type { Made } from '../library/move-record'
import type { LastImports } from './last-imports'
import { inShort, namesOf } from './listed'
import type { Source } from './source'

/** Files that become drafts, and files that the system opened and for which no dry run was shown yet. */
export type OpenedFiles = ReturnType<typeof createOpenedFiles>

type Opened = CommandOutput<'drafts.add'>

/** The documents of one library that wait to be shown. */
interface Waiting {
  readonly ids: readonly string[]
  readonly made: number
  readonly known: number
  /** The files that became documents, or that exist as documents already. */
  readonly files: readonly string[]
}

const NONE_WAITING: Waiting = { ids: [], made: 0, known: 0, files: [] }
const NOTHING: Opened = { ids: [], duplicateIds: [], left: [], remarks: [] }

export function createOpenedFiles(during: LastImports['during']) {
  const waiting = new Map<OpenLibrary, Waiting>()
  const unplanned = new Map<OpenLibrary, readonly string[]>()
  const unplannedIn = (library: OpenLibrary) => unplanned.get(library) ?? []

  function show(more: Waiting, library: OpenLibrary): void {
    const { ids, made, known, files } = waiting.get(library) ?? NONE_WAITING
    waiting.set(library, {
      ids: [...ids, ...more.ids],
      made: made + more.made,
      known: known + more.known,
      files: [...files, ...more.files],
    })
    library.tell('drafts.opened', {})
  }

  /** Makes a draft of each file; together they can be undone as an import. */
  const bringIn = (names: readonly string[], source: Source, library: OpenLibrary) =>
    during(library, namesOf(names), (onMade) => draftsFrom(source, library, onMade))

  return {
    unplannedIn,
    planned: (files: readonly string[], library: OpenLibrary): void =>
      void unplanned.set(
        library,
        unplannedIn(library).filter((file) => !files.includes(file)),
      ),
    /** Makes a new draft of each file that a window hands over. */
    addDrafts: ({ files }: CommandInput<'drafts.add'>, library: OpenLibrary) =>
      bringIn(
        files.map(({ name }) => name),
        givenFiles(files),
        library,
      ),
    /** Makes drafts of files that the system opens; a window shows them when it can. */
    async openFiles(files: readonly string[], library: OpenLibrary): Promise<Opened> {
      if (files.length === 0) return NOTHING
      const written = files.filter(isText)
      const converted = files.filter((file) => isDocument(file) && !isText(file))
      if (converted.length > 0) unplanned.set(library, [...unplannedIn(library), ...converted])
      const names = written.map((file) => path.basename(file))
      const opened = written.length === 0 ? NOTHING : await bringIn(names, openFiles(written), library)
      const left = new Set(opened.left.map((one) => one.path))
      show(
        {
          ids: [...opened.duplicateIds, ...opened.ids],
          made: opened.ids.length,
          known: opened.duplicateIds.length,
          files: written.filter((file) => !left.has(path.basename(file))),
        },
        library,
      )
      const others = files.filter((file) => !isDocument(file)).map(notOpened)
      return { ...opened, left: [...opened.left, ...others] }
    },
    /** Shows a document that a link from outside the app names. */
    showDocument: (id: string, library: OpenLibrary): void => show({ ...NONE_WAITING, ids: [id] }, library),
    /** The opened documents of this library that were not shown yet. */
    takeDrafts(library: OpenLibrary): CommandOutput<'drafts.take'> {
      const taken = waiting.get(library) ?? NONE_WAITING
      waiting.delete(library)
      return { ids: [...taken.ids], ...(taken.files.length > 0 && { copied: copiedFrom(taken) }) }
    },
  }
}

const notOpened = (file: string) => ({
  path: path.basename(file),
  why: 'Stet opens Markdown, plain text, Word and HTML. “Import…” takes folders and zips of them, too.',
})

function copiedFrom({ made, known, files }: Waiting): CopiedFiles {
  const [folder = '', ...others] = new Set(files.map((file) => path.dirname(file)))
  return {
    made,
    known,
    name: namesOf(files.map((file) => path.basename(file))),
    ...(path.basename(folder) !== '' && others.length === 0 && { folder: path.basename(folder) }),
  }
}

async function draftsFrom(
  source: Source,
  library: OpenLibrary,
  onMade: (made: Made) => void,
): Promise<Opened & { readonly isComplete: boolean }> {
  const { planImport } = await import('./import-plan')
  const plan = await planImport(source)
  const { ids, duplicateIds, failed, isComplete } = await runImport(plan, library, {
    folderId: null,
    tagsInText: false,
    keepDates: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    onMade,
  })
  const isTaken = ({ isTaken: taken }: Left) => taken
  return {
    ids: [...ids],
    duplicateIds: [...duplicateIds],
    left: [...plan.left.filter((one) => !isTaken(one)).map(inShort), ...failed],
    remarks: plan.left.filter(isTaken).map(inShort),
    isComplete,
  }
}
