import type { Connection as ConnectionRecord } from '../shared/ipc-records'
import type { Clock } from './clock'
import type { Emit } from './documents/desk'

export interface WorkspaceEventsParts {
  readonly clock: Clock
  readonly emit: Emit
  readonly record: () => ConnectionRecord
  /** Words have moved. */
  readonly wakeIndexing: () => void
}

const GATHER_MS = 150

/** What windows are told of a connection and its library: once for all that happens within a moment. */
export function createWorkspaceEvents({ clock, emit, record, wakeIndexing }: WorkspaceEventsParts) {
  let library = { documents: false, folders: false, tags: false }
  let isConnectionNews = false
  let waiting: number | undefined
  let progress: { readonly done: number; readonly total: number } | undefined
  let cancel: (() => void) | undefined
  let told = ''

  function soon(): void {
    cancel ??= clock.after(GATHER_MS, tell)
  }

  function tell(): void {
    cancel = undefined
    const { documents, folders, tags } = library
    if (documents || folders || tags) {
      emit('library.changed', library)
      library = { documents: false, folders: false, tags: false }
    }
    if (waiting !== undefined) {
      emit('outbox.changed', { waiting })
      waiting = undefined
    }
    if (isConnectionNews) tellConnection()
  }

  function tellConnection(): void {
    isConnectionNews = false
    const now = record()
    const words = JSON.stringify(now)
    if (words === told) return
    told = words
    emit('connection.changed', now)
  }

  function connectionChanged(): void {
    isConnectionNews = true
    soon()
  }

  return {
    documentsChanged(): void {
      library.documents = true
      wakeIndexing()
      soon()
    },
    placesChanged(kind: 'folder' | 'tag'): void {
      library[kind === 'folder' ? 'folders' : 'tags'] = true
      soon()
    },
    outboxChanged(count: number): void {
      waiting = count
      connectionChanged()
    },
    progressed(now: { readonly done: number; readonly total: number } | undefined): void {
      progress = now
      connectionChanged()
    },
    connectionChanged,
    progress: () => progress,
    close(): void {
      cancel?.()
    },
  }
}
