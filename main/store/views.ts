import { z } from 'zod'
import { editorView, type EditorView } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'
import { attempt } from '../../shared/thrown'

/** The writer's last position in each document: cursor, scroll, undo history. */
export interface Views {
  read(id: DocumentId): KeptView | undefined
  write(id: DocumentId, view: KeptView): void
  remove(id: DocumentId): void
}

export interface KeptView {
  readonly view: EditorView
  /** The fingerprint of the text that the view belongs to; an undo history fits no other text. */
  readonly fingerprint: string
  /** The position of the cursor in that text, measured from its end. */
  readonly place?: PlaceFromEnd
}

/** A position in a text to which words were added before the position, as typing at a cursor does. */
export interface PlaceFromEnd {
  /** How many UTF-16 units of the editor's text follow it. */
  readonly rest: number
  /** The first of these units. */
  readonly after: string
}

const placeFromEnd = z.object({ rest: z.number().int().nonnegative(), after: z.string() })

export function createViews(database: Database): Views {
  const select = database.prepare('SELECT body FROM views WHERE document_id = ?')
  const put = database.prepare('REPLACE INTO views VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM views WHERE document_id = ?')
  return {
    read(id) {
      const row = select.get(id) as { body: string } | undefined
      return row && attempt(() => keptView(row.body))
    },
    write: (id, view) => void transaction(database, () => put.run(id, JSON.stringify(view))),
    remove: (id) => void transaction(database, () => remove.run(id)),
  }
}

function keptView(body: string): KeptView {
  const { view, fingerprint, place } = JSON.parse(body) as Record<keyof KeptView, unknown>
  const read = placeFromEnd.safeParse(place).data
  return {
    view: editorView.parse(view),
    fingerprint: String(fingerprint),
    ...(read !== undefined && { place: read }),
  }
}
