import { z } from 'zod'
import { fitsTogether, idText, TOO_MUCH, writtenText } from './ipc-bounds'
import { documentFilter, documentId } from './ipc-records'
import { libraryCommand, libraryEvent } from './ipc-scope'

/** Commands to replace text across the library, as they cross the boundary between renderer and main. */
/** The most places that a preview shows. */
export const REPLACE_PLACES_MAX = 10_000

const replaceAsk = z.object({
  find: z.string().min(1).max(10_000),
  /** In a regular expression `$1`, `$<name>` and `$&` stand for the matched text. */
  replace: z.string().max(10_000),
  matchCase: z.boolean(),
  wholeWords: z.boolean(),
  regexp: z.boolean(),
  /** Gives the replacement the capitals of the replaced words: all of them, or the first. */
  keepCapitals: z.boolean().optional(),
  /** Leaves fenced blocks and inline code unchanged. */
  outsideCode: z.boolean().optional(),
  filter: documentFilter,
})
export type ReplaceAsk = Readonly<z.infer<typeof replaceAsk>>

/** One match in a text. Offsets count UTF-16 units with one for a line break, as in `openDocument`. */
const replaceHit = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  found: writtenText,
  replacement: writtenText,
  /** A little of the text before and after it. */
  before: z.string(),
  after: z.string(),
})
export type ReplaceHit = Readonly<z.infer<typeof replaceHit>>

const replaceDocument = z.object({ documentId, title: z.string(), hits: z.array(replaceHit) })
export type ReplaceDocument = Readonly<z.infer<typeof replaceDocument>>

const chosen = z.object({
  documentId,
  hits: z
    .array(replaceHit.pick({ from: true, to: true, found: true, replacement: true }))
    .min(1)
    .max(REPLACE_PLACES_MAX),
})

/** A replacement that was made. */
const made = z.object({
  id: z.string(),
  places: z.number().int(),
  documents: z.number().int(),
  /** Whether nothing took the place of the words. */
  isDeletion: z.boolean(),
})

export const REPLACE_COMMANDS = {
  /**
   * The places that would be replaced; nothing is changed. An expression that takes too long is stopped, and the answer
   * says so.
   */
  'replace.preview': libraryCommand(
    replaceAsk,
    z.object({
      documents: z.array(replaceDocument),
      /** Whether there are more places than are shown. */
      more: z.boolean(),
    }),
  ),
  /**
   * Keeps each text in Recovered texts first, then changes it as if it were typed; places that have changed since are
   * left alone.
   */
  'replace.apply': libraryCommand(
    z.object({
      /** True where links are adapted to a new title: `replace.last` does not report such a replacement. */
      isOfLinks: z.boolean().optional(),
      documents: z
        .array(chosen)
        .min(1)
        .max(REPLACE_PLACES_MAX)
        .refine((documents) => documents.flatMap(({ hits }) => hits).length <= REPLACE_PLACES_MAX, TOO_MUCH)
        .refine(
          (documents) =>
            fitsTogether(
              documents.flatMap(({ hits }) => hits.flatMap(({ found, replacement }) => [found, replacement])),
            ),
          TOO_MUCH,
        ),
    }),
    made.extend({
      /** How many places have changed since the preview, or are in documents that wait for a decision. */
      skipped: z.number().int(),
      /** Why the remaining documents were not changed, as a sentence: the disk took no more data. */
      stopped: z.string().optional(),
    }),
  ),
  /** Cancels the replacement of this window, after the present document. */
  'replace.cancel': libraryCommand(z.void(), z.void()),
  /** Turns a mention of a document's title into a link; the text is kept first as above. */
  'replace.link': libraryCommand(
    z.object({
      /** The document that contains the mention. */
      documentId,
      targetId: documentId,
      /** The passage of the hit. */
      passage: z.string().max(20_000),
      start: z.number().int().nonnegative().optional(),
      before: z.string().max(2_000),
      after: z.string().max(2_000),
    }),
    /** The id for `replace.undo`. */
    z.object({ id: z.string() }),
  ),
  /** The last replacement that a writer has requested, as long as some place is still as it left it. */
  'replace.last': libraryCommand(z.void(), made.nullable()),
  /** Undoes a whole replacement; a place that was changed since stays as it is, and so do all other words. */
  'replace.undo': libraryCommand(
    z.object({ id: idText }),
    z.object({
      documents: z.number().int(),
      /** The documents with places that were changed since, in the order of the replacement. */
      stayed: z.array(z.object({ id: documentId, title: z.string() })),
    }),
  ),
} as const

export const REPLACE_EVENTS = {
  'replace.progressed': libraryEvent(z.object({ done: z.number().int(), total: z.number().int() })),
} as const
