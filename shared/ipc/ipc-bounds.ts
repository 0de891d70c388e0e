import { z } from 'zod'
import { INSERTED_MAX } from '../text/text-change'

/**
 * The bounds of messages from a window: each follows from the value's meaning, so that no message fills memory or disk.
 */

/** Ids of this device and of a service. */
export const idText = z.string().max(200)

/**
 * A text that a writer made in the editor. The bound is above that of a service: a text that is too large is kept on
 * this device and the writer is told.
 */
export const writtenText = z.string().max(INSERTED_MAX)

/**
 * A title from a window. Services differ in the longest title and in how they count, so the bound is far beyond all of
 * them: a title that was refused here could never be handed over, and its window could never be closed.
 */
export const writtenTitle = z.string().max(100_000)

/** A record of at most `most` entries; `maxProperties` states that for readers of the JSON schema. */
export const boundedRecord = <K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  key: K,
  value: V,
  most: number,
) =>
  z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= most, { error: `at most ${most} entries` })
    .meta({ maxProperties: most })

/** Whether the texts together are no longer than one text may be. */
export function fitsTogether(texts: Iterable<string>): boolean {
  let sum = 0
  for (const text of texts) if ((sum += text.length) > INSERTED_MAX) return false
  return true
}
export const TOO_MUCH = { error: 'the texts are too large together' }
