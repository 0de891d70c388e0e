import type { AppError } from '../../shared/problem'
import type { Workspace } from '../workspace'
import { contentKey, textsFor, type ImportPlan, type PlannedDocument } from './import-plan'

/** What an import did. Everything is an ordinary document, folder, tag or file from then on, and waits to be sent. */
export interface Imported {
  readonly documents: number
  /** Of these documents. */
  readonly ids: readonly string[]
  /** Here already, with the same title and text. */
  readonly duplicates: number
  readonly files: number
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  readonly isComplete: boolean
}

export interface ImportOptions {
  /** Where its top level goes; `null`: the top of the library. */
  readonly folderId: string | null
  /** Words with a `#` in the text become tags. */
  readonly tagsInText: boolean
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

export type ImportTarget = Pick<
  Workspace,
  'catalog' | 'documents' | 'organise' | 'attachments' | 'transaction'
>

const AT_ONCE = 250

/** How many documents of a plan are here already. */
export async function duplicatesIn(plan: ImportPlan, target: ImportTarget): Promise<number> {
  const known = await keysOf(target)
  const textOf = textsFor(plan, () => '#')
  return plan.documents.filter((document) => known.has(contentKey(document.title, textOf(document)))).length
}

/**
 * Brings a plan in. What was cancelled or broke off goes on when the same source is imported again: what is here
 * already, by its content, is not made twice.
 */
export async function runImport(
  plan: ImportPlan,
  target: ImportTarget,
  options: ImportOptions,
): Promise<Imported> {
  const { signal, onProgress } = options
  const failed: { path: string; why: string }[] = []
  const known = await keysOf(target)
  const blank = textsFor(plan, () => '#')
  const wanted = plan.documents.filter((document) => !known.has(contentKey(document.title, blank(document))))
  const duplicates = plan.documents.length - wanted.length
  const [folders, tagIds] = target.transaction(() => [
    makeFolders(plan, target, options.folderId),
    makeTags(plan, wanted, target, options.tagsInText),
  ])
  const links = new Map<string, string>()
  let files = 0
  const ids: string[] = []

  const textOf = textsFor(plan, (file) => links.get(file))
  const named = filesNamedBy(plan)
  const takeFiles = async (paths: Iterable<string>) => {
    for (const path of paths) {
      const file = plan.files.get(path)
      if (!file || links.has(path)) continue
      try {
        const { link, isNew } = await target.attachments.take(file.name, await file.entry.read(), file.alt)
        links.set(path, link)
        if (isNew) files++
      } catch (error) {
        failed.push({ path, why: sentenceOf(error) })
      }
    }
  }

  for (let at = 0; at < wanted.length && !signal.aborted; at += AT_ONCE) {
    const part = wanted.slice(at, at + AT_ONCE)
    for (const document of part) await takeFiles(named(document))
    if (signal.aborted) break
    const made = target.documents.createAll(
      part.map((document) => ({
        title: document.title,
        text: textOf(document),
        folderId: folders.get(document.folder) ?? options.folderId,
        tagIds: tagIds(document),
        status: document.status,
      })),
    )
    ids.push(...made)
    onProgress(ids.length + duplicates)
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!signal.aborted && plan.habit === 'Stet') await takeFiles(plan.files.keys())
  return { documents: ids.length, ids, duplicates, files, failed, isComplete: !signal.aborted }
}

async function keysOf({ catalog, documents }: ImportTarget): Promise<ReadonlySet<string>> {
  const keys = new Set<string>()
  const page = { filter: {}, sort: 'created', descending: false, limit: 500 } as const
  for (let offset = 0, total = 1; offset < total; offset += 500) {
    const listed = await catalog.documents({ ...page, offset })
    total = listed.total
    for (const { id } of listed.items) {
      const found = documents.read(id)
      if (found) keys.add(contentKey(found.fields.title ?? '', found.text))
    }
  }
  return keys
}

/** A folder of the same name in the same place is that folder. */
function makeFolders(
  plan: ImportPlan,
  { catalog, organise }: ImportTarget,
  top: string | null,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const here = new Map(
    catalog.library().folders.map(({ id, name, parentId }) => [`${parentId ?? ''}/${name}`, id]),
  )
  for (const { path, name } of plan.folders) {
    const parentId = ids.get(path.split('/').slice(0, -1).join('/')) ?? top
    const known = here.get(`${parentId ?? ''}/${name}`)
    const id = known ?? (organise.createFolder({ name, parentId }) as { id: string }).id
    here.set(`${parentId ?? ''}/${name}`, id)
    ids.set(path, id)
  }
  return ids
}

function makeTags(
  plan: ImportPlan,
  wanted: readonly PlannedDocument[],
  { catalog, organise }: ImportTarget,
  tagsInText: boolean,
): (document: PlannedDocument) => string[] {
  const ids = new Map(catalog.library().tags.map(({ id, name }) => [name.toLowerCase(), id]))
  const idOf = (typed: string): string[] => {
    const name = typed.replace(/\s+/g, ' ').trim().slice(0, 255)
    if (name === '') return []
    const id = ids.get(name.toLowerCase()) ?? (organise.createTag({ name }) as { id: string }).id
    ids.set(name.toLowerCase(), id)
    return [id]
  }
  plan.tags.forEach(idOf)
  const tagsOf = ({ tags, inlineTags }: PlannedDocument) => [
    ...new Set([...tags, ...(tagsInText ? inlineTags : [])].flatMap(idOf).slice(0, 100)),
  ]
  wanted.forEach(tagsOf)
  return tagsOf
}

/** Which files of the plan a document names. */
function filesNamedBy(plan: ImportPlan): (document: PlannedDocument) => ReadonlySet<string> {
  let found = new Set<string>()
  const look = textsFor(plan, (file) => {
    found.add(file)
    return undefined
  })
  return (document) => {
    found = new Set()
    look(document)
    return found
  }
}

const sentenceOf = (error: unknown): string =>
  (error as Partial<AppError>).problem?.message ?? 'It cannot be read.'
