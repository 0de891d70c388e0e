import { z } from 'zod'
import { folderId, tagId } from './ipc-records'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Commands for saved searches, as they cross the boundary between renderer and main. */
/**
 * A search under a name: its criteria, not its results. It runs anew each time, like a typed one, so the limits of its
 * connection apply to it as well (B9).
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
  /** Changed within this many days. */
  withinDays: z.number().int().min(1).max(36_500).optional(),
})
export type SavedSearch = Readonly<z.infer<typeof savedSearch>>

/** The most saved searches. */
export const SAVED_SEARCHES_MAX = 200

export const SAVED_SEARCH_COMMANDS = {
  /** The searches of the open connection, in the order in which they were saved. */
  'saved-searches.list': libraryCommand(nothing, z.array(savedSearch)),
  'saved-search.create': libraryCommand(savedSearch.omit({ id: true }), z.object({ id: z.string() })),
  /** Renames it, or stores another search under its name. */
  'saved-search.change': libraryCommand(savedSearch, nothing),
  'saved-search.delete': libraryCommand(z.object({ id: z.string().max(64) }), nothing),
  /** Undoes a delete of this run: the search returns to its place. */
  'saved-search.restore': libraryCommand(z.object({ id: z.string().max(64) }), nothing),
} as const

export const SAVED_SEARCH_EVENTS = {
  'saved-searches.changed': libraryEvent(z.array(savedSearch)),
} as const
