import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Snapshot } from '../../shared/ipc/ipc-records'
import type { Clock } from '../system/clock'
import { excerptOf } from '../../shared/text/excerpt'
import { WHEN_OPENED } from '../../shared/terms'
import { bytesOf, rowCheck, stateDigest } from './checksum'
import { transaction, type Database } from './database'
import type { SnapshotStore } from './snapshots'

const deflate = promisify(deflateRaw)

interface Row extends Omit<Snapshot, 'id' | 'documentId' | 'at'> {
  readonly id: number
  readonly documentId: string | null
  readonly keptAt: number
}

export function createSnapshotStore(database: Database, clock: Clock): SnapshotStore {
  const last = database.prepare(
    'SELECT id, digest FROM snapshots WHERE document_id IS ? AND kind = ? ORDER BY id DESC LIMIT 1',
  )
  const rename = database.prepare('UPDATE snapshots SET reason = ?, kept_at = ? WHERE id = ?')
  const insert = database.prepare(
    `INSERT INTO snapshots (document_id, kind, reason, title, excerpt, kept_at, bytes, digest, packing, row_check, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'plain', ?, ?)`,
  )
  const forget = database.prepare(
    "DELETE FROM snapshots WHERE document_id = ? AND kind = 'recently-deleted' AND digest = ?",
  )
  const digests = database.prepare('SELECT id, digest FROM snapshots WHERE document_id = ?')

  return {
    ...createSnapshotReader(database),
    ...spaceSavers(database),

    keep(words) {
      const body = typeof words.text === 'string' ? Buffer.from(words.text) : Buffer.from(words.text)
      const digest = stateDigest(words.title, body)
      const documentId = words.documentId ?? null
      transaction(database, () => {
        const before = last.get(documentId, words.kind) as { id: number; digest: string } | undefined
        if (before?.digest === digest) {
          if (words.reason !== WHEN_OPENED) rename.run(words.reason, clock.now(), before.id)
          return
        }
        insert.run(
          documentId,
          words.kind,
          words.reason,
          words.title,
          excerptOf(body.subarray(0, 4_000).toString('utf8')),
          clock.now(),
          body.length,
          digest,
          rowCheck(digest, body),
          body,
        )
      })
    },

    forgetDeleted: ({ documentId, title, text }) =>
      void forget.run(documentId, stateDigest(title, Buffer.from(text))),

    digests(documentId) {
      const rows = digests.all(documentId) as { id: number; digest: string }[]
      return new Map(rows.map(({ id, digest }) => [String(id), digest]))
    },
  }
}

/** The stored snapshots, from a database that may be open for reading only. */
export function createSnapshotReader(database: Database): Pick<SnapshotStore, 'list' | 'read'> {
  const columns = 'id, document_id AS documentId, kind, reason, title, excerpt, kept_at AS keptAt, bytes'
  const all = database.prepare(`SELECT ${columns} FROM snapshots ORDER BY id DESC`)
  const ofDocument = database.prepare(
    `SELECT ${columns} FROM snapshots WHERE document_id = ? ORDER BY id DESC`,
  )
  const one = database.prepare(
    'SELECT document_id AS documentId, title, packing, body FROM snapshots WHERE id = ?',
  )
  return {
    list(documentId) {
      const rows = (documentId === undefined ? all.all() : ofDocument.all(documentId)) as unknown as Row[]
      return rows.map(({ id, documentId: of, keptAt, ...row }) => ({
        ...row,
        id: String(id),
        at: new Date(keptAt).toISOString(),
        ...(of !== null && { documentId: of }),
      }))
    },

    read(id) {
      const row = one.get(Number(id)) as
        { documentId: string | null; title: string; packing: string; body: unknown } | undefined
      if (!row) return undefined
      return {
        title: row.title,
        text: unpacked(row.packing, bytesOf(row.body)).toString('utf8'),
        ...(row.documentId !== null && { documentId: row.documentId }),
      }
    },
  }
}

/** Saves space: texts are packed, and old or excess snapshots are removed. */
function spaceSavers(database: Database): Pick<SnapshotStore, 'packNext' | 'prune'> {
  const nextPlain = database.prepare(
    "SELECT id, digest, body FROM snapshots WHERE packing = 'plain' AND bytes > 1024 ORDER BY id LIMIT 1",
  )
  const packed = database.prepare(
    "UPDATE snapshots SET packing = 'deflate', row_check = ?, body = ? WHERE id = ? AND packing = 'plain'",
  )
  const usedBytes = database.prepare(
    "SELECT id, length(body) AS size FROM snapshots WHERE kind <> 'quarantine' ORDER BY id DESC",
  )
  const removeOld = database.prepare("DELETE FROM snapshots WHERE kind <> 'quarantine' AND kept_at < ?")
  const removeUpTo = database.prepare("DELETE FROM snapshots WHERE kind <> 'quarantine' AND id <= ?")

  return {
    async packNext() {
      const row = nextPlain.get() as { id: number; digest: string; body: unknown } | undefined
      if (!row) return false
      const small = await deflate(bytesOf(row.body))
      if (database.isOpen) packed.run(rowCheck(row.digest, small), small, row.id)
      return database.isOpen
    },

    prune(beforeMs, maxBytes) {
      transaction(database, () => {
        removeOld.run(beforeMs)
        let used = 0
        for (const { id, size } of usedBytes.iterate() as Iterable<{ id: number; size: number }>) {
          used += size
          if (used > maxBytes) {
            removeUpTo.run(id)
            break
          }
        }
      })
    },
  }
}

/** Unpacks a body; one with flipped bits gives the part that can still be read. */
function unpacked(packing: string, body: Buffer): Buffer {
  if (packing === 'plain') return body
  try {
    return inflateRawSync(body)
  } catch {
    return inflateRawSync(body, { finishFlush: 2 }) // Z_SYNC_FLUSH: a missing end is not an error
  }
}
