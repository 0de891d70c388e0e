import { dayText } from '../../shared/text/date-text'
import { contentKey, datedKey, keyParts } from '../documents/retention/content-key'
import { listPages } from '../library/catalog/list-pages'
import type { Made } from '../library/move-record'
import type { Workspace } from '../connections/workspace/workspace'
import type { ImportPlan } from './import-plan'
import { failures, whyLeft } from './listed'
import type { PlannedDocument } from './planned-document'
import { looseKey } from './rewrite-links'

/**
 * The result of an import. Everything it made is an ordinary document, folder, tag or file from now on, and waits to be
 * sent.
 */
export interface Imported {
  readonly documents: number
  /** The ids of the imported documents. */
  readonly ids: readonly string[]
  /** How many documents exist already, with the same title and text. */
  readonly duplicates: number
  /** The ids of these existing documents. */
  readonly duplicateIds: readonly string[]
  readonly files: number
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  readonly isComplete: boolean
}

/** The result without ids, and with only the first failures. */
export const summaryOf = ({ ids: _ids, duplicateIds: _duplicateIds, failed, ...counts }: Imported) => ({
  ...counts,
  ...failures(failed),
})

interface ImportOptions {
  /** The folder that receives the top level; `null`: the top of the library. */
  readonly folderId: string | null
  /** Whether words with a `#` in the text become tags. */
  readonly tagsInText: boolean
  /** Whether the date of each file is written into the front matter of its text, where that has no date. */
  readonly keepDates: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
  /** Called with the items that were made, within the transaction that makes them; files may follow a little later. */
  readonly onMade?: (made: Made) => void
}

type ImportTarget = Pick<Workspace, 'catalog' | 'documents' | 'organise' | 'attachments' | 'transaction'>

const AT_ONCE = 250

/** The bound of the texts in memory at the same time, in characters. */
const TEXTS_AT_ONCE = 16_000_000

/** How many documents of a plan exist already, and how many of its files no such document names. */
export async function countNew(
  { documents, files }: ImportPlan,
  target: ImportTarget,
): Promise<{ readonly duplicates: number; readonly files: number }> {
  const takeHere = await hereAlready(target)
  const known = documents.filter((document) => takeHere(document) !== undefined)
  const named = new Set(known.flatMap((document) => [...document.files]))
  return { duplicates: known.length, files: [...files.keys()].filter((file) => !named.has(file)).length }
}

/**
 * Imports a plan. After a cancelled or interrupted import, importing the same source again continues it: a document
 * with the same content is not made twice.
 */
export async function runImport(
  plan: ImportPlan,
  target: ImportTarget,
  options: ImportOptions,
): Promise<Imported> {
  const { signal, onProgress } = options
  const failed: { path: string; why: string }[] = []
  const takeHere = await hereAlready(target)
  const here = plan.documents.map(takeHere)
  const wanted = plan.documents.filter((_document, at) => here[at] === undefined)
  const duplicateIds = here.filter((id) => id !== undefined)
  const duplicates = duplicateIds.length
  const [folders, tags] = target.transaction(() => {
    const places = [
      makeFolders(plan, target, options.folderId),
      makeTags(plan, wanted, target, options.tagsInText),
    ] as const
    options.onMade?.({ folders: places[0].made, tags: places[1].made })
    return places
  })
  const ids: string[] = []
  let files = 0
  const taken = createFileTaker(plan, target, failed)

  const tellMade = (documents: Made['documents'] = []) => {
    const made = taken.made()
    options.onMade?.({ documents, files: made })
    files += made.length
  }
  /** The text; `undefined` where it cannot be read any more, which is listed in `failed`. */
  const textOf = async (document: PlannedDocument): Promise<Pick<MadeText, 'text' | 'added'> | undefined> => {
    try {
      const text = await document.textOf((file) => taken.linkOf(file))
      const date = options.keepDates ? await document.modified?.() : undefined
      if (date === undefined) return { text }
      const { withCreated } = await import('./front-matter')
      const day = dayText(date)
      const dated = withCreated(text, day)
      return dated === text ? { text } : { text: dated, added: day }
    } catch (error) {
      failed.push({ path: document.path, why: whyLeft(error) })
      return undefined
    }
  }

  for (let at = 0; at < wanted.length && !signal.aborted;) {
    const part: MadeText[] = []
    for (let size = 0; at < wanted.length && part.length < AT_ONCE && size < TEXTS_AT_ONCE; at++) {
      const document = wanted[at]!
      await taken.take(document.files)
      if (signal.aborted) break
      const made = await textOf(document)
      if (made !== undefined) part.push({ document, ...made })
      size += made?.text.length ?? 0
    }
    if (signal.aborted) break
    const made = target.transaction(() => {
      const created = target.documents.createAll(
        part.map(({ document, text }) => ({
          title: document.title,
          text,
          folderId: folders.ids.get(document.folder) ?? options.folderId,
          tagIds: tags.of(document),
          status: document.status,
        })),
      )
      tellMade(part.map((one, index) => ({ id: created[index] ?? '', key: keyOf(one) })))
      return created
    })
    ids.push(...made)
    onProgress(ids.length + duplicates)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!signal.aborted && plan.program === 'Stet') await taken.take(plan.files.keys())
  tellMade()
  return { documents: ids.length, ids, duplicates, duplicateIds, files, failed, isComplete: !signal.aborted }
}

/** The text that is made of a document, and the date that was added to it. */
interface MadeText {
  readonly document: PlannedDocument
  readonly text: string
  readonly added?: string
}

/**
 * The key of a document as it was made. The key of the plan assumes that every file was read; a link to a file that was
 * not stays as it stands in the text.
 */
const keyOf = ({ document, text, added }: MadeText): string =>
  document.files.size === 0 ? datedKey(document.key, added) : contentKey(document.title, text)

/** Takes the files of a plan, each once, though several documents name it; one that cannot be read is listed in `failed`. */
function createFileTaker(
  plan: ImportPlan,
  { attachments }: ImportTarget,
  failed: { path: string; why: string }[],
) {
  const links = new Map<string, string | undefined>()
  let newFiles: string[] = []
  return {
    async take(paths: Iterable<string>): Promise<void> {
      for (const path of paths) {
        const file = plan.files.get(path)
        if (!file || links.has(path)) continue
        links.set(path, undefined)
        try {
          const taken = await attachments.take(file.name, await file.entry.read(), file.alt)
          links.set(path, taken.link)
          if (taken.isNew) newFiles.push(taken.id)
        } catch (error) {
          failed.push({ path, why: whyLeft(error) })
        }
      }
    },
    linkOf: (path: string) => links.get(path),
    /** The ids of the files that were made since the last call. */
    made(): readonly string[] {
      const made = newFiles
      newFiles = []
      return made
    },
  }
}

interface Here {
  readonly id: string
  readonly date: string | undefined
  /** Set once it is asked for. */
  looseKey?: string
}

/**
 * Returns a function that finds an existing document with the same content; each existing document is found only once.
 */
async function hereAlready({
  catalog,
  documents,
}: ImportTarget): Promise<(document: PlannedDocument) => string | undefined> {
  const left = new Map<string, Here[]>()
  const byTitle = new Map<string, Here[]>()
  const found = new Set<Here>()
  const add = (to: Map<string, Here[]>, name: string, one: Here) => {
    const named = to.get(name)
    if (named) named.push(one)
    else to.set(name, [one])
  }
  for await (const { items } of listPages(catalog))
    for (const [index, { id, title }] of items.entries()) {
      const key = documents.contentKey(id)
      if (key !== undefined) {
        const { undated, date } = keyParts(key)
        const one = { id, date }
        add(left, undated, one)
        add(byTitle, title, one)
      }
      // A text takes up to a few milliseconds, and keys of the writer go first.
      if (index % 10 === 9) await new Promise((resolve) => setImmediate(resolve))
    }
  const looseKeyOf = (one: Here, title: string) =>
    (one.looseKey ??= keyParts(looseKey(title, documents.read(one.id)?.text ?? '')).undated)
  return ({ key, title, looseKey: loose }) => {
    const { undated, date } = keyParts(key)
    const isLeft = (one: Here) => !found.has(one) && (date === undefined || one.date === date)
    const same = left.get(undated) ?? []
    const at = same.findIndex(isLeft)
    const [known] =
      at >= 0
        ? same.splice(at, 1)
        : loose === undefined
          ? []
          : (byTitle.get(title) ?? []).filter(
              (one) => isLeft(one) && looseKeyOf(one, title) === keyParts(loose).undated,
            )
    if (known) found.add(known)
    return known?.id
  }
}

/** Makes the folders of a plan; an existing folder with the same name in the same place is reused. */
function makeFolders(
  plan: ImportPlan,
  { catalog, organise }: ImportTarget,
  top: string | null,
): { readonly ids: ReadonlyMap<string, string>; readonly made: readonly string[] } {
  const ids = new Map<string, string>()
  const made: string[] = []
  const here = new Map(
    catalog.library().folders.map(({ id, name, parentId }) => [`${parentId ?? ''}/${name}`, id]),
  )
  for (const { path, name } of plan.folders) {
    const parentId = ids.get(path.split('/').slice(0, -1).join('/')) ?? top
    const known = here.get(`${parentId ?? ''}/${name}`)
    const id = known ?? (organise.createFolder({ name, parentId }) as { id: string }).id
    if (known === undefined) made.push(id)
    here.set(`${parentId ?? ''}/${name}`, id)
    ids.set(path, id)
  }
  return { ids, made }
}

function makeTags(
  plan: ImportPlan,
  wanted: readonly PlannedDocument[],
  { catalog, organise }: ImportTarget,
  tagsInText: boolean,
): { of(document: PlannedDocument): string[]; readonly made: readonly string[] } {
  const made: string[] = []
  const ids = new Map(catalog.library().tags.map(({ id, name }) => [name.toLowerCase(), id]))
  const idOf = (typed: string): string[] => {
    const name = typed.replace(/\s+/g, ' ').trim().slice(0, 255)
    if (name === '') return []
    const known = ids.get(name.toLowerCase())
    const id = known ?? (organise.createTag({ name }) as { id: string }).id
    if (known === undefined) made.push(id)
    ids.set(name.toLowerCase(), id)
    return [id]
  }
  plan.tags.forEach(idOf)
  const tagsOf = ({ tags, inlineTags }: PlannedDocument) => [
    ...new Set([...tags, ...(tagsInText ? inlineTags : [])].flatMap(idOf).slice(0, 100)),
  ]
  wanted.forEach(tagsOf)
  return { of: tagsOf, made }
}
