import type { DocumentFilter, DocumentSummary } from '../../shared/ipc/ipc-records'
import { filterOf } from '../../shared/ipc/search-criteria'
import { appError } from '../../shared/problem'
import type { Workspace } from '../connections/workspace/workspace'
import { listPages } from '../library/catalog/list-pages'

/** Compares titles so that "Chapter 2" precedes "Chapter 10". */
export const BY_TITLE = new Intl.Collator(undefined, { numeric: true })

/** The documents, ordered by title. */
export async function documentsByTitle(
  filter: DocumentFilter,
  catalog: Workspace['catalog'],
): Promise<readonly DocumentSummary[]> {
  const found: DocumentSummary[] = []
  for await (const { items } of listPages(catalog, filter)) found.push(...items)
  return found.toSorted((one, other) => BY_TITLE.compare(one.title, other.title))
}

/**
 * The query of a saved search. Throws an AppError where the search no longer exists, or is of a kind from which no book
 * can be made.
 */
export function savedSearchOf(
  id: string,
  { savedSearches }: Pick<Workspace, 'savedSearches'>,
): { readonly name: string; readonly filter: DocumentFilter } {
  const found = savedSearches.list().find((search) => search.id === id)
  if (found === undefined) throw appError('not-found-here', 'This saved search is not here any more.')
  if (found.way === 'meaning')
    throw appError(
      'not-found-here',
      `“${found.name}” searches by meaning, which gives a book no order. Save it as a search for words.`,
    )
  return { name: found.name, filter: { text: found.query.slice(0, 500), ...filterOf(found, Date.now()) } }
}
