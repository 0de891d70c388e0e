import { z } from 'zod'
import { idText } from './ipc-bounds'
import { documentFilter, documentId, folderId, span } from './ipc-records'
import { connection } from './ipc-sync'
import { libraryCommand } from './ipc-scope'

/** Search as it crosses the boundary between renderer and main; `ipc.ts` takes these commands in. */
const query = z.string().max(10_000)
/** One passage that was found. Offsets and spans count UTF-16 units. */
const searchHit = z.object({
  documentId,
  chunkId: z.string().optional(),
  title: z.string(),
  headingPath: z.array(z.string()),
  /** The sentence and what follows, as a reader sees it: one line, no signs of markdown. */
  excerpt: z.string(),
  /** Spans of `excerpt` to mark. */
  marks: z.array(span),
  /** The sentence that answers, as it stood when it was indexed; empty where the service gave no text. */
  passage: z.string(),
  /** Where the passage began then, where that is known. */
  start: z.number().int().optional(),
  /** What stood right before and after it, as far as that is known. */
  before: z.string(),
  after: z.string(),
  /** Spans of `passage` to mark. */
  words: z.array(span),
  score: z.number(),
  origin: z.enum(['service', 'device']),
  /** The document has changed since this was indexed. */
  changed: z.boolean(),
  /** The document is known to be the very text that was indexed. */
  unchanged: z.boolean(),
  /** Found here beside the service's hits, because the service does not have this text yet. */
  unsent: z.boolean(),
  /** Far below the best one. */
  weak: z.boolean(),
})
export type SearchHit = Readonly<z.infer<typeof searchHit>>

const found = z.object({
  hits: z.array(searchHit),
  /** Why it was searched on this device, or what was left out. */
  notice: z.string().optional(),
  /** Where child folders were asked as well: how many searches that took, of how many it would have taken. */
  folders: z.object({ asked: z.number().int(), all: z.number().int() }).optional(),
})
export type Found = Readonly<z.infer<typeof found>>

export const SEARCH_COMMANDS = {
  /**
   * Exact words, on this device; unsent text included. Each place of a word or phrase is a hit; of several terms each
   * sentence that holds the most of them.
   */
  'search.words': libraryCommand(
    z.object({
      query,
      filter: documentFilter,
      /** So many places. */
      limit: z.number().int().min(1).max(1_000),
    }),
    found,
  ),
  /**
   * By meaning, the service's; where it cannot be asked, exact words on this device with a notice that says why. With
   * the folders below a folder there is one search for each, as far as a bound and the quota allow. The service knows
   * folder and status only; the rest of the filter holds for the passages that it gave.
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
   * What other documents say on what a paragraph is about. Nobody typed this: it takes a part of the search quota only,
   * and is looked for on this device where the service cannot be asked or is to be spared, with a notice that says why.
   */
  'search.related': libraryCommand(
    z.object({
      /** The document of the paragraph; never among what is found. */
      documentId,
      paragraph: z.string().max(50_000),
      limit: z.number().int().min(1).max(30),
    }),
    found,
  ),
  /** Which other texts name a document, as they are on this device: in double brackets, or by its title alone. */
  'search.links': libraryCommand(
    z.object({ id: documentId, limit: z.number().int().min(1).max(200) }),
    z.object({ links: z.array(searchHit), mentions: z.array(searchHit) }),
  ),
  /** The text of a hit that came without one; only for the hits that the window was last given (B7). */
  'search.chunk': libraryCommand(
    z.object({ documentId, chunkId: z.string().max(200) }),
    z.object({ text: z.string(), headingPath: z.array(z.string()) }),
  ),
  /** Ties every search of the open connection to one folder and to what is published; `null` frees it (B9). */
  'connection.fix-folder': libraryCommand(
    z.object({ id: idText, folderId: folderId.nullable() }),
    connection,
  ),
} as const
