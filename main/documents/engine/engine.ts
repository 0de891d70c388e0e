import { SHOW_RECOVERED, type DocumentStatusReport, type Notice } from '../../../shared/ipc/ipc-records'
import { appError, type Problem } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import type { TextChange } from '../../../shared/text/text-change'
import type { Clock } from '../../system/clock'
import type { DocumentRow } from '../../store/document-table'
import type { Store } from '../../store/store'
import { isEarlier } from '../../sync/pull/went-back'
import { createPersistence } from './persistence'
import { forgetCopyOfDeleted, transactionalEffects } from './transactional-effects'
import { isAsking, newLive, type Live } from './live'
import { isWaiting, timesTaken } from './row'
import type { SeenTimes } from './seen'
import { createWindowEvents, type Emit } from './window-events'
import { transition } from '../core/transition'
import type { Context, Effect, Event } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

export interface EngineParts {
  readonly store: Store
  readonly clock: Clock
  readonly newId: () => string
  /** An Idempotency-Key for a create. A copy of this library makes the same key for the same step. */
  readonly newKey: (copy: WorkingCopy) => string
  /** Whether this library was copied and some of its drafts have not been checked since. */
  readonly isCopied: () => boolean
  readonly emit: Emit
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  /** Called when a row of the list has changed. */
  readonly listChanged: (isGone?: boolean) => void
  /** The part of a transition's context that comes from the connection and the settings. */
  readonly world: (copy: WorkingCopy) => Omit<Context, 'nowMs' | 'canSend' | 'problem' | 'newKey'>
  /** Why nothing can be sent now. With `isTrying` being offline is not a reason. */
  readonly hindrance: (isTrying: boolean) => Problem | undefined
  /** Called when text that was only in memory is durable: a send that waited for that can start. */
  readonly written: (live: Live) => void
  readonly statusOf: (live: Live) => DocumentStatusReport
  /** Runs an effect outside of the store; the next state is in the journal by then (W1). */
  readonly perform: (live: Live, effect: Effect, before: WorkingCopy) => void
}

export interface Dispatched {
  /** The changes that a `typed` event stands for, for the journal. Without them the new text is written whole. */
  readonly typed?: readonly (readonly TextChange[])[]
  /** The changes in the journal lead to the text of this `typed` event. */
  readonly isAppended?: boolean
  readonly times?: SeenTimes
  /** Called to tell the windows something before the consequences of the event. */
  readonly tellFirst?: () => void
  /** Runs in the same transaction. */
  readonly together?: () => void
}

/**
 * The working copies in use. Every event goes through `dispatch`: next state, journal, and only then the effects (W1).
 */
export interface Engine {
  /** The working copy, in use or from the journal; `undefined` where the text is not on this device. */
  load(id: DocumentId): Live | undefined
  inUse(id: DocumentId): Live | undefined
  allInUse(): readonly Live[]
  /** Adds a copy that is new here. It is durable when this returns; throws where it cannot be written. */
  add(copy: WorkingCopy, times?: SeenTimes): Live
  /**
   * Adds a document that the writer creates. Where no disk takes it, it is in memory alone and is written when there is
   * room (W1).
   */
  create(copy: WorkingCopy): Live
  /** Adds a copy that nothing needs in memory yet, within a transaction around this call. */
  insert(copy: WorkingCopy): void
  dispatch(live: Live, event: Event, more?: Dispatched): void
  /**
   * Works on each of these documents and writes all changes in one transaction; the effects of their events run after
   * that (W1). A document whose text is not on this device is skipped.
   */
  together(ids: readonly DocumentId[], work: (live: Live) => void): void
  /** Applies typed changes that are only in the journal to the working copy. */
  applyTyped(live: Live): void
  /** Appends typed changes to the journal at once; `applyTyped` brings them into the working copy soon after. */
  append(live: Live, changes: readonly (readonly TextChange[])[]): void
  tellStatus(live: Live): void
  /** Counts an exchange with the service as begun; the function returned ends it. */
  exchange(live: Live): () => void
  /** Resolves when no write and no question of the copy is open. A poll does not delay it. */
  quiet(live: Live): Promise<void>
  /** Releases the working copy where nothing needs it in memory. */
  settleDown(live: Live): void
  /**
   * Loads the document, works on it, and releases it again, even where the work throws. `undefined`: its text is not on
   * this device.
   */
  withCopy<T>(id: DocumentId, work: (live: Live) => T): T | undefined
  /**
   * Reads the document when there is time, because it may have changed on the service. `whole` reads it even if its
   * ETag is unchanged.
   */
  askForUpdate(live: Live, how?: 'whole'): void
  /** From now on no ETag stored here guards a write; each document is read before its next write (C7). */
  doubtRevisions(): void
  asking(): number
  /** True where something newer than `asked` has happened to the document (W10). */
  hasMovedSince(id: DocumentId, asked: number): boolean
  /** Writes everything that is still only in memory; after this call no change is accepted. */
  shut(): void
  /** Whether the engine was shut: from then on no answer may say that a change was accepted. */
  hasShut(): boolean
}

const APPLY_DELAY_MS = 400
/** The journal is compacted this long after a save, when the writer has most likely paused. */
const COMPACT_MS = 1_000

export function createEngine(parts: EngineParts): Engine {
  const { store, clock } = parts
  const lives = new Map<DocumentId, Live>()
  const started = new Set<DocumentId>()
  const movedAt = new Map<DocumentId, number>()
  let moment = 0
  let isShut = false
  /** The consequences of the events within `together`. */
  let following: (() => void)[] | undefined
  const persistence = createPersistence({ ...parts, again: writeAgain })
  const windowEvents = createWindowEvents(parts)

  function load(id: DocumentId): Live | undefined {
    const known = lives.get(id)
    if (known) return known
    const row = store.table.get(id)
    const entry = row && store.journal.read(id)
    if (!entry) return undefined
    if (entry.kind === 'quarantined') return quarantined(row)
    const live = newLive(entry.copy, row)
    lives.set(id, live)
    const isFirst = !started.has(id)
    started.add(id)
    windowEvents.loaded(live)
    // After a restore all rows lose their ETags at once; each journal entry follows when it is next needed (C7).
    if (row.etag === undefined && live.copy.base?.etag !== undefined)
      dispatch(live, { kind: 'revisions-doubted' })
    // The words go into the head, or each later load would take in the same words again and count as a change of the
    // row.
    if (entry.typed !== undefined) dispatch(live, { kind: 'typed', text: entry.typed })
    if (isFirst && isWaiting(live.copy))
      dispatch(live, {
        kind: 'loaded',
        ...(parts.isCopied() && { copiedSinceMs: Math.min(Date.parse(row.createdAt), clock.now()) }),
      })
    return live
  }

  /**
   * Removes an entry that cannot be read. Words that the service has are read again; words that were only here are
   * among the recovered texts.
   */
  function quarantined(row: DocumentRow): undefined {
    const { etag: _etag, seenDigest: _digest, contentKey: _key, ...rest } = row
    if (row.remoteId === undefined) store.table.remove(row.id)
    else store.table.put({ ...rest, hasText: false, pending: false, phase: 'clean' }, true, row)
    parts.raise({
      tone: 'attention',
      text: `An entry of “${row.title}” could not be read on this device. Its words are kept under Recovered texts.`,
      action: SHOW_RECOVERED,
    })
    parts.listChanged()
    return undefined
  }

  function add(copy: WorkingCopy, times: SeenTimes = {}): Live {
    return begin(newLive(copy, persistence.insert(copy, times, store.table.get(copy.id))))
  }

  function create(copy: WorkingCopy): Live {
    const live = newLive(copy, undefined)
    persistence.keepWhole(live)
    return begin(live)
  }

  function begin(live: Live): Live {
    lives.set(live.id, live)
    started.add(live.id)
    // Every request that was made before this moment is outdated (W10).
    movedAt.set(live.id, ++moment)
    parts.listChanged()
    return live
  }

  function contextOf(live: Live): Context {
    const hindrance = parts.hindrance(live.isTrying)
    return {
      nowMs: clock.now(),
      canSend: hindrance === undefined,
      ...(hindrance !== undefined && { problem: hindrance }),
      newKey: parts.newKey(live.copy),
      ...(live.isOlderThere === true && { isOlder: true }),
      ...parts.world(live.copy),
    }
  }

  function dispatch(live: Live, event: Event, more: Dispatched = {}): void {
    // Typing that is acknowledged after the shutdown would be lost; the window that sent it keeps it.
    if (isShut && event.kind === 'typed')
      throw appError('other-library', 'This library was closed. Nothing was changed.')
    if (isShut) return
    if (lives.get(live.id) !== live) throw new Error(`${live.id} was let go of`)
    if (event.kind !== 'typed') applyTyped(live)
    const before = live.copy
    const { typed = [], isAppended = typed.length > 0 } = more
    live.isOlderThere ||= isEarlier(more.times?.updatedAt, live.row?.remoteUpdatedAt)
    const context = contextOf(live)
    const { next, effects } = transition(before, event, context)
    const times = timesTaken(next, event, more.times)
    live.copy = next
    if (next.base?.text !== before.base?.text) live.isOlderThere = false
    if (live.copy.generation !== before.generation) movedAt.set(live.id, ++moment)
    if (more.together) live.owed.push({ within: more.together })
    live.owed.push(...transactionalEffects(live, effects, { store, newId: parts.newId, insert, adopt }))
    if (event.kind === 'undeleted') live.owed.push(...forgetCopyOfDeleted(live, before, store))
    persistence.keep(live, { before, event, typed, isAppended, times })
    // When many documents change, lists are told once and ask for the rows that they show.
    const isToldByList = following !== undefined && live.open === undefined
    const follow = () => {
      more.tellFirst?.()
      windowEvents.changes(live, before, event)
      for (const effect of effects) parts.perform(live, effect, before)
      if (!isToldByList) windowEvents.status(live)
      if (event.kind === 'write-ended') clock.after(COMPACT_MS, () => compact(live))
    }
    if (following === undefined) follow()
    else following.push(follow)
  }

  function together(ids: readonly DocumentId[], work: (live: Live) => void): void {
    const all = [...new Set(ids)].flatMap((id) => load(id) ?? [])
    for (const live of all) live.holds++
    const then: (() => void)[] = (following = [])
    try {
      try {
        persistence.together(() => all.forEach(work))
      } finally {
        following = undefined
      }
      for (const follow of then) follow()
    } finally {
      for (const live of all) {
        live.holds--
        settleDown(live)
      }
    }
  }

  function compact(live: Live): void {
    if (lives.get(live.id) === live && live.unwritten === undefined && !isShut) store.journal.compact(live.id)
  }

  /**
   * Adds a copy without keeping it in memory: an import brings thousands, and the journal would remember all their
   * texts.
   */
  function insert(copy: WorkingCopy): void {
    persistence.insert(copy, {})
    store.journal.release(copy.id)
  }

  /** Schedules a document that was made as a copy of another one. */
  function adopt(id: DocumentId): void {
    withCopy(id, () => parts.listChanged())
  }

  function writeAgain(): void {
    for (const live of [...lives.values()])
      if (live.unwritten !== undefined) {
        applyTyped(live)
        persistence.keepWhole(live)
        if (live.unwritten === undefined) parts.written(live)
        windowEvents.status(live)
      }
  }

  function applyTyped(live: Live): void {
    if (!live.hasUnappliedTyping || !live.open) return
    live.hasUnappliedTyping = false
    live.cancelApply()
    const text = live.open.text.storedText()
    live.open.shown = text
    dispatch(live, { kind: 'typed', text }, { isAppended: live.unwritten === undefined })
  }

  function append(live: Live, changes: readonly (readonly TextChange[])[]): void {
    if (live.unwritten === undefined) persistence.append(live, changes)
    if (live.hasUnappliedTyping) return
    live.hasUnappliedTyping = true
    live.cancelApply = clock.after(APPLY_DELAY_MS, () => applyTyped(live))
  }

  function withCopy<T>(id: DocumentId, work: (live: Live) => T): T | undefined {
    const live = load(id)
    if (!live) return undefined
    live.holds++
    try {
      return work(live)
    } finally {
      live.holds--
      settleDown(live)
    }
  }

  function settleDown(live: Live): void {
    const isNeeded =
      live.open !== undefined ||
      live.holds + live.exchanges > 0 ||
      live.isTrying ||
      live.unwritten !== undefined
    if (isNeeded || lives.get(live.id) !== live) return
    compact(live)
    store.journal.release(live.id)
    lives.delete(live.id)
  }

  return {
    load,
    inUse: (id) => lives.get(id),
    allInUse: () => [...lives.values()],
    add,
    create,
    insert(copy) {
      started.add(copy.id)
      insert(copy)
    },
    dispatch,
    together,
    applyTyped,
    append,
    tellStatus: windowEvents.status,
    exchange(live) {
      live.exchanges++
      return () => {
        live.exchanges--
        if (isAsking(live.copy)) return
        for (const resolve of live.idle.splice(0)) resolve()
        settleDown(live)
      }
    },
    quiet: (live) =>
      !isAsking(live.copy) ? Promise.resolve() : new Promise((resolve) => live.idle.push(resolve)),
    settleDown,
    withCopy,
    askForUpdate: (live, how) =>
      parts.perform(live, { kind: 'poll', ...(how === 'whole' && { isWhole: true }) }, live.copy),
    doubtRevisions() {
      for (const live of [...lives.values()]) dispatch(live, { kind: 'revisions-doubted' })
      store.table.forgetEtags()
    },
    asking: () => ++moment,
    hasMovedSince: (id, asked) => (movedAt.get(id) ?? 0) > asked,
    hasShut: () => isShut,
    shut() {
      for (const live of lives.values()) {
        applyTyped(live)
        if (live.unwritten !== undefined) persistence.keepWhole(live)
      }
      persistence.stop()
      isShut = true
    },
  }
}
