import type { ExportedWhat } from '../../../shared/ipc/ipc-export'
import type { DocumentSummary, Folder } from '../../../shared/ipc/ipc-records'
import { appError } from '../../../shared/problem'
import type { OpenLibrary } from '../../connections/open-libraries'
import { documentsByTitle } from '../found'
import type { ExportAsked } from './arguments'

type Library = Pick<OpenLibrary, 'catalog' | 'savedSearches'>

/**
 * The part of a library that the arguments of a command line select. Throws an AppError with a sentence where they
 * select nothing, or are ambiguous.
 */
export async function exportedWhat(asked: ExportAsked, library: Library): Promise<ExportedWhat> {
  const { documents, folder, tag, search, savedSearch } = asked
  if (folder !== undefined) return { folderId: folderAt(folder, library.catalog.library().folders) }
  if (documents.length > 0) return { ids: await idsNamed(documents, library) }
  if (savedSearch !== undefined) return { savedSearch: searchNamed(savedSearch, library) }
  const filter = tag !== undefined ? { tagIds: [tagNamed(tag, library)] } : { text: search ?? '' }
  const ids = (await documentsByTitle(filter, library.catalog)).map(({ id }) => id)
  if (ids.length === 0) throw none('No document is found by this.')
  return { ids }
}

const none = (sentence: string) => appError('not-found-here', sentence)
const same = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** `A/B`: a folder B in a folder A at the top; a single name is searched for everywhere. */
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
  const documents = await documentsByTitle({}, library.catalog)
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

function searchNamed(name: string, { savedSearches }: Library): string {
  const found = savedSearches.list().find((search) => same(search.name, name))
  if (found === undefined) throw none(`There is no saved search “${name}” in this library.`)
  return found.id
}

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
