import type { CommandInput } from './ipc'
import type { DocumentFilter } from './ipc-records'
import type { SavedSearch } from './ipc-saved-searches'
import { DAY_MS } from '../day'

/** The query and scope of a search, whether typed or saved. */
export type SearchCriteria = Omit<SavedSearch, 'id' | 'name'>

/** The input of both kinds of search. `nowMs`: the moment from which `withinDays` counts back. */
export const searchAsk = (
  criteria: SearchCriteria,
  limit: number,
  nowMs: number,
): CommandInput<'search.words'> & CommandInput<'search.meaning'> => ({
  query: criteria.query,
  limit,
  filter: filterOf(criteria, nowMs),
})

/** The documents that are searched, or replaced in. */
export const filterOf = (
  { folderId, below, status, tagId, withinDays }: Omit<SearchCriteria, 'query' | 'way'>,
  nowMs: number,
): DocumentFilter => ({
  ...(folderId !== undefined && { folderId, ...(below && { subfolders: true }) }),
  ...(status !== undefined && { status }),
  ...(tagId !== undefined && { tagIds: [tagId] }),
  ...(withinDays !== undefined && { since: new Date(nowMs - withinDays * DAY_MS).toISOString() }),
})
