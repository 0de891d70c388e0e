import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { RemoteId } from '../../../shared/terms'
import { eachPage, type DocumentPullParts, type Stopped } from './pull-pages'

interface Members {
  readonly kind: 'members'
  /** Adds the folder and the tags that the row itself does not name. */
  readonly enrich: (row: DocumentSeen) => DocumentSeen
  /** The moment before the first request: every answer is at least this recent. */
  readonly asked?: number
}

/**
 * Reads folders and tags of documents from each folder and each tag, where documents do not name them (requirement F).
 */
export async function membership(parts: DocumentPullParts): Promise<Members | Stopped> {
  const { folderField, tagField } = parts.connection.capabilities()
  if (folderField !== 'no' && tagField !== 'no') return { kind: 'members', enrich: (row) => row }
  const asked = parts.pulled.asking()
  const folders =
    folderField === 'no' ? await holdings(parts, 'folders.list', 'folders.documents') : undefined
  if (folders && 'kind' in folders) return folders
  const tags = tagField === 'no' ? await holdings(parts, 'tags.list', 'tags.documents') : undefined
  if (tags && 'kind' in tags) return tags
  return {
    kind: 'members',
    asked,
    enrich: (row) => ({
      ...row,
      ...(folders && row.folder_id === undefined && { folder_id: folders.get(row.id)?.[0] ?? null }),
      ...(tags &&
        row.tags === undefined && { tags: (tags.get(row.id) ?? []).map((id) => ({ id, name: undefined })) }),
    }),
  }
}

/** The folders, or tags, of each document; `undefined` where this key may not read them. */
async function holdings(
  parts: DocumentPullParts,
  list: 'folders.list' | 'tags.list',
  documents: 'folders.documents' | 'tags.documents',
): Promise<Map<RemoteId, RemoteId[]> | Stopped | undefined> {
  const holders: RemoteId[] = []
  const found = new Map<RemoteId, RemoteId[]>()
  const walked = await eachPage(parts, list, {}, async (rows) => {
    holders.push(...rows.map(({ id }) => id))
    return 'on'
  })
  if (walked.kind !== 'end') return isForbidden(walked) ? undefined : walked
  for (const holder of holders) {
    const take = async (rows: readonly DocumentSeen[]) => {
      for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), holder])
      return 'on' as const
    }
    const inner = await eachPage(parts, documents, {}, take, { params: { id: holder } })
    if (inner.kind === 'failed' && inner.problem.code === 'not-found') continue
    if (inner.kind !== 'end') return isForbidden(inner) ? undefined : inner
  }
  return found
}

const isForbidden = (stopped: Stopped) =>
  stopped.kind === 'failed' && stopped.problem.code === 'missing-ability'
