import type { CommandInput } from './ipc'
import type { DocumentFilter } from './ipc-records'
import type { SavedSearch } from './ipc-saved-searches'
import { DAY_MS } from '../day'

/** What is looked for and where, whether it was typed or saved. */
export type SearchCriteria = Omit<SavedSearch, 'id' | 'name'>

/** What both kinds of search are asked. `nowMs`: from when the days of `withinDays` are counted back. */
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
