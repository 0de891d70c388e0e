import { isDeepStrictEqual } from 'node:util'
import type { Notice } from '../../../shared/ipc/ipc-records'
import { AppError, type Problem } from '../../../shared/problem'
import type { TextChange } from '../../../shared/text/text-change'
import type { Clock } from '../../system/clock'
import type { DocumentRow } from '../../store/document-table'
import type { Store } from '../../store/store'
import { unwrittenNotice, unwrittenProblem, type Live, type Owed } from './live'
import { rowOf } from './row'
import type { SeenTimes } from './seen'
import type { Event } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

interface PersistenceParts {
  readonly store: Store
  readonly clock: Clock
  readonly raise: (notice: Omit<Notice, 'id'>) => void
  /** Called when a row of the list has changed; `isGone`: it is in no list any more. */
  readonly listChanged: (isGone?: boolean) => void
  /** Called when the disk may have room again: every unwritten document goes through `keepWhole`. */
  readonly again: () => void
}

/** The cause of the present state, as far as the journal and the list need it. */
interface Cause {
  readonly before: WorkingCopy
  readonly event: Event
  /** Changes that lead to the text of a `typed` event and are not in the journal yet. */
  readonly typed: readonly (readonly TextChange[])[]
  /** The changes in the journal, with `typed`, lead to that text. */
  readonly isAppended: boolean
  readonly times: SeenTimes
}

/**
 * Writes working copies into the store. A state that cannot be written stays in memory, is reported at once and tried
 * again (W1).
 */
interface Persistence {
  /**
   * Writes a document, or a text, that is new on this device; `before` is its earlier row. Throws where it cannot be
   * written.
   */
  insert(copy: WorkingCopy, times: SeenTimes, before?: DocumentRow): DocumentRow
  keep(live: Live, cause: Cause): void
  /** Writes the whole state after a failure, regardless of what the journal contains. */
  keepWhole(live: Live): void
  /** Appends typed changes alone. */
  append(live: Live, changes: readonly (readonly TextChange[])[]): void
  /** Runs `work` and writes everything that it keeps in one transaction, so that the disk is waited for once. */
  together(work: () => void): void
  stop(): void
}

/** A copy that was written, and the parts of a transaction that it owed before. */
interface Written {
  readonly live: Live
  readonly owed: readonly Owed[]
}

/** The copies written in the open transaction of `together`, and its failure if there is one. */
interface Uncommitted {
  readonly all: Written[]
  failure?: { readonly why: unknown }
}

/**
 * The writer's events: these change the time that lists show. A document that was deleted and brought back keeps its
 * place.
 */
const EDITS: ReadonlySet<Event['kind']> = new Set(['typed', 'fields-edited', 'restored'])
const AGAIN_MS = 2_000

export function createPersistence({
  store,
  clock,
  raise,
  listChanged,
  again,
}: PersistenceParts): Persistence {
  let cancelAgain: (() => void) | undefined
  let uncommitted: Uncommitted | undefined

  const now = () => new Date(clock.now()).toISOString()

  /** Writes the parts that are owed, then runs `work`, in one transaction. */
  function write(live: Live, work: () => void): void {
    const written = { live, owed: live.owed }
    const run = () => {
      for (const { within } of written.owed) within()
      work()
    }
    live.owed = []
    if (uncommitted === undefined) return commit([written], run)
    uncommitted.all.push(written)
    // The transaction is rolled back, but its other documents have changed all the same, in memory, like this one.
    if (uncommitted.failure !== undefined) return
    try {
      run()
    } catch (why) {
      uncommitted.failure = { why }
    }
  }

  function commit(all: readonly Written[], run: () => void): void {
    try {
      store.transaction(run)
    } catch (error) {
      for (const { live, owed } of all.toReversed()) live.owed.unshift(...owed)
      if (!(error instanceof AppError)) throw error
      for (const { live } of all) fail(live, error.problem)
      return
    }
    for (const { live, owed } of all) {
      if (live.unwritten !== undefined) listChanged()
      live.unwritten = undefined
      for (const { then } of owed) then?.()
    }
  }

  function fail(live: Live, why: Problem): void {
    const isFirst = live.unwritten === undefined
    live.unwritten = unwrittenProblem(why)
    if (isFirst) {
      raise({ tone: 'attention', documentId: live.id, text: unwrittenNotice(why) })
      listChanged()
    }
    cancelAgain ??= clock.after(AGAIN_MS, () => {
      cancelAgain = undefined
      again()
    })
  }

  return {
    insert(copy, times, before) {
      const row = rowOf(copy, {
        now: now(),
        before,
        baseBefore: undefined,
        isEdited: false,
        times,
      })
      store.transaction(() => {
        store.journal.write(copy)
        store.table.put(row, true)
      })
      return row
    },

    keep(live, { before, event, typed, isAppended, times }) {
      const { copy } = live
      const was = live.row
      const wasUnwritten = live.unwritten !== undefined
      const isEdited = EDITS.has(event.kind)
      const row = rowOf(copy, {
        now: now(),
        before: was,
        baseBefore: before.base,
        textBefore: before.mine.text,
        isEdited,
        times,
      })
      const isSameRow = isDeepStrictEqual(row, was)
      if (copy === before && isSameRow && live.owed.length === 0 && typed.length === 0 && !wasUnwritten)
        return
      const wordsMoved = copy.mine.text !== before.mine.text || row.title !== was?.title
      // After a failure the changes in the journal no longer lead to this text, so the text is written whole.
      const goesOn = isAppended && !wasUnwritten
      write(live, () => {
        if (goesOn) for (const changes of typed) store.journal.append(live.id, changes)
        store.journal.write(copy, goesOn && event.kind === 'typed' ? event.text : undefined)
        store.table.put(row, wordsMoved || wasUnwritten, wasUnwritten ? undefined : was)
      })
      live.row = row
      if (was === undefined || !isDeepStrictEqual(listed(row), listed(was)))
        listChanged(row.hidden && was?.hidden === false)
    },

    keepWhole(live) {
      const { copy } = live
      const row = rowOf(copy, {
        now: now(),
        before: live.row,
        baseBefore: copy.base,
        isEdited: false,
        times: {},
      })
      write(live, () => {
        store.journal.write(copy)
        store.table.put(row, true)
      })
      live.row = row
    },

    append(live, changes) {
      write(live, () => {
        for (const one of changes) store.journal.append(live.id, one)
      })
    },

    together(work) {
      const ours: Uncommitted = (uncommitted = { all: [] })
      commit(ours.all, () => {
        try {
          work()
        } finally {
          uncommitted = undefined
        }
        if (ours.failure !== undefined) throw ours.failure.why
      })
    },

    stop: () => cancelAgain?.(),
  }
}

/** The part of a row that a list shows. */
function listed(row: DocumentRow) {
  const { etag: _etag, seenDigest: _digest, remoteUpdatedAt: _updated, textBytes: _bytes, ...shown } = row
  return shown
}
