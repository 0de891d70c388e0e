import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import type { Clock } from '../system/clock'
import type { Emit } from '../documents/engine/window-events'

export interface WorkspaceEventsParts {
  readonly clock: Clock
  readonly emit: Emit
  readonly record: () => ConnectionRecord
  readonly onDocuments: () => void
}

const GATHER_MS = 150

export type WorkspaceEvents = ReturnType<typeof createWorkspaceEvents>

/** What windows are told of a connection and its library: once for all that happens within a moment. */
export function createWorkspaceEvents({ clock, emit, record, onDocuments }: WorkspaceEventsParts) {
  let library = { documents: false, folders: false, tags: false }
  let isConnectionChanged = false
  let isFileChanged = false
  let waiting: number | undefined
  let progress: { readonly done: number; readonly total: number } | undefined
  let changes = 0
  let cancel: (() => void) | undefined
  let told = ''

  function soon(): void {
    cancel ??= clock.after(GATHER_MS, tell)
  }

  function tell(): void {
    cancel = undefined
    const { documents, folders, tags } = library
    if (documents) onDocuments()
    if (documents || folders || tags) {
      emit('library.changed', library)
      library = { documents: false, folders: false, tags: false }
    }
    if (isFileChanged) emit('files.changed', {})
    isFileChanged = false
    if (waiting !== undefined) {
      emit('outbox.changed', { waiting })
      waiting = undefined
    }
    if (isConnectionChanged) tellConnection()
  }

  function tellConnection(): void {
    isConnectionChanged = false
    const now = record()
    const words = JSON.stringify(now)
    if (words === told) return
    told = words
    emit('connection.changed', now)
  }

  function connectionChanged(): void {
    isConnectionChanged = true
    soon()
  }

  return {
    /** How often something in the library has changed so far. */
    changes: () => changes,
    documentsChanged(): void {
      changes++
      library.documents = true
      soon()
    },
    itemsChanged(what: { readonly folders: boolean; readonly tags: boolean }): void {
      changes++
      library.folders ||= what.folders
      library.tags ||= what.tags
      // Their names are shown with documents.
      library.documents = true
      soon()
    },
    countsStale(): void {
      library.folders = true
      soon()
    },
    filesChanged(): void {
      isFileChanged = true
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
