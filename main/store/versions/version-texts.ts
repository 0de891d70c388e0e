import { promisify } from 'node:util'
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib'
import { linesOf, linesOfPieces } from '../../../shared/diff/line-hunks'
import { applyDelta, textDelta, type Pieces, type TextDelta } from '../../../shared/diff/text-delta'
import type { DocumentId } from '../../../shared/terms'
import { bytesOf, rowCheck, stateDigest } from '../checksum'
import { transaction, type Database } from '../database'

export interface VersionText {
  readonly versionId: string
  readonly title: string
  readonly text: string
}

/**
 * Texts of versions, small: a text is kept as what it changes in that of a neighbour, now and then whole. What is
 * written is never changed, so that nothing that stands on it moves.
 */
export interface VersionTexts {
  has(documentId: DocumentId, versionId: string): boolean
  /** Of versions that are known, neighbours one after the other. */
  put(documentId: DocumentId, texts: readonly VersionText[]): Promise<void>
  /** In place of one that could not be read. */
  putWhole(documentId: DocumentId, text: VersionText): Promise<void>
  /** `undefined`: not here, or damaged. */
  read(documentId: DocumentId, versionId: string): string | undefined
  lines(documentId: DocumentId, versionId: string): readonly string[] | undefined
}

const pack = promisify<Uint8Array, Buffer>(deflateRaw)

/** So many bodies are read for a text at most. */
const DEPTH_MAX = 127
/** Pieces kept in memory, over all texts: lines and parts of lines, most of them shared. */
const REMEMBERED_MAX = 4_000_000

interface Columns {
  readonly parent_id: string | null
  readonly depth: number
  readonly text_check: number | null
  readonly row_check: number
  readonly body: unknown
}

export function createVersionTexts(database: Database): VersionTexts {
  const has = database.prepare('SELECT 1 AS n FROM version_texts WHERE document_id = ? AND version_id = ?')
  const oneText = database.prepare(
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
  const identityOf = (documentId: DocumentId, versionId: string) => `version ${documentId} ${versionId}`

  /** The last used are the last. */
  const remembered = new Map<string, Pieces>()
  let size = 0

  function remember(identity: string, pieces: Pieces): Pieces {
    size += pieces.length - (remembered.get(identity)?.length ?? 0)
    remembered.delete(identity)
    remembered.set(identity, pieces)
    for (const [oldest, gone] of remembered) {
      if (size <= REMEMBERED_MAX || oldest === identity) break
      remembered.delete(oldest)
      size -= gone.length
    }
    return pieces
  }

  /** What the body says, with what it stands on; the rows on the way are remembered as well. */
  function piecesOf(documentId: DocumentId, versionId: string): Pieces | undefined {
    const way: { readonly identity: string; readonly body: Buffer }[] = []
    let id: string | null = versionId
    let at: Pieces | undefined
    while (id !== null) {
      const identity = identityOf(documentId, id)
      at = remembered.get(identity)
      if (at) break
      const row = oneText.get(documentId, id) as Columns | undefined
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
        remember(identity, at)
      }
    } catch {
      return undefined
    }
    return at
  }

  async function bodyOf(
    documentId: DocumentId,
    { versionId, text }: VersionText,
    parent: { readonly id: string; readonly depth: number } | undefined,
  ) {
    const theirs = parent && parent.depth < DEPTH_MAX ? piecesOf(documentId, parent.id) : undefined
    if (parent && theirs) {
      const said = JSON.stringify(textDelta(theirs.join(''), text))
      if (said.length < text.length / 2) {
        // Read back from what is said, so that nothing holds on to the whole text.
        remember(identityOf(documentId, versionId), applyDelta(theirs, JSON.parse(said) as TextDelta))
        return { parentId: parent.id, depth: parent.depth + 1, body: await pack(Buffer.from(said, 'utf8')) }
      }
    }
    remember(identityOf(documentId, versionId), linesOf(text))
    return { parentId: null, depth: 0, body: await pack(Buffer.from(text, 'utf8')) }
  }

  function neighbourOf(documentId: DocumentId, versionId: string) {
    return (newer.get(documentId, versionId) ?? older.get(documentId, versionId)) as
      { id: string; depth: number } | undefined
  }

  async function write(documentId: DocumentId, texts: readonly VersionText[], isWhole: boolean) {
    const rows: (() => void)[] = []
    let last: { id: string; depth: number } | undefined
    for (const one of texts) {
      if (!database.isOpen) return
      const parent = isWhole ? undefined : (last ?? neighbourOf(documentId, one.versionId))
      const { parentId, depth, body } = await bodyOf(documentId, one, parent)
      last = { id: one.versionId, depth }
      const bytes = Buffer.from(one.text, 'utf8')
      const identity = identityOf(documentId, one.versionId)
      rows.push(() =>
        put.run(
          documentId,
          one.versionId,
          parentId,
          depth,
          stateDigest(one.title, bytes),
          crc32(bytes),
          rowCheck(identity, body),
          body,
        ),
      )
    }
    if (rows.length > 0 && database.isOpen) transaction(database, () => rows.forEach((row) => row()))
  }

  return {
    has: (documentId, versionId) => has.get(documentId, versionId) !== undefined,
    put: (documentId, texts) => write(documentId, texts, false),
    putWhole: (documentId, text) => write(documentId, [text], true),
    read(documentId, versionId) {
      const text = piecesOf(documentId, versionId)?.join('')
      const row = oneText.get(documentId, versionId) as Columns | undefined
      if (text === undefined || !row) return undefined
      const isRight = row.text_check === null || crc32(Buffer.from(text, 'utf8')) === row.text_check
      if (!isRight) remembered.delete(identityOf(documentId, versionId))
      return isRight ? text : undefined
    },
    lines(documentId, versionId) {
      const pieces = piecesOf(documentId, versionId)
      return pieces && linesOfPieces(pieces)
    },
  }
}
