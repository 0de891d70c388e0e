import { constants, crc32, deflateRawSync } from 'node:zlib'
import { DEFLATED_BIT, DELTA_BIT, stringOf, textOfBodies, type VersionBody } from '../../node/version-bodies'
import { textDelta } from '../../shared/diff/text-delta'
import { requireWhole, type Database } from './database'

export interface VersionEntry {
  readonly id: number
  readonly documentId: number
  readonly revision: number
  readonly title: string
  readonly status: string
  readonly createdAt: number
  /** The size of its text in bytes. */
  readonly size: number
}

const DEFLATE_FROM_BYTES = 200
/** The overhead of a delta beyond its bytes, so that a long chain of tiny ones ends too. */
const ROW_BYTES = 32
const CHAIN_BYTES_MIN = 4096

const ENTRY = 'id, document_id AS documentId, revision, title, status, created_at AS createdAt, size'

/**
 * Texts are stored as deltas from the previous version. A whole text is stored again once the deltas since the last one
 * add up to its size. So a history takes about the text plus the changes, and reading a text never needs more deltas
 * than its own size.
 */
export function createVersionStore(database: Database) {
  const add = database.prepare(
    `INSERT INTO versions (document_id, revision, title, status, created_at, size, checksum, chain, kind, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const lastChain = database.prepare(
    'SELECT chain FROM versions WHERE document_id = ? ORDER BY id DESC LIMIT 1',
  )
  const count = database.prepare('SELECT count(*) AS n FROM versions WHERE document_id = ?')
  const page = database.prepare(
    `SELECT ${ENTRY} FROM versions WHERE document_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const find = database.prepare(`SELECT ${ENTRY} FROM versions WHERE document_id = ? AND id = ?`)
  const lastWhole = database.prepare(
    `SELECT id FROM versions WHERE document_id = ? AND id <= ? AND kind & ${DELTA_BIT} = 0 ORDER BY id DESC LIMIT 1`,
  )
  const bodies = database.prepare(
    'SELECT kind, body, checksum FROM versions WHERE document_id = ? AND id BETWEEN ? AND ? ORDER BY id',
  )

  return {
    /**
     * Adds a version within the transaction of the change itself. `before`: the text of the previous version, if there
     * is one.
     */
    add(version: Omit<VersionEntry, 'id' | 'size'>, text: Uint8Array, before: Uint8Array | undefined): void {
      const last = lastChain.get(version.documentId) as { chain: number } | undefined
      const packed = before === undefined || last === undefined ? undefined : pack(deltaOf(before, text))
      const chain = (last?.chain ?? 0) + ROW_BYTES + (packed?.body.length ?? 0)
      const isWhole = packed === undefined || chain > Math.max(text.length, CHAIN_BYTES_MIN)
      const { body, kind } = isWhole ? pack(text) : { body: packed.body, kind: DELTA_BIT | packed.kind }
      add.run(
        version.documentId,
        version.revision,
        version.title,
        version.status,
        version.createdAt,
        text.length,
        crc32(text),
        isWhole ? 0 : chain,
        kind,
        body,
      )
    },

    count: (documentId: number): number => (count.get(documentId) as { n: number }).n,

    /** Newest first. */
    page: (documentId: number, limit: number, offset: number): readonly VersionEntry[] =>
      page.all(documentId, limit, offset),

    find(documentId: number, id: number): VersionEntry | undefined {
      return find.get(documentId, id) as VersionEntry | undefined
    },

    /** The text of a version that exists. */
    text(documentId: number, id: number): Buffer {
      const first = lastWhole.get(documentId, id) as { id: number } | undefined
      const rows = bodies.iterate(
        documentId,
        first?.id ?? id,
        id,
      ) as Iterable<unknown> as Iterable<VersionBody>
      const { text, checksum } = textOfBodies(rows)
      requireWhole(text, checksum)
      return text
    },
  }
}

/** Texts are UTF-8, so converting them to strings loses nothing. */
const deltaOf = (before: Uint8Array, after: Uint8Array): Uint8Array =>
  Buffer.from(JSON.stringify(textDelta(stringOf(before), stringOf(after))))

function pack(bytes: Uint8Array): { kind: number; body: Uint8Array } {
  if (bytes.length < DEFLATE_FROM_BYTES) return { kind: 0, body: bytes }
  // The fast level is for sizes that would delay other requests.
  const level = bytes.length > 256 * 1024 ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION
  const body = deflateRawSync(bytes, { level })
  return body.length < bytes.length ? { kind: DEFLATED_BIT, body } : { kind: 0, body: bytes }
}
