import path from 'node:path'
import { savedSearch, SAVED_SEARCHES_MAX, type SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import { appError } from '../../shared/problem'
import { openProfileList } from '../system/profile-file'

/**
 * The saved searches of one connection: words and filters, without results. They are stored beside the connection's
 * library and not in it, because the service does not know them and a library may be rebuilt.
 */
export interface SavedSearches {
  list(): readonly SavedSearch[]
  /** Saves a search, durable when this returns; throws an AppError where there are too many. */
  create(search: Omit<SavedSearch, 'id'>): { readonly id: string }
  change(search: SavedSearch): void
  delete(id: string): void
  restore(id: string): void
}

interface SavedSearchesParts {
  /** The folder of the connection, which must exist. */
  readonly folder: string
  readonly newUuid: () => string
  readonly onChange: (all: readonly SavedSearch[]) => void
  /** Called with a sentence for the writer where some searches could not be read. */
  readonly warn: (sentence: string) => void
}

/** Reads each search by itself: one that cannot be read does not affect others, and stays in the file. */
export function openSavedSearches({ folder, newUuid, onChange, warn }: SavedSearchesParts): SavedSearches {
  const list = openProfileList<SavedSearch>(
    path.join(folder, 'saved-searches.json'),
    'your saved searches',
    'searches',
    (entry, before) => {
      const one = savedSearch.safeParse(entry).data
      return before.length < SAVED_SEARCHES_MAX && !before.some(({ id }) => id === one?.id) ? one : undefined
    },
    warn,
  )
  const deleted = new Map<string, { readonly search: SavedSearch; readonly at: number }>()

  function keep(next: readonly SavedSearch[]): void {
    list.set(next)
    onChange(next)
  }

  function placeOf(id: string): number {
    const at = list.get().findIndex((one) => one.id === id)
    if (at < 0) throw appError('not-found-here', 'This search is not saved any more.')
    return at
  }

  return {
    list: list.get,
    create(search) {
      if (list.get().length >= SAVED_SEARCHES_MAX)
        throw appError('not-allowed', `${SAVED_SEARCHES_MAX} searches are saved. Delete one first.`)
      const id = newUuid()
      keep([...list.get(), { ...search, id }])
      return { id }
    },
    change: (search) => keep(list.get().with(placeOf(search.id), search)),
    delete(id) {
      const at = placeOf(id)
      deleted.set(id, { search: list.get()[at]!, at })
      keep(list.get().toSpliced(at, 1))
    },
    restore(id) {
      const gone = deleted.get(id)
      if (gone === undefined) throw appError('not-found-here', 'This can no longer be undone.')
      deleted.delete(id)
      keep(list.get().toSpliced(gone.at, 0, gone.search))
    },
  }
}
