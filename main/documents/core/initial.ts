import type { DocumentId, Fields, RemoteId } from '../../../shared/terms'
import { settle } from './pending'
import type { Seen, WorkingCopy } from './working-copy'

const EMPTY = {
  unconfirmedSends: [],
  lateSends: [],
  parked: [],
  generation: 0,
  counter: 0,
  phase: 'clean',
} as const

/** A document that is created on this device. */
export function newDocument(
  id: DocumentId,
  record: { readonly text?: string; readonly fields?: Fields } = {},
): WorkingCopy {
  const fields = { title: '', folderId: null, tagIds: [], status: 'draft', ...record.fields }
  return settle({ ...EMPTY, id, mine: { text: record.text ?? '', fields, deleted: false } })
}

/**
 * A document that was first seen on the service. From a list it has no ETag yet (W18). A first pull may bring ten
 * thousand, and an object that is written out is made in a hundredth of the time that adding keys to a spread one
 * takes.
 */
export function pulledDocument(id: DocumentId, remoteId: RemoteId, seen: Seen): WorkingCopy {
  const { text, fields, etag } = seen
  return {
    unconfirmedSends: [],
    lateSends: [],
    parked: [],
    generation: 0,
    counter: 0,
    phase: 'clean',
    id,
    remoteId,
    base: { text, fields, ...(etag !== undefined && { etag }) },
    mine: { text, fields, deleted: false },
  }
}
