import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { systemClock } from '../../main/system/clock'
import { openWorkspace, type Workspace } from '../../main/connections/workspace/workspace'
import { compare, type Row } from './row'

const CHANGES = 100
const PARAGRAPH = `${'The mast stands, and the wind goes on. '.repeat(25)}\n\n`
const GOAL_MS = 5

/**
 * The time from a received change to its durable storage in the journal (docs/performance.md), for texts of 1 MB and 10
 * MB: the whole command `document.change`, compared with a bare insert and commit of the same bytes in SQLite with
 * `synchronous=FULL`.
 */
export default async function journalBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-bench-'))
  const bare = openBare(join(folder, 'bare.db'))
  const workspace = openOffline(folder)
  try {
    const rows: Row[] = []
    for (const [name, length] of [
      ['1 MB', 1_000_000],
      ['10 MB', 10_000_000],
    ] as const) {
      const ours = await typing(workspace, length)
      rows.push(
        await compare({
          what: `change to durable in the journal, ${name} (p95 of ${CHANGES})`,
          ours,
          peer: () => p95(CHANGES, () => bare.insert()),
          peerName: 'bare SQLite insert and commit',
          goal: 1.5,
        }),
        await compare({
          what: `change to durable in the journal, ${name} (p95), in ms against the goal`,
          ours,
          peer: () => GOAL_MS,
          peerName: `${GOAL_MS} ms`,
          goal: 1,
        }),
      )
    }
    return rows
  } finally {
    await workspace.close()
    bare.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Types keys in the middle of a text, each stored before the next one; p95 in ms. */
async function typing(workspace: Workspace, length: number): Promise<() => Promise<number>> {
  const text = PARAGRAPH.repeat(Math.ceil(length / PARAGRAPH.length))
  const { id } = await workspace.documents.create({ title: `${length}`, text })
  let { version } = await workspace.documents.open({ id })
  const at = length >> 1
  return async () => {
    const times: number[] = []
    for (let change = 0; change < CHANGES; change++) {
      const start = performance.now()
      const answer = await workspace.documents.change({
        id,
        clientId: 'bench',
        version,
        updates: [[{ from: at, to: at, insert: 'x' }]],
      })
      times.push(performance.now() - start)
      if (answer.kind !== 'accepted') throw new Error(`the change is ${answer.kind}`)
      version = answer.version
      // A person pauses between keys, which leaves time for deferred work.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return quantile(times)
  }
}

function openOffline(folder: string): Workspace {
  let number = 0
  const address = 'http://127.0.0.1:1'
  return openWorkspace({
    folder: join(folder, 'connection'),
    known: { id: 'bench', name: 'Bench', kind: 'service', address },
    address,
    credential: () => undefined,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
    clock: systemClock,
    newUuid: () => `uuid-${++number}`,
    random: Math.random,
    emit: () => {},
    raise: () => {},
    autosavePublished: () => false,
    report: (error) => {
      throw error
    },
  })
}

function openBare(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE changes (id INTEGER PRIMARY KEY AUTOINCREMENT, body BLOB NOT NULL) STRICT`)
  const insert = database.prepare('INSERT INTO changes (body) VALUES (?)')
  const body = Buffer.from(JSON.stringify([[500_000, 500_000, 'x']]))
  return { insert: () => void insert.run(body), close: () => database.close() }
}

async function p95(count: number, work: () => void): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return quantile(times)
}

function quantile(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN
}
