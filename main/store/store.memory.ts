import type { Clock } from '../system/clock'
import type { Snapshot } from '../../shared/ipc/ipc-records'
import { WHEN_OPENED, type DocumentId } from '../../shared/terms'
import { applyChanges, type TextChange } from '../../shared/text/text-change'
import { excerptOf } from '../../shared/text/excerpt'
import type { WorkingCopy } from '../documents/core/working-copy'
import { stateDigest } from './checksum'
import { recencyOf, type DocumentRow, type Recency } from './document-table'
import type { Store } from './store'
import type { SyncLogEntry } from './sync-log'
import type { KeptView } from './views'

interface MemoryEntry {
  readonly copy: WorkingCopy
  readonly typed?: string
  readonly last?: readonly TextChange[] | undefined
}

type Kept = Snapshot & { readonly text: string; readonly keptAt: number }

/**
 * The same store without a disk, for tests of the code above it: after a crash the next run gets the same object.
 * `store.contract.ts` holds it to the behaviour of the SQLite store.
 */
export function createMemoryStore(clock: Clock): Store {
  const undoLog: (() => void)[] = []
  let depth = 0
  const copies = tracked(new Map<DocumentId, MemoryEntry>())
  const rows = tracked(new Map<DocumentId, DocumentRow>())
  const openedAt = tracked(new Map<DocumentId, string>())
  const views = tracked(new Map<DocumentId, KeptView>())
  const facts = tracked(new Map<string, string>())
  const snapshots = tracked(new Map<number, Kept>())
  const log = tracked(new Map<number, SyncLogEntry>())
  let next = 1
  const addToLog = (entry: Omit<SyncLogEntry, 'at'>) => log.set(next++, { ...entry, at: clock.now() })

  /** A map whose changes are undone when a transaction fails. */
  function tracked<K, V>(map: Map<K, V>) {
    const change = (key: K, apply: () => void) => {
      const before = map.get(key)
      if (depth > 0) undoLog.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
      apply()
    }
    return {
      get: (key: K) => map.get(key),
      set: (key: K, value: V) => change(key, () => void map.set(key, value)),
      delete: (key: K) => change(key, () => void map.delete(key)),
      values: () => [...map.values()],
    }
  }

  const withoutText = (folders: readonly string[] | undefined) =>
    rows
      .values()
      .filter((row) => !row.hasText && !row.hidden && row.remoteId !== undefined)
      .filter((row) => folders === undefined || (row.folderId !== null && folders.includes(row.folderId)))
      .sort((a, b) => (a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && a.id < b.id) ? -1 : 1))

  const put = (row: DocumentRow) =>
    rows.set(row.id, { ...row, textBytes: row.hasText ? (row.textBytes ?? 0) : 0 })

  return {
    transaction(work) {
      depth++
      try {
        return work()
      } catch (error) {
        if (depth === 1) for (const undo of undoLog.reverse()) undo()
        throw error
      } finally {
        if (--depth === 0) undoLog.length = 0
      }
    },

    journal: {
      read(id) {
        const kept = copies.get(id)
        return (
          kept && { kind: 'kept', copy: kept.copy, ...(kept.typed !== undefined && { typed: kept.typed }) }
        )
      },
      write(copy) {
        const kept = copies.get(copy.id)
        const isSame = kept !== undefined && (kept.typed ?? kept.copy.mine.text) === copy.mine.text
        copies.set(copy.id, { copy, last: isSame ? kept.last : undefined })
      },
      append(id, changes) {
        const kept = copies.get(id)
        if (!kept) throw new Error(`the journal does not know ${id}`)
        const typed = applyChanges(kept.typed ?? kept.copy.mine.text, changes)
        copies.set(id, { ...kept, typed, last: changes })
      },
      lastChange: (id) => copies.get(id)?.last,
      remove: (id) => copies.delete(id),
      release: () => {},
      compact: () => {},
    },

    table: {
      put,
      add(row) {
        if (rows.get(row.id)) return false
        put(row)
        return true
      },
      get: (id) => rows.get(id),
      byRemoteId: (remoteId) => rows.values().find((row) => row.remoteId === remoteId),
      byRemoteIds: (remoteIds) =>
        rows.values().filter(({ remoteId }) => remoteId !== undefined && remoteIds.includes(remoteId)),
      remote: () => rows.values().filter((row) => row.remoteId !== undefined),
      remoteExcept(remoteIds) {
        const without = new Set(remoteIds)
        return rows
          .values()
          .filter(({ phase }) => phase !== 'deleted')
          .flatMap(({ remoteId }) => (remoteId === undefined || without.has(remoteId) ? [] : remoteId))
          .sort()
      },
      pending: () => rows.values().filter((row) => row.pending),
      movedSince: (since, limit) =>
        rows
          .values()
          .filter(({ remoteId, phase }) => remoteId !== undefined && phase !== 'deleted')
          .filter(({ remoteUpdatedAt = '' }) => remoteUpdatedAt >= since)
          .sort((a, b) => (a.remoteUpdatedAt! < b.remoteUpdatedAt! ? 1 : -1))
          .slice(0, limit),
      forgetEtags() {
        for (const { etag: _etag, ...row } of rows.values()) put(row)
      },
      controlDocuments: (except) =>
        rows
          .values()
          .filter((row) => !row.hidden && row.remoteId !== except)
          .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
          .flatMap((row) => row.remoteId ?? [])
          .slice(0, 3),
      goneBefore: (iso) =>
        ids(
          rows
            .values()
            .filter((row) => row.phase === 'deleted' && row.remoteId === undefined && row.updatedAt < iso),
        ),
      inFolder: (id) => ids(rows.values().filter((row) => row.folderId === id)),
      withTag: (id) => ids(rows.values().filter((row) => row.tagIds.includes(id))),
      titled: (title, folderId) =>
        rows
          .values()
          .filter((row) => !row.hidden && row.title === title && row.folderId === folderId)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      remove: (id) => rows.delete(id),
      heldBytes: () => rows.values().reduce((sum, { textBytes = 0 }) => sum + textBytes, 0),
      leastRecent: (outside, limit, after) =>
        rows
          .values()
          .filter((row) => row.hasText && !row.pending && !row.hidden && row.remoteId !== undefined)
          .filter((row) => row.folderId === null || !outside.includes(row.folderId))
          .map((row) => ({ ...row, recency: recencyOf(row, openedAt.get(row.id)) }))
          .filter(({ recency }) => after === undefined || isBefore(after, recency))
          .sort((a, b) => (isBefore(a.recency, b.recency) ? -1 : 1))
          .slice(0, limit),
      withoutText: (folders, limit) => withoutText(folders).slice(0, limit),
      countWithoutText: (folders) => withoutText(folders).length,
      opened: (id, iso) => openedAt.set(id, iso),
    },

    views: { read: (id) => views.get(id), write: (id, view) => views.set(id, view), remove: views.delete },

    snapshots: {
      keep({ text: words, ...rest }) {
        const text = typeof words === 'string' ? words : Buffer.from(words).toString('utf8')
        const last = snapshots
          .values()
          .findLast((one) => one.documentId === rest.documentId && one.kind === rest.kind)
        if (last?.text === text && last.title === rest.title) {
          const at = new Date(clock.now()).toISOString()
          if (rest.reason !== WHEN_OPENED)
            snapshots.set(Number(last.id), { ...last, reason: rest.reason, at, keptAt: clock.now() })
          return
        }
        const id = next++
        const at = new Date(clock.now()).toISOString()
        const bytes = Buffer.byteLength(text)
        snapshots.set(id, {
          ...rest,
          id: String(id),
          text,
          excerpt: excerptOf(text),
          at,
          bytes,
          keptAt: clock.now(),
        })
      },
      forgetDeleted({ documentId, title, text }) {
        for (const one of snapshots.values())
          if (one.documentId === documentId && one.kind === 'recently-deleted')
            if (one.title === title && one.text === text) snapshots.delete(Number(one.id))
      },
      list: (documentId) =>
        snapshots
          .values()
          .filter((one) => documentId === undefined || one.documentId === documentId)
          .map(({ text: _text, keptAt: _keptAt, ...shown }) => shown)
          .reverse(),
      digests: (documentId) =>
        new Map(
          snapshots
            .values()
            .filter((one) => one.documentId === documentId)
            .map(({ id, title, text }) => [id, stateDigest(title, Buffer.from(text))]),
        ),
      read(id) {
        const found = snapshots.get(Number(id))
        return found && { title: found.title, text: found.text, ...documentOf(found) }
      },
      packNext: () => Promise.resolve(false),
      prune(beforeMs, maxBytes) {
        let used = 0
        for (const one of snapshots.values().reverse()) {
          if (one.kind === 'quarantine') continue
          used += one.bytes
          if (one.keptAt < beforeMs || used > maxBytes) snapshots.delete(Number(one.id))
        }
      },
    },

    log: {
      add: addToLog,
      note: addToLog,
      read: ({ kind, query = '', limit }) =>
        log
          .values()
          .filter((one) => kind === undefined || one.kind === kind)
          .filter((one) => `${one.what} ${one.detail}`.toLowerCase().includes(query.toLowerCase()))
          .reverse()
          .slice(0, limit),
    },

    facts: {
      read(name) {
        const value = facts.get(name)
        return value === undefined ? undefined : (JSON.parse(value) as unknown)
      },
      write: (name, value) => facts.set(name, JSON.stringify(value)),
    },
  }
}

const ids = (rows: readonly DocumentRow[]) => rows.map((row) => row.id)
const isBefore = (a: Recency, b: Recency) => a.at < b.at || (a.at === b.at && a.id < b.id)
const documentOf = ({ documentId }: Snapshot) => (documentId === undefined ? {} : { documentId })
