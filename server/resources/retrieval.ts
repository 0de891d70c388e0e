import { HEADER } from '../../shared/api/api'
import type { Limits } from '../http/limits'
import { invalid, notFound } from '../http/refusal'
import { metaOfAll, type Handlers, type RouteParts } from '../http/routes'
import type { SearchPort } from '../http/search-port'

/** Semantic search and chunks, through any implementation of the port (content API, section 4, "Semantic search"). */
export function retrievalHandlers(
  { store }: RouteParts,
  search: SearchPort,
  limits: Limits,
): Pick<Handlers, 'search.semantic' | 'chunks.get'> {
  return {
    async 'search.semantic'({ accountId, body, answerHeaders }) {
      if (body.query.trim() === '') throw invalid({ query: ['The query field must not be blank.'] })
      limits.countSearch(accountId, answerHeaders)
      const folder = folderOf(body.folder_id)
      if (folder.kind === 'named' && store.folders.find(accountId, folder.id) === undefined)
        return { kind: 'many', records: [], meta: metaOfAll(0) }
      const { hits, retrieval } = await search.search(accountId, {
        query: body.query,
        folderId: folder.kind === 'named' ? folder.id : null,
        status: body.status,
        limit: body.limit,
      })
      answerHeaders[HEADER.searchRetrieval] = retrieval
      return { kind: 'many', records: hits, meta: metaOfAll(hits.length) }
    },

    async 'chunks.get'({ accountId, id, innerId }) {
      const chunk = await search.chunk(accountId, id, innerId)
      if (chunk === undefined) throw notFound('chunk')
      return { kind: 'one', record: chunk }
    },
  }
}

/**
 * The folder of a search, as a string or a number; omitted, null or blank means the whole account (B4). `-1` names no
 * folder (B5).
 */
function folderOf(
  value: string | number | null | undefined,
): { kind: 'any' } | { kind: 'named'; id: number } {
  if (value === undefined || value === null) return { kind: 'any' }
  const text = String(value).trim()
  if (text === '') return { kind: 'any' }
  return { kind: 'named', id: /^[1-9]\d{0,15}$/.test(text) ? Number(text) : -1 }
}
