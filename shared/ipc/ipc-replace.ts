import { z } from 'zod'
import { fitsTogether, idText, TOO_MUCH, writtenText } from './ipc-bounds'
import { documentFilter, documentId } from './ipc-records'
import { libraryCommand, libraryEvent } from './ipc-scope'

/** Replacing across the library as it crosses the boundary between renderer and main; `ipc.ts` takes these in. */
/** As many places as a preview shows. */
export const REPLACE_PLACES_MAX = 10_000

const replaceAsk = z.object({
  find: z.string().min(1).max(10_000),
  /** In a regular expression `$1`, `$<name>` and `$&` stand for what was found. */
  replace: z.string().max(10_000),
  matchCase: z.boolean(),
  wholeWords: z.boolean(),
  regexp: z.boolean(),
  /** What is put in takes the capitals of what it replaces: all of them, or the first. */
  keepCapitals: z.boolean().optional(),
  /** Leaves fenced blocks and inline code as they are. */
  outsideCode: z.boolean().optional(),
  filter: documentFilter,
})
export type ReplaceAsk = Readonly<z.infer<typeof replaceAsk>>

/** One place in a text. Offsets count UTF-16 units with one for a line break, as in `openDocument`. */
const replaceHit = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  found: writtenText,
  replacement: writtenText,
  /** A little of the text on either side. */
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

export const REPLACE_COMMANDS = {
  /** What would be replaced; nothing is changed. An expression that takes too long is stopped and said. */
  'replace.preview': libraryCommand(
    replaceAsk,
    z.object({
      documents: z.array(replaceDocument),
      /** There are more places than are shown. */
      more: z.boolean(),
    }),
  ),
  /** Each text is kept in Recovered texts first, then changed as if it were typed; what has moved since is left alone. */
  'replace.apply': libraryCommand(
    z.object({
      /** Links follow a rename by it: it is no replacement that `replace.last` tells of. */
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
    z.object({
      id: z.string(),
      places: z.number().int(),
      documents: z.number().int(),
      /** Places that have changed since the preview, or whose document waits for a decision. */
      skipped: z.number().int(),
      /** Why the documents behind these stayed as they were, as a sentence: the disk took no more. */
      stopped: z.string().optional(),
    }),
  ),
  /** Ends the replacement that this window has under way, after the document it is in. */
  'replace.cancel': libraryCommand(z.void(), z.void()),
  /** Makes a mention of a document's title a link to it, where it was found; the text is kept first as above. */
  'replace.link': libraryCommand(
    z.object({
      /** The document that names the other. */
      documentId,
      targetId: documentId,
      /** As in the hit. */
      passage: z.string().max(20_000),
      start: z.number().int().nonnegative().optional(),
      before: z.string().max(2_000),
      after: z.string().max(2_000),
    }),
    /** For `replace.undo`. */
    z.object({ id: z.string() }),
  ),
  /** The last replacement that a writer has asked for as such, while some text is still as it made it. */
  'replace.last': libraryCommand(
    z.void(),
    z.object({ id: z.string(), places: z.number().int(), documents: z.number().int() }).nullable(),
  ),
  /** Undoes a whole replacement; a text that was changed since stays as it is. */
  'replace.undo': libraryCommand(
    z.object({ id: idText }),
    z.object({
      documents: z.number().int(),
      /** The documents that were changed since, in the order of the replacement. */
      stayed: z.array(z.object({ id: documentId, title: z.string() })),
    }),
  ),
} as const

export const REPLACE_EVENTS = {
  'replace.progressed': libraryEvent(z.object({ done: z.number().int(), total: z.number().int() })),
} as const
