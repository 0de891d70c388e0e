import { effectiveTitle } from '../documents/core/record'
import type { Documents } from '../documents/documents'
import type { Emit } from '../documents/engine/window-events'
import type { DocumentId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import type { Database } from '../store/database'
import type { Store } from '../store/store'
import { createVersionNotes } from '../store/versions/version-notes'
import { createVersionStore } from '../store/versions/versions'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { createAnalysis, type Analysis } from './analysis'
import { createFetchAll, type FetchAll } from './fetch-all'
import type { BackedUpVersions } from './backed-up'
import { createHistory, type History, type PresentText } from './history'

interface OpenHistoryParts {
  readonly database: Database
  readonly store: Store
  readonly clock: Clock
  readonly client: ApiClient
  readonly connection: Connection
  readonly documents: Pick<Documents, 'read'>
  readonly emit: Emit
  readonly backups?: BackedUpVersions
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
}

/** The commands about versions of one connection's documents. */
export interface DocumentHistory extends History, Analysis, FetchAll {}

export function openHistory(parts: OpenHistoryParts): DocumentHistory {
  const { store } = parts
  const { snapshots } = store
  const versions = createVersionStore(parts.database)
  const notes = createVersionNotes(parts.database)
  const remoteIdOf = (id: DocumentId) => store.table.get(id)?.remoteId

  function now(id: DocumentId): PresentText | undefined {
    const found = parts.documents.read(id)
    if (!found) return undefined
    const { text, fields, published } = found
    return { title: effectiveTitle({ text, fields }), text, ...(published && { published }) }
  }

  const shared = { ...parts, versions, notes, snapshots, remoteIdOf, now }
  return {
    ...createHistory(shared),
    ...createAnalysis(shared),
    ...createFetchAll({
      ...shared,
      lengthOf: (id) => now(id)?.text.length ?? 0,
      onProgress: (progress) => parts.emit('history.fetched', progress),
    }),
  }
}
