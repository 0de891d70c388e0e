import { z } from 'zod'
import { idText } from './ipc-bounds'
import { documentFilter, documentId, folderId, span } from './ipc-records'
import { connection } from './ipc-sync'
import { libraryCommand } from './ipc-scope'

/** Search commands, as they cross the boundary between renderer and main. */
const query = z.string().max(10_000)
/** A passage that was found. Offsets and spans count UTF-16 units. */
const searchHit = z.object({
  documentId,
  chunkId: z.string().optional(),
  title: z.string(),
  headingPath: z.array(z.string()),
  /** The sentence and the following words, as a reader sees them: one line without markdown. */
  excerpt: z.string(),
  /** The spans to mark in `excerpt`. */
  marks: z.array(span),
  /** The sentence that answers, as it was when it was indexed; empty where the service returned no text. */
  passage: z.string(),
  /** The offset of the passage at that time, where known. */
  start: z.number().int().optional(),
  /** The text directly before and after it, as far as it is known. */
  before: z.string(),
  after: z.string(),
  /** The spans to mark in `passage`. */
  words: z.array(span),
  score: z.number(),
  origin: z.enum(['service', 'device']),
  /** Whether the document has changed since this was indexed. */
  changed: z.boolean(),
  /** Whether the document's text is known to be the one that was indexed. */
  unchanged: z.boolean(),
  /** True for a hit of this device beside the service's hits, because the service does not have this text yet. */
  unsent: z.boolean(),
  /** Whether the score is far below the best one. */
  weak: z.boolean(),
})
export type SearchHit = Readonly<z.infer<typeof searchHit>>

const found = z.object({
  hits: z.array(searchHit),
  /** Why the search ran on this device, or what was left out. */
  notice: z.string().optional(),
  /**
   * Present where child folders were searched as well: the number of searches made, and the number that would cover
   * all.
   */
  folders: z.object({ asked: z.number().int(), all: z.number().int() }).optional(),
})
export type Found = Readonly<z.infer<typeof found>>

export const SEARCH_COMMANDS = {
  /**
   * Searches exact words on this device, including unsent text. Each match of a word or phrase is a hit; for several
   * terms each sentence with the most matches is.
   */
  'search.words': libraryCommand(
    z.object({
      query,
      filter: documentFilter,
      /** The most hits. */
      limit: z.number().int().min(1).max(1_000),
    }),
    found,
  ),
  /**
   * Searches by meaning, on the service. Where it cannot be asked, exact words are searched on this device, and a
   * notice gives the reason. For a folder with subfolders one search runs for each, as far as a bound and the quota
   * allow. The service filters by folder and status only; the rest of the filter is applied to its results.
   */
  'search.meaning': libraryCommand(
    z.object({
      query,
      filter: documentFilter,
      limit: z.number().int().min(1).max(50),
    }),
    found,
  ),
  /**
   * Finds passages of other documents about the subject of a paragraph. Nobody typed this query, so it may use only a
   * part of the search quota. It runs on this device where the service cannot be asked or should be spared, and a
   * notice gives the reason.
   */
  'search.related': libraryCommand(
    z.object({
      /** The document of the paragraph, which is excluded from the results. */
      documentId,
      paragraph: z.string().max(50_000),
      limit: z.number().int().min(1).max(30),
    }),
    found,
  ),
  /** The other texts that name a document, as they are on this device: in double brackets, or by its title alone. */
  'search.links': libraryCommand(
    z.object({ id: documentId, limit: z.number().int().min(1).max(200) }),
    z.object({ links: z.array(searchHit), mentions: z.array(searchHit) }),
  ),
  /** The text of a hit that came without one; only for hits of the window's last results (B7). */
  'search.chunk': libraryCommand(
    z.object({ documentId, chunkId: z.string().max(200) }),
    z.object({ text: z.string(), headingPath: z.array(z.string()) }),
  ),
  /**
   * Limits every search of the open connection to one folder and to published documents; `null` removes the limit (B9).
   */
  'connection.fix-folder': libraryCommand(
    z.object({ id: idText, folderId: folderId.nullable() }),
    connection,
  ),
} as const
