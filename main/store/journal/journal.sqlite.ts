import type { TextChange } from '../../../shared/text/text-change'
import type { DocumentId } from '../../../shared/terms'
import type { WorkingCopy } from '../../documents/core/working-copy'
import { rowCheck } from '../checksum'
import { onRollback, transaction, type Database } from '../database'
import { CHANGES_MAX, type Journal } from './journal'
import { createJournalReader, type Found } from './journal-reader'
import { createJournalRows } from './journal-rows'
import { createQuarantine } from './quarantine'
import type { KnownText, Ref } from './text-histories'
import type { SnapshotStore } from '../snapshots'

/**
 * The contents of one document's rows, as far as writing needs them. This is an immutable value, so that a rollback can
 * restore the last one.
 */
type Written = Omit<Found, 'kind' | 'typed'>

export function createJournal(database: Database, snapshots: SnapshotStore): Journal {
  const rows = createJournalRows(database)
  const reader = createJournalReader(database, rows, createQuarantine(database, rows, snapshots))
  // `REPLACE` is not used, because SQLite would first copy each page that it touches for a rollback.
  const putHead = database.prepare(
    `INSERT INTO heads VALUES (?, ?, ?, ?) ON CONFLICT (document_id) DO UPDATE
     SET mine_changes = excluded.mine_changes, row_check = excluded.row_check, body = excluded.body`,
  )
  const insertText = database.prepare(
    'INSERT INTO texts (id, document_id, row_check, body) VALUES (?, ?, ?, ?)',
  )
  const insertChange = database.prepare('INSERT INTO changes VALUES (?, ?, ?, ?)')
  const deleteChanges = database.prepare('DELETE FROM changes WHERE text_id = ?')
  const deleteText = database.prepare('DELETE FROM texts WHERE id = ?')
  const deleteHead = database.prepare('DELETE FROM heads WHERE document_id = ?')
  const written = new Map<DocumentId, Written>()
  // The id is chosen before the insert, because the checksum covers it; an id is never used twice.
  let lastTextId = reader.lastTextId()

  function remember(id: DocumentId, next: Written | undefined): void {
    const before = written.get(id)
    onRollback(database, () => (before ? written.set(id, before) : written.delete(id)))
    if (next) written.set(id, next)
    else written.delete(id)
  }

  function writeText(id: DocumentId, text: string): number {
    const body = Buffer.from(text)
    const textId = ++lastTextId
    insertText.run(textId, id, rowCheck(`${id}:${textId}`, body), body)
    return textId
  }

  function dropText(textId: number): void {
    deleteChanges.run(textId)
    deleteText.run(textId)
  }

  function putHeadRow(id: DocumentId, mine: Ref, head: string): void {
    const body = Buffer.from(head)
    putHead.run(id, mine[1], rowCheck(`${id}:${mine[1]}`, body), body)
  }

  function write(
    copy: WorkingCopy,
    before: Written | undefined,
    known: readonly KnownText[],
    isTyping = false,
  ): void {
    const texts = new Map(before?.texts)
    const used: KnownText[] = []
    const place = (text: string, atTip: boolean): Ref => {
      const fits = (entry: KnownText) =>
        entry.text === text && (!atTip || entry.ref[1] === texts.get(entry.ref[0])?.changes)
      let entry = used.find(fits) ?? known.find(fits)
      if (!entry) {
        entry = { text, ref: [writeText(copy.id, text), 0] }
        texts.set(entry.ref[0], { length: text.length, changes: 0, changesLength: 0 })
      }
      if (!used.includes(entry)) used.push(entry)
      return entry.ref
    }
    // Typing is appended to mine's row, so the text of mine must include all changes of that row; the head then names
    // only the row.
    const mine = place(copy.mine.text, true)
    const head = JSON.stringify(
      { ...copy, mine: { ...copy.mine, text: undefined, row: mine[0] } },
      (key, value: unknown) => (key === 'text' && typeof value === 'string' ? place(value, false) : value),
    )
    // While somebody types the head is not rewritten: the changes after it lead to the same text.
    if (!isTyping || head !== before?.head) putHeadRow(copy.id, mine, head)
    for (const textId of texts.keys())
      if (!used.some(({ ref }) => ref[0] === textId)) {
        dropText(textId)
        texts.delete(textId)
      }
    remember(copy.id, { copy, head, mine, texts, known: used })
  }

  return {
    read(id) {
      const found = reader.read(id)
      if (found?.kind !== 'kept') return found
      remember(id, found)
      return { kind: 'kept', copy: found.copy, ...(found.typed !== undefined && { typed: found.typed }) }
    },

    write(copy, typed) {
      transaction(database, () => {
        const before = written.get(copy.id)
        const isTip = before !== undefined && typed?.length === before.texts.get(before.mine[0])?.length
        const tip = before && typed !== undefined && isTip ? [{ text: typed, ref: before.mine }] : []
        write(copy, before, [...tip, ...(before?.known ?? [])], typed !== undefined)
      })
    },

    append(id: DocumentId, changes: readonly TextChange[]) {
      transaction(database, () => {
        const before = written.get(id)
        if (!before) throw new Error(`the journal does not know ${id}`)
        const [textId, last] = before.mine
        const row = before.texts.get(textId)!
        const json = JSON.stringify(changes.map(({ from, to, insert }) => [from, to, insert]))
        const body = Buffer.from(json)
        insertChange.run(textId, last + 1, rowCheck(`${textId}:${last + 1}`, body), body)
        const grown = {
          length:
            row.length + changes.reduce((sum, { from, to, insert }) => sum + insert.length - (to - from), 0),
          changes: last + 1,
          changesLength: row.changesLength + json.length,
        }
        const texts = new Map(before.texts).set(textId, grown)
        remember(id, { ...before, mine: [textId, last + 1], texts })
      })
    },

    lastChange: (id) => rows.lastChange(written.get(id)?.mine[0] ?? 0),

    remove(id) {
      transaction(database, () => {
        const before = written.get(id)
        if (!before && reader.read(id)?.kind === 'quarantined') return
        deleteHead.run(id)
        for (const textId of before?.texts.keys() ?? reader.textIds(id)) dropText(textId)
        remember(id, undefined)
      })
    },

    release: (id) => remember(id, undefined),

    compact(id) {
      const before = written.get(id)
      const row = before?.texts.get(before.mine[0])
      if (!before || !row) return
      const isLong = row.changes > CHANGES_MAX || row.changesLength > Math.max(1 << 18, row.length)
      // Typed changes that no head includes yet are only in the row.
      const isWhole = before.known.some(
        ({ text, ref }) => ref === before.mine && text === before.copy.mine.text,
      )
      if (isLong && isWhole)
        transaction(database, () => {
          const others = before.known.filter(({ ref }) => ref[0] !== before.mine[0])
          write(before.copy, before, others)
        })
    },
  }
}
