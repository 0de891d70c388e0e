import type { Connection as ConnectionRecord } from '../../../shared/ipc/ipc-sync'
import type { Clock } from '../../system/clock'
import type { Emit } from '../../documents/engine/window-events'

interface WorkspaceEventsParts {
  readonly clock: Clock
  readonly emit: Emit
  readonly record: () => ConnectionRecord
  readonly onDocuments: () => void
  /** Whether words were typed a moment ago. */
  readonly isWriterTyping: () => boolean
}

const GATHER_MS = 150
/** What changes without a pause is told less often: windows ask anew for all that they show, which takes time here. */
const GATHER_LONG_MS = 1_000
/** While the writer types, what windows ask keeps her keys waiting, and she looks at her words. */
const GATHER_TYPING_MS = 4_000
/** From then on: a writer's own changes, one after another, are shown at once. */
const LONG_FROM = 5

export type WorkspaceEvents = ReturnType<typeof createWorkspaceEvents>

/** What windows are told of a connection and its library: once for all that happens within a moment. */
export function createWorkspaceEvents(parts: WorkspaceEventsParts) {
  const { clock, emit, record, onDocuments } = parts
  let library = { documents: false, folders: false, tags: false }
  let isConnectionChanged = false
  let isFileChanged = false
  let waiting: number | undefined
  let progress: { readonly done: number; readonly total: number } | undefined
  let changes = 0
  let cancel: (() => void) | undefined
  const ofConnection = createConnectionNews(emit, record)
  const gathering = createGathering(clock, parts.isWriterTyping)

  function soon(): void {
    cancel ??= clock.after(gathering.delayMs(), tell)
  }

  function tell(): void {
    cancel = undefined
    gathering.told()
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
    if (isConnectionChanged) ofConnection.tell()
    isConnectionChanged = false
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
    /** The list of libraries has changed: told, also where nothing is new about this one. */
    connectionsChanged(): void {
      ofConnection.forget()
      connectionChanged()
    },
    progress: () => progress,
    close(): void {
      cancel?.()
    },
  }
}

/** The record of the connection, told where it is another one than was told last. */
function createConnectionNews(emit: Emit, record: () => ConnectionRecord) {
  let told = ''
  return {
    tell(): void {
      const now = record()
      const words = JSON.stringify(now)
      if (words !== told) emit('connection.changed', now)
      told = words
    },
    /** What was told last counts no more. */
    forget: () => void (told = ''),
  }
}

/** How long changes are gathered before windows are told. */
function createGathering(clock: Clock, isWriterTyping: () => boolean) {
  let toldAt = -Infinity
  /** How often windows were told so far without a pause between two changes. */
  let inARow = 0
  return {
    delayMs(): number {
      inARow = clock.now() - toldAt < GATHER_MS ? inARow + 1 : 0
      if (inARow < LONG_FROM) return GATHER_MS
      return isWriterTyping() ? GATHER_TYPING_MS : GATHER_LONG_MS
    },
    told: () => void (toldAt = clock.now()),
  }
}
