import type { DocumentId } from '../../../shared/terms'
import { changedText, longText, wholeText } from '../../../shared/text/long-text'
import { bytesOf } from '../checksum'
import { transaction, type Database } from '../database'
import type { SnapshotStore } from '../snapshots'
import { soundBytes, soundChange, type HeadRow, type JournalRows, type TextRow } from './journal-rows'

/** Removes the rows of a document from the journal after some of them could not be read. */
export type Quarantine = (id: DocumentId, head: HeadRow) => void

/** For readers only: setting rows aside is left to the process that writes the library. */
export const noQuarantine: Quarantine = () => {
  throw new Error('its text is damaged')
}

/** Keeps the readable parts as words and the others as bytes; then the rows leave the journal. */
export function createQuarantine(
  database: Database,
  rows: JournalRows,
  snapshots: SnapshotStore,
): Quarantine {
  const titleOf = database.prepare('SELECT title FROM documents WHERE id = ?')
  const dropChanges = database.prepare('DELETE FROM changes WHERE text_id = ?')
  const dropTexts = database.prepare('DELETE FROM texts WHERE document_id = ?')
  const dropHead = database.prepare('DELETE FROM heads WHERE document_id = ?')

  return (id, head) =>
    transaction(database, () => {
      const title = (titleOf.get(id) as { title: string } | undefined)?.title ?? 'Untitled'
      const keep = (reason: string, text: string | Uint8Array) =>
        snapshots.keep({ documentId: id, kind: 'quarantine', reason, title, text })
      for (const row of rows.texts(id)) {
        const { text, left } = readAsFarAsSound(id, row, rows)
        keep(
          typeof text === 'string' && left.length === 0
            ? 'Kept from a damaged entry'
            : 'Kept from a damaged entry, as far as it can be read',
          text,
        )
        if (left.length > 0) keep('Later changes that could not be put in their place', Buffer.concat(left))
        dropChanges.run(row.id)
      }
      keep('What stood with a damaged entry', bytesOf(head.body))
      dropTexts.run(id)
      dropHead.run(id)
    })
}

/**
 * The text with its changes up to the first damaged or missing one, or its bytes; and the bytes of the remaining
 * changes.
 */
function readAsFarAsSound(id: DocumentId, row: TextRow, rows: JournalRows) {
  const changes = rows.changes(row.id)
  const bytes = soundBytes(`${id}:${row.id}`, row)
  let text = longText(bytes?.toString('utf8') ?? '')
  let applied = 0
  for (const change of bytes ? changes : []) {
    const sound = soundChange(row.id, change)
    if (!sound || change.number !== applied + 1) break
    text = changedText(text, sound)
    applied++
  }
  return {
    text: bytes ? wholeText(text) : bytesOf(row.body),
    left: changes.slice(applied).map(({ body }) => bytesOf(body)),
  }
}
