import type { CommandInput } from './ipc'
import type { SavedSearch } from './ipc-saved-searches'

/** What is looked for and where, whether it was typed or saved. */
export type SearchWish = Omit<SavedSearch, 'id' | 'name'>

const DAY_MS = 24 * 60 * 60_000

export const meaningAsk = (wish: SearchWish, limit: number): CommandInput<'search.meaning'> => ({
  query: wish.query,
  limit,
  ...placeOf(wish),
  below: isBelow(wish),
})

/** `nowMs`: from when the days of `withinDays` are counted back. */
export const wordsAsk = (wish: SearchWish, limit: number, nowMs: number): CommandInput<'search.words'> => ({
  query: wish.query,
  limit,
  filter: { ...placeOf(wish), ...(wish.tagId !== undefined && { tagIds: [wish.tagId] }) },
  below: isBelow(wish),
  ...(wish.withinDays !== undefined && {
    since: new Date(nowMs - wish.withinDays * DAY_MS).toISOString(),
  }),
})

const isBelow = ({ folderId, below }: SearchWish): boolean => folderId !== undefined && below

const placeOf = ({ folderId, status }: SearchWish) => ({
  ...(folderId !== undefined && { folderId }),
  ...(status !== undefined && { status }),
})
