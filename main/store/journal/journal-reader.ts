import type { TextChange } from '../../../shared/text/text-change'
import type { DocumentId } from '../../../shared/terms'
import { changedText, longText, wholeText } from '../../../shared/text/long-text'
import type { WorkingCopy } from '../../documents/core/working-copy'
import { bytesOf, rowCheck } from '../checksum'
import { transaction, type Database } from '../database'
import type { SnapshotStore } from '../snapshots'
import { storageError } from '../../system/storage-error'

/** A text: the row that holds it, and how many of that row's changes have been made to it. */
export type Ref = readonly [textId: number, changes: number]

/** A working copy with what the journal needs to go on writing it. */
export interface Found {
  readonly kind: 'kept'
  readonly copy: WorkingCopy
  readonly typed?: string
  readonly head: string
  readonly mine: Ref
  readonly texts: ReadonlyMap<number, { length: number; changes: number; changesLength: number }>
  readonly known: readonly { readonly text: string; readonly ref: Ref }[]
}

interface HeadRow {
  readonly mine_changes: number
  readonly row_check: number
  readonly body: unknown
}
interface TextRow {
  readonly id: number
  readonly row_check: number
  readonly body: unknown
}
interface ChangeRow {
  readonly number: number
  readonly row_check: number
  readonly body: unknown
}

class Unreadable extends Error {}

/** Reads the journal's rows and trusts none of them: each is checked, and what fails is quarantined (W16). */
export function createJournalReader(database: Database, snapshots: SnapshotStore) {
  const headOf = database.prepare('SELECT mine_changes, row_check, body FROM heads WHERE document_id = ?')
  const textsOf = database.prepare('SELECT id, row_check, body FROM texts WHERE document_id = ? ORDER BY id')
  const textIdsOf = database.prepare('SELECT id FROM texts WHERE document_id = ?')
  const lastText = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'texts'")
  const titleOf = database.prepare('SELECT title FROM documents WHERE id = ?')
  const changesOf = database.prepare(
    'SELECT number, row_check, body FROM changes WHERE text_id = ? ORDER BY number',
  )

  function read(id: DocumentId): Found | { readonly kind: 'quarantined' } | undefined {
    try {
      return readOnce(id)
    } catch (error) {
      const trouble = storageError(error, database.location() ?? 'the library')
      if (trouble.problem.code !== 'damaged') throw trouble
      // An index that leads astray is made again from the rows, which carry checksums of their own.
      try {
        database.exec('REINDEX heads; REINDEX texts')
        return readOnce(id)
      } catch (again) {
        throw storageError(again, database.location() ?? 'the library')
      }
    }
  }

  function readOnce(id: DocumentId): Found | { readonly kind: 'quarantined' } | undefined {
    const row = headOf.get(id) as HeadRow | undefined
    if (!row) return undefined
    try {
      return assembled(id, row)
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof SyntaxError)) throw error
      quarantine(id, row)
      return { kind: 'quarantined' }
    }
  }

  function assembled(id: DocumentId, row: HeadRow): Found {
    const body = bytesOf(row.body)
    if (rowCheck(`${id}:${row.mine_changes}`, body) !== row.row_check) throw new Unreadable('head')
    const head = body.toString('utf8')
    const histories = new Map(
      (textsOf.all(id) as unknown as TextRow[]).map((text) => [text.id, historyOf(id, text)]),
    )
    const known: { text: string; ref: Ref }[] = []
    const resolve = (textId: number, changes: number): string => {
      const same = known.find(({ ref }) => ref[0] === textId && ref[1] === changes)
      if (same) return same.text
      const history = histories.get(textId)
      if (!history || changes > history.changes.length) throw new Unreadable(`text ${textId}`)
      const text = textAfter(history, changes)
      known.push({ text, ref: [textId, changes] })
      return text
    }
    const { mine: stored, ...rest } = JSON.parse(head, (key, value: unknown) =>
      key === 'text' && Array.isArray(value) ? resolve(Number(value[0]), Number(value[1])) : value,
    ) as WorkingCopy & { readonly mine: WorkingCopy['mine'] & { readonly row: number } }
    const { row: mineRow, ...mine } = stored
    const copy: WorkingCopy = { ...rest, mine: { ...mine, text: resolve(mineRow, row.mine_changes) } }
    const tip = histories.get(mineRow)!.changes.length
    const typed = tip > row.mine_changes ? resolve(mineRow, tip) : undefined
    const mineAtTip = known.find(({ ref }) => ref[0] === mineRow && ref[1] === tip)!.ref
    const texts = new Map(
      [...histories].map(([textId, { text, changes, changesLength }]) => [
        textId,
        { length: lengthAfter(text, changes), changes: changes.length, changesLength },
      ]),
    )
    return { kind: 'kept', copy, head, mine: mineAtTip, texts, known, ...(typed !== undefined && { typed }) }
  }

  interface History {
    readonly text: string
    readonly changes: readonly (readonly TextChange[])[]
    readonly changesLength: number
  }

  function historyOf(id: DocumentId, row: TextRow): History {
    const body = bytesOf(row.body)
    if (rowCheck(`${id}:${row.id}`, body) !== row.row_check) throw new Unreadable(`text ${row.id}`)
    const rows = changesOf.all(row.id) as unknown as ChangeRow[]
    const changes = rows.map((change, index) => {
      const readable = readableChange(row.id, change)
      if (!readable || change.number !== index + 1)
        throw new Unreadable(`change ${change.number} of ${row.id}`)
      return readable
    })
    return {
      text: body.toString('utf8'),
      changes,
      changesLength: rows.reduce((sum, change) => sum + bytesOf(change.body).length, 0),
    }
  }

  /** All that can be read, in words, and the bytes of what cannot; then the rows leave the journal. */
  function quarantine(id: DocumentId, head: HeadRow): void {
    transaction(database, () => {
      const title = (titleOf.get(id) as { title: string } | undefined)?.title ?? 'Untitled'
      const keep = (reason: string, text: string | Uint8Array) =>
        snapshots.keep({
          documentId: id,
          kind: 'quarantine',
          reason,
          title,
          text,
        })
      for (const row of textsOf.all(id) as unknown as TextRow[]) {
        const body = bytesOf(row.body)
        const rows = changesOf.all(row.id) as unknown as ChangeRow[]
        const isWhole = rowCheck(`${id}:${row.id}`, body) === row.row_check
        let text = longText(body.toString('utf8'))
        let applied = 0
        for (const change of rows) {
          const readable = readableChange(row.id, change)
          if (!isWhole || !readable || change.number !== applied + 1) break
          text = changedText(text, readable)
          applied++
        }
        const left = rows.slice(applied).map((change) => bytesOf(change.body))
        keep(
          isWhole && left.length === 0
            ? 'Kept from a damaged entry'
            : 'Kept from a damaged entry, as far as it can be read',
          isWhole ? wholeText(text) : body,
        )
        if (left.length > 0) keep('Later changes that could not be put in their place', Buffer.concat(left))
        database.prepare('DELETE FROM changes WHERE text_id = ?').run(row.id)
      }
      keep('What stood with a damaged entry', bytesOf(head.body))
      database.prepare('DELETE FROM texts WHERE document_id = ?').run(id)
      database.prepare('DELETE FROM heads WHERE document_id = ?').run(id)
    })
  }

  return {
    read,
    /** The greatest id that a text ever had here. */
    lastTextId(): number {
      const row = lastText.get() as { seq: number } | undefined
      return row?.seq ?? 0
    },
    textIds: (id: DocumentId): readonly number[] =>
      (textIdsOf.all(id) as { id: number }[]).map((row) => row.id),
  }

  function textAfter(history: History, count: number): string {
    if (count === 0) return history.text
    let text = longText(history.text)
    for (const changes of history.changes.slice(0, count)) text = changedText(text, changes)
    return wholeText(text)
  }
}

function lengthAfter(text: string, history: readonly (readonly TextChange[])[]): number {
  return history
    .flat()
    .reduce((length, { from, to, insert }) => length + insert.length - (to - from), text.length)
}

function readableChange(textId: number, row: ChangeRow): readonly TextChange[] | undefined {
  const body = bytesOf(row.body)
  if (rowCheck(`${textId}:${row.number}`, body) !== row.row_check) return undefined
  const list = JSON.parse(body.toString('utf8')) as [number, number, string][]
  return list.map(([from, to, insert]) => ({ from, to, insert }))
}
