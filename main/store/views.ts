import { editorView, type EditorView } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'

/** Where the writer was in each document: cursor, scroll, undo history. */
export interface Views {
  read(id: DocumentId): KeptView | undefined
  write(id: DocumentId, view: KeptView): void
  remove(id: DocumentId): void
}

export interface KeptView {
  readonly view: EditorView
  /** Of the text that the view belongs to; an undo history fits no other text. */
  readonly fingerprint: string
}

export function createViews(database: Database): Views {
  const select = database.prepare('SELECT body FROM views WHERE document_id = ?')
  const put = database.prepare('REPLACE INTO views VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM views WHERE document_id = ?')
  return {
    read(id) {
      const row = select.get(id) as { body: string } | undefined
      return row && readable(row.body)
    },
    write: (id, view) => void transaction(database, () => put.run(id, JSON.stringify(view))),
    remove: (id) => void transaction(database, () => remove.run(id)),
  }
}

function readable(body: string): KeptView | undefined {
  try {
    const { view, fingerprint } = JSON.parse(body) as Record<keyof KeptView, unknown>
    return { view: editorView.parse(view), fingerprint: String(fingerprint) }
  } catch {
    return undefined
  }
}
