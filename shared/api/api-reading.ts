import { isPathSegment } from '../terms'
import { z } from 'zod'

/**
 * Reads a service's answers leniently: unknown fields are ignored, ids may be numbers or text, and fields that the
 * content API does not promise may be absent (requirement F).
 */
/**
 * A number beyond 2^53 was rounded when the answer was parsed and would name another record, so the answer is refused;
 * ids of any length in text are accepted.
 */
const remoteId = z.union([z.int(), z.string().refine(isPathSegment)]).transform(String)
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined)
const optionalNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined)
/** `undefined`: this service does not show it; `null`: none. */
const optionalId = remoteId.nullable().optional()

export const documentSeen = z.object({
  id: remoteId,
  title: optionalText,
  content: optionalText,
  status: optionalText,
  folder_id: optionalId,
  tags: z
    .array(z.object({ id: remoteId, name: optionalText }))
    .optional()
    .catch(undefined),
  created_at: optionalText,
  updated_at: optionalText,
  published_at: optionalText,
})
export type DocumentSeen = z.infer<typeof documentSeen>

export const versionSeen = z.object({
  id: remoteId,
  document_id: optionalId,
  /** Also `undefined` where rounding makes it equal to its neighbours. */
  revision: z
    .union([z.int(), z.string()])
    .nullish()
    .catch(undefined)
    .transform((value) => (value == null ? undefined : String(value))),
  title: optionalText,
  content: optionalText,
  status: optionalText,
  created_at: optionalText,
})
export type VersionSeen = z.infer<typeof versionSeen>

export const folderSeen = z.object({
  id: remoteId,
  name: z.string(),
  parent_id: optionalId,
  position: optionalNumber,
  created_at: optionalText,
  updated_at: optionalText,
})
export type FolderSeen = z.infer<typeof folderSeen>

export const tagSeen = z.object({
  id: remoteId,
  name: z.string(),
  documents_count: optionalNumber,
})
export type TagSeen = z.infer<typeof tagSeen>

export const fileSeen = z.object({
  id: remoteId,
  name: optionalText,
  mime_type: optionalText,
  size: optionalNumber,
  sha256: optionalText,
  alt: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
})
export type FileSeen = z.infer<typeof fileSeen>

/** A chunk, under either of the names that services use for its id and its text. */
const chunk = z.object({
  id: remoteId.optional(),
  chunk_id: remoteId.optional(),
  document_id: remoteId.optional(),
  index: optionalNumber,
  text: optionalText,
  content: optionalText,
  heading_path: z.array(z.string()).optional().catch(undefined),
  start: optionalNumber,
  end: optionalNumber,
})

export const chunkSeen = chunk.transform(({ chunk_id, content, ...rest }) => ({
  ...rest,
  id: rest.id ?? chunk_id,
  text: rest.text ?? content,
}))

export const hitSeen = chunk
  .extend({
    document_id: remoteId,
    score: optionalNumber,
    title: optionalText,
    folder_id: optionalId,
    status: optionalText,
    updated_at: optionalText,
  })
  .transform(({ chunk_id, content, ...rest }) => ({
    ...rest,
    id: rest.id ?? chunk_id,
    text: rest.text ?? content,
  }))
export type HitSeen = z.infer<typeof hitSeen>

/** `meta` may be missing (requirement E4). */
export const metaSeen = z
  .object({ current_page: z.number(), last_page: z.number(), per_page: z.number(), total: z.number() })
  .partial()
  .optional()
  .catch(undefined)
