import { z } from 'zod'

/**
 * Records of the REST contract as the embedded service sends them (content API, section 2; requirement F). Clients of
 * other services read them through `api-reading.ts`, which accepts deviations.
 */
export const id = z.number().int().positive()
const timestamp = z.iso.datetime()

export const NAME_LENGTH_MAX = 255
/** Documents up to 20 MB of text, JSON bodies up to 32 MB (requirement G2). */
export const CONTENT_BYTES_MAX = 20 * 1024 * 1024
export const BODY_BYTES_MAX = 32 * 1024 * 1024
export const TAGS_PER_DOCUMENT_MAX = 100

const tagReference = z.object({ id, name: z.string() })

export const documentRecord = z
  .object({
    id,
    title: z.string(),
    content: z.string(),
    status: z.string(),
    folder_id: id.nullable(),
    tags: z.array(tagReference),
    revision: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
    published_at: timestamp.nullable(),
  })
  .meta({ id: 'Document' })

export const versionRecord = z
  .object({
    id,
    document_id: id,
    revision: z.number().int(),
    title: z.string(),
    content: z.string(),
    status: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'Version' })

export const chunkRecord = z
  .object({
    id,
    document_id: id,
    index: z.number().int().nonnegative(),
    text: z.string(),
    heading_path: z.array(z.string()),
    /** UTF-16 offsets into the document's content. */
    start: z.number().int().nonnegative(),
    end: z.number().int().nonnegative(),
  })
  .meta({ id: 'Chunk' })

export const hitRecord = chunkRecord
  .extend({
    score: z.number(),
    title: z.string(),
    folder_id: id.nullable(),
    status: z.string(),
    updated_at: timestamp,
  })
  .meta({ id: 'SearchHit' })

export const folderRecord = z
  .object({
    id,
    name: z.string(),
    parent_id: id.nullable(),
    position: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Folder' })

export const tagRecord = z
  .object({
    id,
    name: z.string(),
    documents_count: z.number().int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Tag' })

export const fileRecord = z
  .object({
    id,
    name: z.string(),
    mime_type: z.string(),
    size: z.number().int().nonnegative(),
    sha256: z.string(),
    alt: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'File' })

export const pageMeta = z
  .object({
    current_page: z.number().int(),
    last_page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int(),
  })
  .meta({ id: 'PageMeta' })

/** The body of every error; 422 adds `errors`, 403 adds `code` (requirement F). */
export const errorBody = z
  .object({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    code: z.enum(['missing_ability', 'search_quota_exceeded', 'account_deletion_in_progress']).optional(),
  })
  .meta({ id: 'Error' })

export type DocumentRecord = z.infer<typeof documentRecord>
export type VersionRecord = z.infer<typeof versionRecord>
export type ChunkRecord = z.infer<typeof chunkRecord>
export type HitRecord = z.infer<typeof hitRecord>
export type FolderRecord = z.infer<typeof folderRecord>
export type TagRecord = z.infer<typeof tagRecord>
export type FileRecord = z.infer<typeof fileRecord>
export type PageMeta = z.infer<typeof pageMeta>
export type ErrorBody = z.infer<typeof errorBody>
