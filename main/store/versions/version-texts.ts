import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib'
import { linesOf, linesOfPieces } from '../../../shared/diff/line-hunks'
import { applyDelta, textDelta, type Pieces, type TextDelta } from '../../../shared/diff/text-delta'
import type { DocumentId } from '../../../shared/terms'
import { bytesOf, rowCheck, stateDigest } from '../checksum'
import { transaction, type Database } from '../database'
import { createRememberedPieces } from './remembered-pieces'

interface VersionText {
  readonly versionId: string
  readonly title: string
  readonly text: string
}

/**
 * Texts of versions in compact form: a text is stored as its difference from a neighbour's, and at intervals whole. A
 * stored body is never changed, because others may be based on it.
 */
interface VersionTexts {
  has(documentId: DocumentId, versionId: string): boolean
  /** Stores texts of known versions, given as neighbours in order. */
  put(documentId: DocumentId, texts: readonly VersionText[]): Promise<void>
  /** Replaces a text that could not be read. */
  putWhole(documentId: DocumentId, text: VersionText): Promise<void>
  /** The text; `undefined` where it is not here, or is damaged. */
  read(documentId: DocumentId, versionId: string): string | undefined
  lines(documentId: DocumentId, versionId: string): readonly string[] | undefined
}

const pack = promisify<Uint8Array, Buffer>(deflateRaw)

/** The most bodies that are read for one text. */
const DEPTH_MAX = 127

interface Columns {
  readonly parent_id: string | null
  readonly depth: number
  readonly text_check: number | null
  readonly row_check: number
  readonly body: unknown
}

interface Neighbour {
  readonly id: string
  readonly depth: number
}

/** A text as it is stored: as a difference from its parent's, or whole. */
interface Body {
  readonly parent: Neighbour | undefined
  readonly body: Buffer
}

const depthOn = (parent: Neighbour | undefined): number => (parent ? parent.depth + 1 : 0)

const identityOf = (documentId: DocumentId, versionId: string) => `version ${documentId} ${versionId}`

function createVersionRows(database: Database) {
  const has = database.prepare('SELECT 1 AS n FROM version_texts WHERE document_id = ? AND version_id = ?')
  const one = database.prepare(
    'SELECT parent_id, depth, text_check, row_check, body FROM version_texts WHERE document_id = ? AND version_id = ?',
  )
  const put = database.prepare('REPLACE INTO version_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const nearest = (side: '<' | '>', order: 'DESC' | 'ASC') =>
    database.prepare(
      `SELECT t.version_id AS id, t.depth FROM versions v
       JOIN version_texts t ON t.document_id = v.document_id AND t.version_id = v.version_id
       WHERE v.document_id = ?1 AND v.place ${side}
         (SELECT place FROM versions WHERE document_id = ?1 AND version_id = ?2)
       ORDER BY v.place ${order} LIMIT 1`,
    )
  const [newer, older] = [nearest('<', 'DESC'), nearest('>', 'ASC')]
  return {
    has: (documentId: DocumentId, versionId: string) => has.get(documentId, versionId) !== undefined,
    get: (documentId: DocumentId, versionId: string) => one.get(documentId, versionId) as Columns | undefined,
    put(documentId: DocumentId, { versionId, title, text }: VersionText, { parent, body }: Body): void {
      const bytes = Buffer.from(text, 'utf8')
      const check = rowCheck(identityOf(documentId, versionId), body)
      const place = [parent?.id ?? null, depthOn(parent)] as const
      put.run(documentId, versionId, ...place, stateDigest(title, bytes), crc32(bytes), check, body)
    },
    neighbour: (documentId: DocumentId, versionId: string) =>
      (newer.get(documentId, versionId) ?? older.get(documentId, versionId)) as Neighbour | undefined,
  }
}

export function createVersionTexts(database: Database): VersionTexts {
  const rows = createVersionRows(database)
  const remembered = createRememberedPieces()

  /** The text of a body with its parents applied; the rows on the way are remembered as well. */
  function piecesOf(documentId: DocumentId, versionId: string): Pieces | undefined {
    const way: { readonly identity: string; readonly body: Buffer }[] = []
    let id: string | null = versionId
    let at: Pieces | undefined
    while (id !== null) {
      const identity = identityOf(documentId, id)
      at = remembered.get(identity)
      if (at) break
      const row = rows.get(documentId, id)
      if (!row || way.length > DEPTH_MAX) return undefined
      const body = bytesOf(row.body)
      if (rowCheck(identity, body) !== row.row_check) return undefined
      way.push({ identity, body })
      id = row.parent_id
    }
    try {
      for (const { identity, body } of way.reverse()) {
        const said = inflateRawSync(body).toString('utf8')
        at = at === undefined ? linesOf(said) : applyDelta(at, JSON.parse(said) as TextDelta)
        remembered.keep(identity, at)
      }
    } catch {
      return undefined
    }
    return at
  }

  async function bodyOf(
    documentId: DocumentId,
    { versionId, text }: VersionText,
    parent: Neighbour | undefined,
  ): Promise<Body> {
    const theirs = parent && parent.depth < DEPTH_MAX ? piecesOf(documentId, parent.id) : undefined
    if (parent && theirs) {
      const said = JSON.stringify(textDelta(theirs.join(''), text))
      if (said.length < text.length / 2) {
        // The pieces are computed from the stored difference, so that they do not keep the whole text in memory.
        remembered.keep(identityOf(documentId, versionId), applyDelta(theirs, JSON.parse(said) as TextDelta))
        return { parent, body: await pack(Buffer.from(said, 'utf8')) }
      }
    }
    remembered.keep(identityOf(documentId, versionId), linesOf(text))
    return { parent: undefined, body: await pack(Buffer.from(text, 'utf8')) }
  }

  async function write(documentId: DocumentId, texts: readonly VersionText[], isWhole: boolean) {
    const writes: (() => void)[] = []
    let last: Neighbour | undefined
    for (const one of texts) {
      if (!database.isOpen) return
      const parent = isWhole ? undefined : (last ?? rows.neighbour(documentId, one.versionId))
      const stored = await bodyOf(documentId, one, parent)
      last = { id: one.versionId, depth: depthOn(stored.parent) }
      writes.push(() => rows.put(documentId, one, stored))
    }
    if (writes.length > 0 && database.isOpen) transaction(database, () => writes.forEach((put) => put()))
  }

  return {
    has: rows.has,
    put: (documentId, texts) => write(documentId, texts, false),
    putWhole: (documentId, text) => write(documentId, [text], true),
    read(documentId, versionId) {
      const text = piecesOf(documentId, versionId)?.join('')
      const row = rows.get(documentId, versionId)
      if (text === undefined || !row) return undefined
      const isRight = row.text_check === null || crc32(Buffer.from(text, 'utf8')) === row.text_check
      if (!isRight) remembered.forget(identityOf(documentId, versionId))
      return isRight ? text : undefined
    },
    lines(documentId, versionId) {
      const pieces = piecesOf(documentId, versionId)
      return pieces && linesOfPieces(pieces)
    },
  }
}
