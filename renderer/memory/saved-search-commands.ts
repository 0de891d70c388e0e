import type { SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import { refused, type HandlersOf, type MemoryCore } from './core'

/** Saved searches of the library in memory. */
export function savedSearchCommands(
  core: MemoryCore,
): HandlersOf<
  | 'saved-searches.list'
  | 'saved-search.create'
  | 'saved-search.change'
  | 'saved-search.delete'
  | 'saved-search.restore'
> {
  const { records } = core
  const deleted = new Map<string, { readonly search: SavedSearch; readonly at: number }>()

  function keep(next: readonly SavedSearch[]): void {
    records.savedSearches = next
    core.emit('saved-searches.changed', [...next])
  }

  function placeOf(id: string): number {
    const at = records.savedSearches.findIndex((one) => one.id === id)
    if (at < 0) throw refused('not-found-here', 'This search is not saved any more.')
    return at
  }

  return {
    'saved-searches.list': () => [...records.savedSearches],
    'saved-search.create': (search) => {
      const id = core.newId('s')
      keep([...records.savedSearches, { ...search, id }])
      return { id }
    },
    'saved-search.change': (search) => keep(records.savedSearches.with(placeOf(search.id), search)),
    'saved-search.delete': ({ id }) => {
      const at = placeOf(id)
      deleted.set(id, { search: records.savedSearches[at]!, at })
      keep(records.savedSearches.toSpliced(at, 1))
    },
    'saved-search.restore': ({ id }) => {
      const gone = deleted.get(id)
      if (gone === undefined) throw refused('not-found-here', 'This can no longer be undone.')
      deleted.delete(id)
      keep(records.savedSearches.toSpliced(gone.at, 0, gone.search))
    },
  }
}
