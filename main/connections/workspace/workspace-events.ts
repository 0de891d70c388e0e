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
/**
 * Changes without a pause are announced less often: windows then request everything that they show, which takes time in
 * main.
 */
const GATHER_LONG_MS = 1_000
/** While the writer types, requests of windows delay her keys, and she looks at her words. */
const GATHER_TYPING_MS = 4_000
/**
 * From this many announcements in a row the longer time applies; a writer's own changes, one after another, stay below
 * it.
 */
const LONG_FROM = 5

const UNCHANGED = { documents: false, gone: false, folders: false, tags: false }

export type WorkspaceEvents = ReturnType<typeof createWorkspaceEvents>

/** Tells windows about a connection and its library: once for all changes of a moment. */
export function createWorkspaceEvents(parts: WorkspaceEventsParts) {
  const { clock, emit, record, onDocuments } = parts
  let library = UNCHANGED
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
    gathering.announced()
    const { documents, folders, tags } = library
    if (documents) onDocuments()
    if (documents || folders || tags) {
      emit('library.changed', library)
      library = UNCHANGED
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
    /** How often the library has changed so far. */
    changes: () => changes,
    /** `isGone`: a document has gone from the lists. */
    documentsChanged(isGone = false): void {
      changes++
      library = { ...library, documents: true, gone: library.gone || isGone }
      soon()
    },
    itemsChanged({ folders, tags }: { readonly folders: boolean; readonly tags: boolean }): void {
      changes++
      // Their names are shown with documents.
      const all = { folders: library.folders || folders, tags: library.tags || tags }
      library = { ...library, ...all, documents: true }
      soon()
    },
    countsStale(): void {
      library = { ...library, folders: true }
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
    /** Windows are told at once, so that none misses that the service was away for a moment, and asks again. */
    reachChanged: ofConnection.tell,
    /** The list of libraries has changed: windows are told even if this connection has not changed. */
    connectionsChanged(): void {
      ofConnection.forget()
      connectionChanged()
    },
    /**
     * Notes the record that a window got in an answer. If it differs from the one announced last, the next one is
     * announced even if it does not: the window would go on showing what was true for a moment.
     */
    answered: ofConnection.answered,
    progress: () => progress,
    close(): void {
      cancel?.()
    },
  }
}

/** Announces the record of the connection where it differs from the one announced last. */
function createConnectionNews(emit: Emit, record: () => ConnectionRecord) {
  let lastWords = ''
  return {
    tell(): void {
      const now = record()
      const words = JSON.stringify(now)
      if (words !== lastWords) emit('connection.changed', now)
      lastWords = words
    },
    /** Forgets the record announced last. */
    forget: () => void (lastWords = ''),
    answered(now: ConnectionRecord): void {
      if (JSON.stringify(now) !== lastWords) lastWords = ''
    },
  }
}

/** How long changes are gathered before windows are told. */
function createGathering(clock: Clock, isWriterTyping: () => boolean) {
  let announcedAt = -Infinity
  /** How many announcements were made without a pause between two changes. */
  let inARow = 0
  return {
    delayMs(): number {
      inARow = clock.now() - announcedAt < GATHER_MS ? inARow + 1 : 0
      if (inARow < LONG_FROM) return GATHER_MS
      return isWriterTyping() ? GATHER_TYPING_MS : GATHER_LONG_MS
    },
    announced: () => void (announcedAt = clock.now()),
  }
}
