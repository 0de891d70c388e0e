import type { DocumentSeen } from '../../../shared/api/api-reading'
import { problem } from '../../../shared/problem'
import type { ETag, Field, Fields, RemoteId, Timestamp } from '../../../shared/terms'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { remoteIdValue } from '../../sync/service/remote-id'
import type { IdMapping } from '../documents'
import { wellFormed } from '../../../shared/text/well-formed'
import type { Seen } from '../core/working-copy'

export const BAD_ANSWER = problem('bad-answer', 'The service answered without the text of the document.')

/** The service's own times. They are compared and listed, and never decide an order. */
export interface SeenTimes {
  readonly createdAt?: Timestamp
  readonly updatedAt?: Timestamp
}

export function timesOf({ created_at, updated_at }: DocumentSeen): SeenTimes {
  return {
    ...(created_at !== undefined && { createdAt: created_at }),
    ...(updated_at !== undefined && { updatedAt: updated_at }),
  }
}

/** The record as the service showed it, in the ids of this device; `undefined` where its text was not shown. */
export function seenRecord(
  data: DocumentSeen,
  etag: ETag | undefined,
  idMapping: IdMapping,
): Seen | undefined {
  if (data.content === undefined) return undefined
  return {
    remoteId: data.id,
    text: wellFormed(data.content),
    fields: seenFields(data, idMapping),
    ...(etag !== undefined && { etag }),
  }
}

/** The fields that the service shows; the others stay unknown. */
export function seenFields(data: DocumentSeen, idMapping: IdMapping): Fields {
  const { title, status, folder_id: folder, tags } = data
  return {
    ...(title !== undefined && { title: wellFormed(title) }),
    ...(status !== undefined && { status }),
    ...(folder !== undefined && { folderId: folder === null ? null : idMapping.folderHere(folder) }),
    ...(tags !== undefined && { tagIds: tags.map(({ id }) => idMapping.tagHere(id)) }),
  }
}

/** Fields that name a folder or a tag which the service does not have yet (W2). */
export function unresolvedFields({ folderId, tagIds }: Fields, idMapping: IdMapping): readonly Field[] {
  const waits = (id: string, there: RemoteId | undefined) => there === undefined && !idMapping.isGone(id)
  return [
    ...(folderId != null && waits(folderId, idMapping.folderThere(folderId)) ? (['folderId'] as const) : []),
    ...(tagIds?.some((tag) => waits(tag, idMapping.tagThere(tag))) === true ? (['tagIds'] as const) : []),
  ]
}

/**
 * Fields that name a folder or a tag for which `isMissing` holds, without those names; `undefined` where there are
 * none.
 */
export function fieldsWithout(
  { folderId, tagIds }: Fields,
  isMissing: (id: string) => boolean,
): Fields | undefined {
  const isFolderGone = folderId != null && isMissing(folderId)
  const left = tagIds?.filter((tag) => !isMissing(tag))
  const areTagsFewer = left !== undefined && left.length < tagIds!.length
  if (!isFolderGone && !areTagsFewer) return undefined
  return { ...(isFolderGone && { folderId: null }), ...(areTagsFewer && { tagIds: left }) }
}

/** Text and fields as the body of a PUT or a POST. A POST leaves out empty fields. */
export function bodyOf(
  record: { readonly text: string; readonly fields: Fields },
  kind: 'create' | 'update',
  idMapping: IdMapping,
  capabilities: ServiceCapabilities,
): Readonly<Record<string, unknown>> {
  const { title, status, folderId, tagIds } = record.fields
  const folder = folderId == null ? null : (idMapping.folderThere(folderId) ?? null)
  const tags = tagIds?.map((tag) => idMapping.tagThere(tag)).filter((tag) => tag !== undefined)
  const isUpdate = kind === 'update'
  return {
    ...(title !== undefined && { title }),
    content: record.text,
    ...(status !== undefined && { status }),
    ...(folderId !== undefined &&
      (isUpdate || folder !== null) && {
        folder_id: folder === null ? null : remoteIdValue(folder, capabilities),
      }),
    ...(tags !== undefined &&
      (isUpdate || tags.length > 0) && { tag_ids: tags.map((tag) => remoteIdValue(tag, capabilities)) }),
  }
}

const FIELD_NAMES: Readonly<Record<string, Field>> = {
  title: 'title',
  status: 'status',
  folder_id: 'folderId',
  folder: 'folderId',
  tag_ids: 'tagIds',
  tags: 'tagIds',
}

/** The fields that a 422 blames; `tag_ids.0` is `tagIds`. */
export function blamedFields(errors: Readonly<Record<string, unknown>> = {}): readonly Field[] {
  const fields = Object.keys(errors).map((name) => FIELD_NAMES[name.split('.')[0] ?? ''])
  return [...new Set(fields.filter((field) => field !== undefined))]
}
