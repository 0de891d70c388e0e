import type { DocumentId, FolderId, Timestamp } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { Recency } from '../../store/document-table'
import type { Store } from '../../store/store'
import type { Engine } from '../engine/engine'
import { canEvict } from './can-evict'

interface TextCacheParts {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  /** How many bytes of text (UTF-8) of one library are kept on this device, as the writer has set it. */
  readonly bytesMax: () => number
  /** Folders whose texts stay on this device however much room they take. */
  readonly keptOffline: () => readonly FolderId[]
  /** Whether the document is in a tab of a window, on screen or not. */
  readonly isInTab: (id: DocumentId) => boolean
  /** Whether the service stores texts that differ from those it was sent (W4). */
  readonly changesTexts: () => boolean
  /** A key that is equal for two documents with the same content. */
  readonly contentKey: (title: string, text: string) => string
  readonly listChanged: () => void
}

/** A text that could be kept on this device. */
interface Candidate {
  readonly folderId: FolderId | null
  readonly updatedAt: Timestamp
  /** Absent where the size is unknown before the text is read. */
  readonly bytes?: number
}

/** The texts on this device: all texts up to a limit, and beyond it the texts that were changed or opened last. */
export interface TextCache {
  wants(text: Candidate): boolean
  /** Counts a text that was fetched from the service. */
  fetched(bytes: number): void
  /** Evicts texts beyond the limit, a portion now and the rest soon; a text that may not be evicted stays. */
  trim(): void
  /** Calls `trim` after the work at hand. */
  trimSoon(): void
  /** Called when the writer has changed the limit. */
  roomMoved(): void
  /** Stops eviction until the returned function is called. */
  pause(): () => void
  stop(): void
}

const PORTION = 100
/**
 * A text of unknown length counts as one part in this many of the room, so that no text is fetched that would not fit.
 */
const UNKNOWN_SHARE = 100
const BETWEEN_MS = 20
const EVERY_MS = 60_000
/** After nothing more could be evicted, the next attempt waits this long. */
const REST_MS = 5 * 60_000

export function createTextCache(parts: TextCacheParts): TextCache {
  const { store, clock, bytesMax } = parts
  /** An upper bound of the size of all texts here: the last measurement, plus texts that came since. */
  let atMost: number | undefined
  /** When the least recently used text here was last used; known only while there is no room. */
  let leastRecent: Timestamp | undefined
  let restUntil = -Infinity
  let pauses = 0
  let cancelSoon: (() => void) | undefined
  let cancelEvery = clock.after(EVERY_MS, function again() {
    trim()
    cancelEvery = clock.after(EVERY_MS, again)
  })

  const measured = () => (atMost ??= store.table.heldBytes())

  function trim(): void {
    cancelSoon?.()
    cancelSoon = undefined
    if (pauses > 0) return
    const held = (atMost = store.table.heldBytes())
    leastRecent = undefined
    // A time later than this can only come from a clock that was set back.
    const isResting = clock.now() < restUntil && restUntil - clock.now() <= REST_MS
    const most = bytesMax()
    if (held <= most || isResting) return
    const { bytes, count, isStuck } = evictPortion(parts, held, most)
    if (isStuck) restUntil = clock.now() + REST_MS
    else if (bytes > most) later(BETWEEN_MS)
    atMost = bytes
    if (count > 0) parts.listChanged()
  }

  function later(delayMs: number): void {
    cancelSoon ??= clock.after(delayMs, () => {
      cancelSoon = undefined
      trim()
    })
  }

  return {
    wants({ folderId, updatedAt, bytes: known }) {
      const most = bytesMax()
      const bytes = known ?? Math.ceil(most / UNKNOWN_SHARE)
      if (folderId !== null && parts.keptOffline().includes(folderId)) return true
      if (measured() + bytes <= most) return true
      if (bytes > most) return false
      leastRecent ??= store.table.leastRecent(parts.keptOffline(), 1, undefined)[0]?.recency.at ?? ''
      return leastRecent !== '' && updatedAt > leastRecent
    },
    fetched(bytes) {
      atMost = measured() + bytes
    },
    trim() {
      if (measured() > bytesMax()) trim()
    },
    trimSoon() {
      if (measured() > bytesMax()) later(0)
    },
    roomMoved() {
      restUntil = -Infinity
      leastRecent = undefined
      if (measured() > bytesMax()) later(0)
    },
    pause() {
      pauses++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        pauses--
        later(0)
      }
    },
    stop() {
      cancelSoon?.()
      cancelEvery()
    },
  }
}

/**
 * Evicts a portion of the least recently used texts, until `most` bytes are left. `isStuck`: no other text can be
 * evicted now.
 */
function evictPortion(parts: TextCacheParts, held: number, most: number) {
  let after: Recency | undefined
  let [bytes, count] = [held, 0]
  while (bytes > most && count < PORTION) {
    const rows = parts.store.table.leastRecent(parts.keptOffline(), PORTION, after)
    if (rows.length === 0) return { bytes, count, isStuck: true }
    for (const row of rows) {
      after = row.recency
      if (bytes <= most || count === PORTION) break
      if (!evict(parts, row.id)) continue
      bytes -= row.textBytes ?? 0
      count++
    }
  }
  return { bytes, count, isStuck: false }
}

/** Evicts one text in one transaction (W1), where the service has every word of it. */
function evict(parts: TextCacheParts, id: DocumentId): boolean {
  const { store, engine, isInTab, changesTexts, contentKey } = parts
  if (engine.inUse(id) || isInTab(id)) return false
  const text = engine.withCopy(id, ({ copy, unwritten }) =>
    canEvict(copy, changesTexts()) && unwritten === undefined ? copy.mine.text : undefined,
  )
  const row = store.table.get(id)
  if (text === undefined || !row || engine.inUse(id)) return false
  // The row loses its ETag, which guards nothing without its text (W18); the next read brings a new one.
  const { etag: _etag, ...rest } = row
  const now = { ...rest, hasText: false, textBytes: 0, contentKey: contentKey(row.title, text) }
  store.transaction(() => {
    store.journal.remove(id)
    store.table.put(now, true, row)
  })
  return true
}
