import type { DocumentId } from '../../../shared/terms'
import type { TextChange } from '../../../shared/text/text-change'
import { bytesOf, rowCheck } from '../checksum'
import type { Database } from '../database'

export interface HeadRow {
  readonly mine_changes: number
  readonly row_check: number
  readonly body: unknown
}
export interface TextRow {
  readonly id: number
  readonly row_check: number
  readonly body: unknown
}
interface ChangeRow {
  readonly number: number
  readonly row_check: number
  readonly body: unknown
}

export type JournalRows = ReturnType<typeof createJournalRows>

/** The rows of one document in the journal, as they are stored and without any check. */
export function createJournalRows(database: Database) {
  const head = database.prepare('SELECT mine_changes, row_check, body FROM heads WHERE document_id = ?')
  const texts = database.prepare('SELECT id, row_check, body FROM texts WHERE document_id = ? ORDER BY id')
  const changes = database.prepare(
    'SELECT number, row_check, body FROM changes WHERE text_id = ? ORDER BY number',
  )
  const lastChange = database.prepare(
    'SELECT number, row_check, body FROM changes WHERE text_id = ? ORDER BY number DESC LIMIT 1',
  )
  return {
    head: (id: DocumentId) => head.get(id) as HeadRow | undefined,
    texts: (id: DocumentId) => texts.all(id) as unknown as readonly TextRow[],
    changes: (textId: number) => changes.all(textId) as unknown as readonly ChangeRow[],
    lastChange(textId: number): readonly TextChange[] | undefined {
      const row = lastChange.get(textId) as ChangeRow | undefined
      return row && soundChange(textId, row)
    },
  }
}

/** The bytes of a head or a text; `undefined` where their checksum is wrong. */
export function soundBytes(
  name: string,
  { body, row_check: check }: Omit<TextRow, 'id'>,
): Buffer | undefined {
  const bytes = bytesOf(body)
  return rowCheck(name, bytes) === check ? bytes : undefined
}

export function soundChange(textId: number, row: ChangeRow): readonly TextChange[] | undefined {
  const list = soundBytes(`${textId}:${row.number}`, row)?.toString('utf8')
  if (list === undefined) return undefined
  return (JSON.parse(list) as [number, number, string][]).map(([from, to, insert]) => ({ from, to, insert }))
}
