import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import type { SearchCriteria } from '../../shared/ipc/search-criteria'
import type { Client } from '../bridge/bridge'
import { useApp } from '../state/context'
import { showPanel, useWindow } from '../state/store'
import { useSearch, type SearchState, type Way } from './search-state'

const savedSearchesQuery = (client: Client) =>
  queryOptions({ queryKey: ['saved-searches'], queryFn: () => client.ask('saved-searches.list', undefined) })

/** The saved searches of the library on screen, in the order in which they were saved. */
export const useSavedSearches = (): readonly SavedSearch[] =>
  useQuery(savedSearchesQuery(useApp().client)).data ?? NONE

const NONE: readonly SavedSearch[] = []

/** The filters of the panel, as a search names them. */
type Filters = Pick<SearchState, 'folderId' | 'below' | 'status' | 'tagId' | 'withinDays'>

/** The current search of the panel; `undefined` while the query is empty. */
export const criteriaOf = (
  state: Filters & Pick<SearchState, 'query'>,
  way: Way,
): SearchCriteria | undefined =>
  state.query === '' ? undefined : { query: state.query, way, ...narrowingOf(state) }

/** The filters that are set. */
export const narrowingOf = ({ folderId, below, status, tagId, withinDays }: Filters) => ({
  below: folderId !== '' && below,
  ...(folderId !== '' && { folderId }),
  ...(status !== '' && { status }),
  ...(tagId !== '' && { tagId }),
  ...(withinDays !== 0 && { withinDays }),
})

/** Opens the panel on a saved search and runs it again, even if it was run a moment ago. */
export function openSaved(search: SavedSearch): void {
  const { query, way, folderId = '', below, status = '', tagId = '', withinDays = 0 } = search
  useSearch.setState(({ times }) => ({
    ...{ typed: query, query, way, folderId, below, status, tagId, withinDays },
    ...{ hits: [], at: -1, showsWeak: false, replaces: false, naming: false },
    savedId: search.id,
    times: times + 1,
  }))
  showPanel('search')
  useWindow.setState({ drawer: 'none' })
  // If the panel was open before, nothing else moves the focus there.
  document.querySelector<HTMLInputElement>('search input[type="search"]')?.focus()
}

/** Whether a saved search is the one that the panel shows. */
export function isSameSearch(saved: SavedSearch, criteria: SearchCriteria | undefined): boolean {
  if (criteria === undefined) return false
  const keys = ['query', 'way', 'folderId', 'below', 'status', 'tagId', 'withinDays'] as const
  return keys.every((key) => saved[key] === criteria[key])
}
