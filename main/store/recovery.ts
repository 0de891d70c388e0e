import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { attempt } from '../../shared/thrown'
import { openDamaged, rowsOf } from '../../node/damaged-rows'
import { AppError } from '../../shared/problem'
import type { TextChange } from '../../shared/text/text-change'
import type { Clock } from '../system/clock'
import { changedText, longText, wholeText } from '../../shared/text/long-text'
import { bytesOf } from './checksum'
import { openDatabase, transaction, type Database } from './database'
import { createSnapshotReader, createSnapshotStore } from './snapshots.sqlite'
import type { SnapshotStore } from './snapshots'

/** The index of words, beside the library. */
export const WORDS_FILE = 'words.db'

export interface Opened {
  readonly database: Database
  /** Present where the old file was damaged. */
  readonly recovered?: {
    /** The present name of the damaged file, which is unchanged. */
    readonly aside: string
    /** How many texts were read from it into the recovered texts. */
    readonly texts: number
  }
}

/**
 * Opens the database. A damaged one is renamed to a name that says so, the readable unsaved texts and snapshots are
 * moved to a new one, and everything that the service has is pulled again. Throws an AppError where the folder cannot
 * be used.
 */
export function openOrRecover(file: string, clock: Clock): Opened {
  if (!wasEmptied(file))
    try {
      return { database: openDatabase(file) }
    } catch (error) {
      if (!(error instanceof AppError) || error.problem.code !== 'damaged') throw error
    }
  const aside = setAside(file, clock)
  const database = openDatabase(file)
  const snapshots = createSnapshotStore(database, clock)
  return { database, recovered: { aside, texts: transaction(database, () => salvage(aside, snapshots)) } }
}

/**
 * Whether the file is empty although it was a library once: its log or its index of words is beside it. SQLite would
 * silently take it for a new one, and delete the log.
 */
function wasEmptied(file: string): boolean {
  const isEmpty = existsSync(file) && statSync(file).size === 0
  return isEmpty && [`${file}-wal`, join(dirname(file), WORDS_FILE)].some(existsSync)
}

function setAside(file: string, clock: Clock): string {
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  let aside = `${file}.damaged-${day}`
  for (let number = 2; existsSync(aside); number++) aside = `${file}.damaged-${day}-${number}`
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end)
  return aside
}

/** Reads everything readable, row by row; an unreadable page loses only its own rows. */
function salvage(aside: string, snapshots: SnapshotStore): number {
  if (statSync(aside).size === 0) return 0
  let damaged: Database
  try {
    damaged = openDamaged(aside)
  } catch {
    return 0
  }
  let count = 0
  const keep = (words: Parameters<SnapshotStore['keep']>[0]) => {
    snapshots.keep(words)
    count++
  }
  try {
    salvageTexts(damaged, keep)
    salvageSnapshots(damaged, (words) => snapshots.keep(words))
  } finally {
    damaged.close()
  }
  return count
}

interface TextRow {
  readonly id: number
  readonly document_id: string
  readonly body: unknown
}

function salvageTexts(damaged: Database, keep: SnapshotStore['keep']): void {
  const settled = settledDocuments(damaged)
  const title = attempt(() => damaged.prepare('SELECT title FROM documents WHERE id = ?'))
  const changes = attempt(() => damaged.prepare('SELECT body FROM changes WHERE text_id = ? ORDER BY number'))
  for (const row of rowsOf<TextRow>(damaged, 'texts', 'id, document_id, body')) {
    if (settled.has(row.document_id)) continue
    const text = attempt(() => bytesOf(row.body).toString('utf8'))
    if (text === undefined) continue
    const found = attempt(() => title?.get(row.document_id) as { title: string } | undefined)
    let now = longText(text)
    for (const change of attempt(() => changes?.all(row.id) as { body: unknown }[]) ?? []) {
      const next = attempt(() => changedText(now, parsedChanges(change.body)))
      if (next === undefined) break
      now = next
    }
    keep({
      documentId: row.document_id,
      kind: 'quarantine',
      reason: 'Kept from a damaged library',
      title: found?.title ?? 'Recovered text',
      text: wholeText(now),
    })
  }
}

function parsedChanges(body: unknown): TextChange[] {
  const list = JSON.parse(bytesOf(body).toString('utf8')) as [number, number, string][]
  return list.map(([from, to, insert]) => ({ from, to, insert }))
}

/** Documents of which the service has every word. Where that cannot be read, documents count as unsaved. */
function settledDocuments(damaged: Database): ReadonlySet<string> {
  const settled = new Set<string>()
  for (const row of rowsOf<{ id: string; pending: number; remote_id: string | null }>(
    damaged,
    'documents',
    'id, pending, remote_id',
  ))
    if (row.pending === 0 && row.remote_id !== null) settled.add(row.id)
  return settled
}

interface SnapshotRow {
  readonly id: number
  readonly document_id: string | null
  readonly kind: Parameters<SnapshotStore['keep']>[0]['kind']
  readonly reason: string
  readonly title: string
}

/** Reads the damaged file through the store's own code, so that packed snapshots are copied as texts. */
function salvageSnapshots(damaged: Database, keep: SnapshotStore['keep']): void {
  const old = attempt(() => createSnapshotReader(damaged))
  if (!old) return
  for (const row of rowsOf<SnapshotRow>(damaged, 'snapshots', 'id, document_id, kind, reason, title')) {
    const text = attempt(() => old.read(String(row.id))?.text)
    if (text === undefined) continue
    const { document_id: documentId, kind, reason, title } = row
    attempt(() => keep({ ...(documentId !== null && { documentId }), kind, reason, title, text }))
  }
}
