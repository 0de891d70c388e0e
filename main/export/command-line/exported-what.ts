import type { ExportedWhat } from '../../../shared/ipc/ipc-export'
import type { DocumentFilter, DocumentSummary, Folder } from '../../../shared/ipc/ipc-records'
import { appError } from '../../../shared/problem'
import type { OpenLibrary } from '../../connections/open-libraries'
import { listPages } from '../../library/catalog/list-pages'
import type { ExportAsked } from './words'

type Library = Pick<OpenLibrary, 'catalog' | 'savedSearches'>

/** What the words of a command line mean in a library. Throws an AppError with a sentence where they mean nothing, or two things. */
export async function exportedWhat(asked: ExportAsked, library: Library): Promise<ExportedWhat> {
  const { documents, folder, tag, search, savedSearch } = asked
  if (folder !== undefined) return { folderId: folderAt(folder, library.catalog.library().folders) }
  if (documents.length > 0) return { ids: await idsNamed(documents, library) }
  const filter =
    tag !== undefined
      ? { tagIds: [tagNamed(tag, library)] }
      : search !== undefined
        ? { text: search }
        : filterOf(savedSearch ?? '', library)
  const ids = (await all(filter, library)).map(({ id }) => id)
  if (ids.length === 0) throw none('No document is found by this.')
  return { ids }
}

const none = (sentence: string) => appError('not-found-here', sentence)
const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** `A/B`: a folder B in a folder A at the top; a single name is looked for everywhere. */
function folderAt(place: string, folders: readonly Folder[]): string {
  const pathOf = pathsOf(folders)
  const wanted = trimmed(place)
  const whole = folders.filter(({ id }) => same(pathOf(id), wanted))
  const found = whole.length > 0 ? whole : folders.filter(({ name }) => same(name, wanted))
  const [first] = found
  if (first === undefined) throw none(`There is no folder “${place}” in this library.`)
  if (found.length > 1)
    throw none(
      `${found.length} folders are called “${place}”: ${found.map(({ id }) => pathOf(id)).join(', ')}.`,
    )
  return first.id
}

async function idsNamed(names: readonly string[], library: Library): Promise<string[]> {
  const documents = await all({}, library)
  const pathOf = pathsOf(library.catalog.library().folders)
  const placeOf = ({ folderId, title }: DocumentSummary) =>
    folderId === null ? title : `${pathOf(folderId)}/${title}`
  return names.map((name) => {
    const byId = documents.find(({ id }) => id === name)
    if (byId !== undefined) return byId.id
    const titled = documents.filter(({ title }) => title === name)
    const alike = titled.length > 0 ? titled : documents.filter(({ title }) => same(title, name))
    const placed = documents.filter((one) => same(placeOf(one), trimmed(name)))
    const found = alike.length > 0 ? alike : placed
    const [first] = found
    if (first === undefined) throw none(`There is no document “${name}” in this library.`)
    if (found.length > 1)
      throw none(
        `${found.length} documents are called “${name}”. Name one with its folders, or by its id: ${found
          .slice(0, 10)
          .map((one) => `${placeOf(one)} (${one.id})`)
          .join(', ')}.`,
      )
    return first.id
  })
}

function tagNamed(name: string, { catalog }: Library): string {
  const found = catalog.library().tags.find((tag) => same(tag.name, name.replace(/^#/, '')))
  if (found === undefined) throw none(`There is no tag “${name}” in this library.`)
  return found.id
}

const DAY_MS = 86_400_000

function filterOf(name: string, { savedSearches }: Library): DocumentFilter {
  const found = savedSearches.list().find((search) => same(search.name, name))
  if (found === undefined) throw none(`There is no saved search “${name}” in this library.`)
  if (found.way === 'meaning')
    throw none(`“${name}” searches by meaning, whose order is none of a book. Save it as a search for words.`)
  const { query, folderId, below, status, tagId, withinDays } = found
  return {
    text: query.slice(0, 500),
    ...(folderId !== undefined && { folderId, subfolders: below }),
    ...(status !== undefined && { status }),
    ...(tagId !== undefined && { tagIds: [tagId] }),
    ...(withinDays !== undefined && { since: new Date(Date.now() - withinDays * DAY_MS).toISOString() }),
  }
}

/** In the order of their titles, "Chapter 2" before "Chapter 10". */
async function all(filter: DocumentFilter, { catalog }: Library): Promise<readonly DocumentSummary[]> {
  const found: DocumentSummary[] = []
  for await (const { items } of listPages(catalog, filter)) found.push(...items)
  return found.toSorted((one, other) => BY_TITLE.compare(one.title, other.title))
}

const BY_TITLE = new Intl.Collator(undefined, { numeric: true })

/** Names of folders from the top, with `/`. */
function pathsOf(folders: readonly Folder[]): (id: string) => string {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return (id) => {
    const names: string[] = []
    for (let folder = byId.get(id); folder !== undefined && names.length < folders.length;) {
      names.unshift(folder.name)
      folder = folder.parentId === null ? undefined : byId.get(folder.parentId)
    }
    return names.join('/')
  }
}

const trimmed = (place: string): string => place.replace(/^\/|\/$/g, '')
