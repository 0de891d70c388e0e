import type { RemoteId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { ApiClient } from '../../sync/http/api-client'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { walkPages } from '../../sync/pull/pages'
import type { IdMapping } from '../documents'
import type { WriteOutcome } from '../core/events'
import type { Rec } from '../core/record'
import type { Sent } from '../core/working-copy'

interface ReadBackParts {
  readonly api: ApiClient
  readonly clock: Clock
  readonly idMapping: IdMapping
  readonly capabilities: () => ServiceCapabilities
}

type Stored = Extract<WriteOutcome, { readonly kind: 'stored' }>

/**
 * Finds out what became of a folder and of tags that an answer does not show (requirement F). A service that ignores
 * them answers 2xx all the same, so after the first write of each the list of that folder or tag is read. If the
 * document is not in that list, the field counts as unchanged; a list that cannot be read proves nothing.
 */
export async function readBack(
  parts: ReadBackParts,
  sent: Sent,
  outcome: Stored,
  before: Rec,
): Promise<{ readonly outcome: Stored; readonly capabilities: ServiceCapabilities }> {
  const { idMapping } = parts
  const { folderId, tagIds } = sent.fields
  const { putFolder, putTags } = parts.capabilities()
  const shown = outcome.fields
  let fields = shown
  let capabilities: ServiceCapabilities = {}

  const folder = folderId == null ? undefined : idMapping.folderThere(folderId)
  if (folder !== undefined && shown.folderId === undefined && putFolder === undefined) {
    const isThere = await holds(parts, 'folders.documents', folder, outcome.remoteId)
    if (isThere === true) capabilities = { ...capabilities, putFolder: 'yes' }
    if (isThere === false) fields = { ...fields, folderId: before.fields.folderId ?? null }
  }

  const added = tagIds?.find((tag) => before.fields.tagIds?.includes(tag) !== true)
  const tag = added === undefined ? undefined : idMapping.tagThere(added)
  if (tag !== undefined && shown.tagIds === undefined && putTags === undefined) {
    const isThere = await holds(parts, 'tags.documents', tag, outcome.remoteId)
    if (isThere === true) capabilities = { ...capabilities, putTags: 'yes' }
    if (isThere === false) fields = { ...fields, tagIds: before.fields.tagIds ?? [] }
  }
  return { outcome: fields === shown ? outcome : { ...outcome, fields }, capabilities }
}

/** Whether the list shows the document; `undefined` where it could not be read to its end. */
async function holds(
  { api, clock }: ReadBackParts,
  name: 'folders.documents' | 'tags.documents',
  id: RemoteId,
  document: RemoteId,
): Promise<boolean | undefined> {
  for await (const step of walkPages({ client: api, clock }, name, { params: { id } })) {
    if (step.kind === 'failed') return undefined
    if (step.kind === 'end') return step.complete ? false : undefined
    if (step.rows.some((row) => row.id === document)) return true
  }
  return undefined
}
