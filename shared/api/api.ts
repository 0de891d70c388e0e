import { isPathSegment, TITLE_LENGTH_MAX } from '../terms'
import { z } from 'zod'
import type { Ability } from '../terms'
import {
  NAME_LENGTH_MAX,
  TAGS_PER_DOCUMENT_MAX,
  chunkRecord,
  documentRecord,
  fileRecord,
  folderRecord,
  hitRecord,
  id,
  tagRecord,
  versionRecord,
} from './api-records'

/**
 * THE REST CONTRACT: the operations of the content API, section 4 (docs/requirements.md), as data. The service builds
 * its routes and its OpenAPI description from this table; the client builds its requests from it. Records are in
 * `api-records.ts`.
 */
export const HEADER = {
  authorization: 'Authorization',
  apiKey: 'X-API-Key',
  etag: 'ETag',
  ifMatch: 'If-Match',
  ifNoneMatch: 'If-None-Match',
  idempotencyKey: 'Idempotency-Key',
  retryAfter: 'Retry-After',
  rateLimit: 'X-RateLimit-Limit',
  rateRemaining: 'X-RateLimit-Remaining',
  searchQuota: 'X-Search-Quota-Limit',
  searchQuotaRemaining: 'X-Search-Quota-Remaining',
  /** Of a search: `hybrid`, or `keyword` while the service has no vectors. */
  searchRetrieval: 'X-Search-Retrieval',
} as const

const PER_PAGE_DEFAULT = 25
const PER_PAGE_MAX = 100
const SEARCH_LIMIT_DEFAULT = 10
const SEARCH_LIMIT_MAX = 50
export const SEARCH_QUERY_MAX = 2_000

const title = z.string().min(1).max(TITLE_LENGTH_MAX)
const name = z.string().min(1).max(NAME_LENGTH_MAX)
const status = z.enum(['draft', 'published'])
const tagIds = z.array(id).max(TAGS_PER_DOCUMENT_MAX)

/** Path and query arrive as text. */
const idInText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'must be a positive whole number')
  .transform(Number)
const countInText = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

const pageQuery = z.object({
  page: countInText(1, 1_000_000_000).default(1),
  per_page: countInText(1, PER_PAGE_MAX).default(PER_PAGE_DEFAULT),
})

const SORTS = ['updated_at', '-updated_at', 'created_at', '-created_at', 'title', '-title'] as const

/** `folder_id=null` (or empty) asks for documents in no folder. */
const documentsQuery = pageQuery.extend({
  status: status.optional(),
  folder_id: z
    .union([z.literal('null').transform(() => null), z.literal('').transform(() => null), idInText])
    .optional(),
  tag_id: idInText.optional(),
  updated_since: z.iso.datetime({ offset: true }).optional(),
  sort: z.enum(SORTS).default('-updated_at'),
})

/** Create: `title`, `content`, `status` are the API's; `folder_id`, `tag_ids` are ours (requirement F). */
const documentCreate = z.object({
  title,
  content: z.string(),
  status: status.default('draft'),
  folder_id: id.nullable().default(null),
  tag_ids: tagIds.default([]),
})

/** Update: at least `content`; a field that is left out is not changed. */
const documentUpdate = z.object({
  content: z.string(),
  title: title.optional(),
  status: status.optional(),
  folder_id: id.nullable().optional(),
  tag_ids: tagIds.optional(),
})

const folderCreate = z.object({
  name,
  parent_id: id.nullable().default(null),
  position: z.number().int().min(0).max(1_000_000_000).optional(),
})
const folderUpdate = z.object({
  name: name.optional(),
  parent_id: id.nullable().optional(),
  position: z.number().int().min(0).max(1_000_000_000).optional(),
})

const tagCreate = z.object({ name })
const tagUpdate = z.object({ name })

const fileUpdate = z.object({ name: name.optional(), alt: z.string().max(2_000).optional() })

/** `folder_id` is a string in the document; the service takes both (B4). Blank, null and absent mean the whole account. */
const searchRequest = z.object({
  query: z.string().min(1).max(SEARCH_QUERY_MAX),
  folder_id: z.union([z.string(), z.number()]).nullish(),
  status: z.string().optional(),
  limit: z.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
})

export type DocumentsQuery = z.infer<typeof documentsQuery>
export type PageQuery = z.infer<typeof pageQuery>

/** The kind of a successful answer. */
export type Answer =
  | { readonly kind: 'one'; readonly status: 200 | 201; readonly record: z.ZodType; readonly etag: boolean }
  | { readonly kind: 'many'; readonly status: 200 | 201; readonly record: z.ZodType }
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'bytes'; readonly status: 200 }

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `{base_url}/api/v1`. */
  readonly path: string
  /** A key with any one of these may call the operation. */
  readonly abilities: readonly Ability[]
  /**
   * Whether the operation needs `If-Match` while strict revisions are on (content API, section 4, "Conditional
   * writes").
   */
  readonly guarded: boolean
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: z.ZodType | 'multipart'
  readonly answer: Answer
}

const one = (record: z.ZodType, code: 200 | 201, etag: boolean) =>
  ({ kind: 'one', status: code, record, etag }) as const
const many = (record: z.ZodType, code: 200 | 201 = 200) => ({ kind: 'many', status: code, record }) as const
const empty = { kind: 'empty', status: 204 } as const
const bytes = { kind: 'bytes', status: 200 } as const

const operation = <const T extends Operation>(value: T): T => value

// prettier-ignore
export const OPERATIONS = {
  'documents.list': operation({ method: 'GET', path: '/documents', abilities: ['documents:read'], guarded: false, summary: 'List documents', query: documentsQuery, answer: many(documentRecord) }),
  'documents.create': operation({ method: 'POST', path: '/documents', abilities: ['documents:write'], guarded: false, summary: 'Create a document', body: documentCreate, answer: one(documentRecord, 201, true) }),
  'documents.get': operation({ method: 'GET', path: '/documents/{id}', abilities: ['documents:read'], guarded: false, summary: 'Get one document', answer: one(documentRecord, 200, true) }),
  'documents.update': operation({ method: 'PUT', path: '/documents/{id}', abilities: ['documents:write'], guarded: true, summary: 'Update a document', body: documentUpdate, answer: one(documentRecord, 200, true) }),
  'documents.delete': operation({ method: 'DELETE', path: '/documents/{id}', abilities: ['documents:write'], guarded: true, summary: 'Delete a document', answer: empty }),
  'versions.list': operation({ method: 'GET', path: '/documents/{id}/versions', abilities: ['documents:read'], guarded: false, summary: 'List version history', query: pageQuery, answer: many(versionRecord) }),
  'versions.get': operation({ method: 'GET', path: '/documents/{id}/versions/{versionId}', abilities: ['documents:read'], guarded: false, summary: 'Get one version', answer: one(versionRecord, 200, false) }),
  'chunks.get': operation({ method: 'GET', path: '/documents/{id}/chunks/{chunkId}', abilities: ['rag:read'], guarded: false, summary: 'Get one chunk', answer: one(chunkRecord, 200, false) }),

  'folders.list': operation({ method: 'GET', path: '/folders', abilities: ['folders:read'], guarded: false, summary: 'List folders', query: pageQuery, answer: many(folderRecord) }),
  'folders.create': operation({ method: 'POST', path: '/folders', abilities: ['folders:write'], guarded: false, summary: 'Create a folder', body: folderCreate, answer: one(folderRecord, 201, true) }),
  'folders.get': operation({ method: 'GET', path: '/folders/{id}', abilities: ['folders:read'], guarded: false, summary: 'Get one folder', answer: one(folderRecord, 200, true) }),
  'folders.update': operation({ method: 'PUT', path: '/folders/{id}', abilities: ['folders:write'], guarded: true, summary: 'Update a folder', body: folderUpdate, answer: one(folderRecord, 200, true) }),
  'folders.delete': operation({ method: 'DELETE', path: '/folders/{id}', abilities: ['folders:write'], guarded: true, summary: 'Delete a folder', answer: empty }),
  'folders.documents': operation({ method: 'GET', path: '/folders/{id}/documents', abilities: ['documents:read', 'folders:read'], guarded: false, summary: 'List the documents directly in the folder', query: documentsQuery.omit({ folder_id: true }), answer: many(documentRecord) }),

  'tags.list': operation({ method: 'GET', path: '/tags', abilities: ['tags:read'], guarded: false, summary: 'List tags', query: pageQuery, answer: many(tagRecord) }),
  'tags.create': operation({ method: 'POST', path: '/tags', abilities: ['tags:write'], guarded: false, summary: 'Create a tag', body: tagCreate, answer: one(tagRecord, 201, false) }),
  'tags.update': operation({ method: 'PUT', path: '/tags/{id}', abilities: ['tags:write'], guarded: false, summary: 'Update a tag', body: tagUpdate, answer: one(tagRecord, 200, false) }),
  'tags.delete': operation({ method: 'DELETE', path: '/tags/{id}', abilities: ['tags:write'], guarded: false, summary: 'Delete a tag', answer: empty }),
  'tags.documents': operation({ method: 'GET', path: '/tags/{id}/documents', abilities: ['tags:read'], guarded: false, summary: 'List documents carrying the tag', query: documentsQuery.omit({ tag_id: true }), answer: many(documentRecord) }),

  'files.list': operation({ method: 'GET', path: '/files', abilities: ['files:read'], guarded: false, summary: 'List uploaded files', query: pageQuery, answer: many(fileRecord) }),
  'files.upload': operation({ method: 'POST', path: '/files', abilities: ['files:write'], guarded: false, summary: 'Upload one or more files', body: 'multipart', answer: many(fileRecord, 201) }),
  'files.get': operation({ method: 'GET', path: '/files/{id}', abilities: ['files:read'], guarded: false, summary: 'Get file metadata', answer: one(fileRecord, 200, true) }),
  'files.update': operation({ method: 'PUT', path: '/files/{id}', abilities: ['files:write'], guarded: true, summary: 'Update file metadata', body: fileUpdate, answer: one(fileRecord, 200, true) }),
  'files.delete': operation({ method: 'DELETE', path: '/files/{id}', abilities: ['files:write'], guarded: true, summary: 'Delete a file', answer: empty }),
  'files.download': operation({ method: 'GET', path: '/files/{id}/download', abilities: ['files:read'], guarded: false, summary: 'Download the file content', answer: bytes }),
  'files.serve': operation({ method: 'GET', path: '/files/{id}/serve', abilities: ['files:read'], guarded: false, summary: 'Serve the file content inline', answer: bytes }),

  'search.semantic': operation({ method: 'POST', path: '/search/semantic', abilities: ['rag:read'], guarded: false, summary: 'Hybrid search, returns chunk-level hits', body: searchRequest, answer: many(hitRecord) }),
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

/** The path of an operation with its `{id}` parts filled in and escaped. */
export function pathOf(operationName: OperationName, params: Readonly<Record<string, string>> = {}): string {
  return OPERATIONS[operationName].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined || !isPathSegment(value)) throw new Error(`${operationName} needs ${key}`)
    return encodeURIComponent(value)
  })
}
