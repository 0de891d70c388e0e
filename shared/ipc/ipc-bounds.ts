import { z } from 'zod'
import { INSERTED_MAX } from '../text/text-change'

/** Bounds of what a window may send: each is what its meaning gives, so that no message fills memory or disk. */

/** Ids of this device and of a service. */
export const idText = z.string().max(200)

/** A text that a writer made in the editor. More than a service takes: a text that is too large is kept here and told. */
export const writtenText = z.string().max(INSERTED_MAX)

/**
 * A title as a window hands it over. Services differ in how long one may be and how they count, so this is far beyond
 * all of them: what was refused here could never be handed over, and its window never left.
 */
export const writtenTitle = z.string().max(100_000)

/** A record of at most `most` entries; `maxProperties` says so to whoever reads the schema. */
export const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  key: K,
  value: V,
  most: number,
) =>
  z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, { error: `at most ${most} entries` })
    .meta({ maxProperties: most })

/** Whether texts hold no more than one text may, all together. */
export function fitsTogether(texts: Iterable<string>): boolean {
  let sum = 0
  for (const text of texts) if ((sum += text.length) > INSERTED_MAX) return false
  return true
}
export const TOO_MUCH = { error: 'the texts are too large together' }
