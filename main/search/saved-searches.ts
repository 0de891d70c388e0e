import path from 'node:path'
import { savedSearch, SAVED_SEARCHES_MOST, type SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import { AppError, problem } from '../../shared/problem'
import { listIn, openProfileFile, readEntries, type Decoded } from '../system/profile-file'

/**
 * The saved searches of one connection: words and filters, never what was found. Kept beside the connection's library
 * and not in it, as the service knows nothing of them and a library may be built anew.
 */
export interface SavedSearches {
  list(): readonly SavedSearch[]
  /** Durable when it returns; throws an AppError where there are too many. */
  create(search: Omit<SavedSearch, 'id'>): { readonly id: string }
  change(search: SavedSearch): void
  delete(id: string): void
  restore(id: string): void
}

export interface SavedSearchesParts {
  /** The connection's, which is there. */
  readonly folder: string
  readonly newUuid: () => string
  readonly onChange: (all: readonly SavedSearch[]) => void
  /** A sentence for the writer where some could not be read. */
  readonly onTrouble: (sentence: string) => void
}

/** Each search is read by itself: one that cannot be read takes no other with it, and stays in the file. */
export function openSavedSearches({
  folder,
  newUuid,
  onChange,
  onTrouble,
}: SavedSearchesParts): SavedSearches {
  const file = openProfileFile(path.join(folder, 'saved-searches.json'), 'your saved searches', decode)
  if (file.trouble !== undefined) onTrouble(file.trouble)
  const { unread } = file.value
  let current = file.value.known
  const deleted = new Map<string, { readonly search: SavedSearch; readonly at: number }>()

  function keep(next: readonly SavedSearch[]): void {
    file.write({ searches: [...next, ...unread] })
    current = next
    onChange(current)
  }

  function placeOf(id: string): number {
    const at = current.findIndex((one) => one.id === id)
    if (at < 0) throw new AppError(problem('not-found-here', 'This search is not saved any more.'))
    return at
  }

  return {
    list: () => current,
    create(search) {
      if (current.length >= SAVED_SEARCHES_MOST)
        throw new AppError(
          problem('not-allowed', `${SAVED_SEARCHES_MOST} searches are saved. Delete one first.`),
        )
      const id = newUuid()
      keep([...current, { ...search, id }])
      return { id }
    },
    change: (search) => keep(current.with(placeOf(search.id), search)),
    delete(id) {
      const at = placeOf(id)
      deleted.set(id, { search: current[at]!, at })
      keep(current.toSpliced(at, 1))
    },
    restore(id) {
      const gone = deleted.get(id)
      if (gone === undefined) throw new AppError(problem('not-found-here', 'This can no longer be undone.'))
      deleted.delete(id)
      keep(current.toSpliced(gone.at, 0, gone.search))
    },
  }
}

interface Kept {
  readonly known: readonly SavedSearch[]
  readonly unread: readonly unknown[]
}

function decode(json: unknown): Decoded<Kept> {
  const list = listIn(json, 'searches')
  const ids = new Set<string>()
  const value = readEntries(list ?? [], (entry) => {
    const one = savedSearch.safeParse(entry).data
    if (one === undefined || ids.has(one.id) || ids.size >= SAVED_SEARCHES_MOST) return undefined
    ids.add(one.id)
    return one
  })
  return { value, unread: json !== undefined && list === undefined ? [json] : value.unread }
}
