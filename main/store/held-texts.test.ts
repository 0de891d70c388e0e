import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createVirtualClock } from '../system/clock.virtual'
import { pulledDocument } from '../documents/core/initial'
import { openDatabase, type Database } from './database'
import { createJournal } from './journal/journal.sqlite'
import { MIGRATIONS } from './migrations'
import { createSnapshotStore } from './snapshots.sqlite'
import { createStore } from './store'

test('a library of an earlier version knows how much room its texts take, and loses none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-'))
  const file = join(folder, 'library.db')
  const before = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ id }) => id === '0006-held-texts'),
  )
  const old = openDatabase(file, { migrations: before })
  const text = 'Grüße über die See.'
  const insert = `INSERT INTO documents (id, remote_id, title, excerpt, status, phase, hidden, edited_since_published,
    pending, has_text, created_at, updated_at, words_sequence) VALUES (?, ?, 'T', '', 'draft', 'clean', 0, 0, 0, ?, '', '', 1)`
  old.prepare(insert).run('here', '1', 1)
  old.prepare(insert).run('listed', '2', 0)
  // The journal has not changed; only the table of documents has new columns.
  createJournalOf(old).write(pulledDocument('here', '1', { text, fields: {} }))
  old.close()
  const database = openDatabase(file)
  const { table, journal } = createStore(database, createVirtualClock())
  expect(table.heldBytes()).toBe(Buffer.byteLength(text))
  expect(table.get('here')).toMatchObject({ hasText: true, textBytes: Buffer.byteLength(text) })
  expect(table.countWithoutText()).toBe(1)
  expect(journal.read('here')).toMatchObject({ kind: 'kept', copy: { mine: { text } } })
  database.close()
  rmSync(folder, { recursive: true })
})

function createJournalOf(database: Database) {
  return createJournal(database, createSnapshotStore(database, createVirtualClock()))
}
