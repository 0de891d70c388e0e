import type { DocumentSeen } from '../../../shared/api/api-reading'
import { excerptOf } from '../../../shared/text/excerpt'
import type { DocumentId, Timestamp } from '../../../shared/terms'
import type { DocumentRow } from '../../store/document-table'
import { effectiveTitle } from '../core/record'
import type { IdMapping } from '../documents'
import { inOneForm, seenDigest } from '../engine/row'
import { seenFields, timesOf } from '../engine/seen'

export interface ListedRowParts {
  readonly idMapping: IdMapping
  /** A key that is equal for two documents with the same content. */
  readonly contentKey: (title: string, text: string) => string
}

/**
 * A row without a text: lists show it, and the text is read when the document is opened. Values that the service does
 * not show keep their last known state.
 */
export function listedRow(
  parts: ListedRowParts,
  id: DocumentId,
  now: Timestamp,
  data: DocumentSeen,
  before: DocumentRow | undefined,
): DocumentRow {
  const fields = seenFields(data, parts.idMapping)
  const { folderId = before?.folderId ?? null, tagIds = before?.tagIds ?? [] } = fields
  const { createdAt = before?.remoteCreatedAt, updatedAt = before?.remoteUpdatedAt } = timesOf(data)
  const { content: text } = data
  const digest = text === undefined ? before?.seenDigest : seenDigest(text, fields)
  const known = fields.title?.trim() === '' ? undefined : fields.title
  const title = text === undefined ? (known ?? before?.title ?? 'Untitled') : effectiveTitle({ text, fields })
  const contentKey = text === undefined ? before?.contentKey : parts.contentKey(title, text)
  return {
    id,
    remoteId: data.id,
    title,
    excerpt: text === undefined ? (before?.excerpt ?? '') : excerptOf(text),
    folderId,
    tagIds,
    status: fields.status ?? before?.status ?? 'draft',
    phase: 'clean',
    hidden: false,
    editedSincePublished: false,
    pending: false,
    hasText: false,
    ...(digest !== undefined && { seenDigest: digest }),
    ...(contentKey !== undefined && { contentKey }),
    ...(createdAt !== undefined && { remoteCreatedAt: createdAt }),
    ...(updatedAt !== undefined && { remoteUpdatedAt: updatedAt }),
    createdAt: inOneForm(createdAt) ?? before?.createdAt ?? now,
    updatedAt: inOneForm(updatedAt) ?? before?.updatedAt ?? now,
  }
}
