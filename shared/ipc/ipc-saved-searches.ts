import { z } from 'zod'
import { folderId, tagId } from './ipc-records'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Saved searches as they cross the boundary between renderer and main; `ipc.ts` takes these commands in. */
/**
 * A search under a name: what to look for, not what was found. It is asked anew each time, like one that is typed, so
 * what its connection is tied to holds for it as well (B9).
 */
export const savedSearch = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(255),
  query: z.string().trim().min(1).max(10_000),
  way: z.enum(['meaning', 'words']),
  folderId: folderId.optional(),
  /** With `folderId`: its child folders too. */
  below: z.boolean(),
  status: z.string().min(1).max(50).optional(),
  tagId: tagId.optional(),
  /** Changed within so many days. */
  withinDays: z.number().int().min(1).max(36_500).optional(),
})
export type SavedSearch = Readonly<z.infer<typeof savedSearch>>

/** So many are kept. */
export const SAVED_SEARCHES_MAX = 200

export const SAVED_SEARCH_COMMANDS = {
  /** Those of the open connection, in the order in which they were saved. */
  'saved-searches.list': libraryCommand(nothing, z.array(savedSearch)),
  'saved-search.create': libraryCommand(savedSearch.omit({ id: true }), z.object({ id: z.string() })),
  /** Another name for it, or another search under its name. */
  'saved-search.change': libraryCommand(savedSearch, nothing),
  'saved-search.delete': libraryCommand(z.object({ id: z.string().max(64) }), nothing),
  /** Undoes a delete of this run: it stands where it stood. */
  'saved-search.restore': libraryCommand(z.object({ id: z.string().max(64) }), nothing),
} as const

export const SAVED_SEARCH_EVENTS = {
  'saved-searches.changed': libraryEvent(z.array(savedSearch)),
} as const
