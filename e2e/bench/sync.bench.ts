import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../main/system/clock'
import { openWorkspace, type Workspace } from '../../main/connections/workspace/workspace'
import type { EventName, EventPayload } from '../../shared/ipc/ipc'
import { compare, type Row } from './row'
import { startService, type Running } from './service-process'

const DOCUMENTS = 10_000
const PER_PAGE = 100
const SAVES = 40
const SAVED_GOAL_MS = 60
const WAITING = 500
const KEYS = 60
const MEGABYTE = 'The mast stands, and the wind goes on. '.repeat(26_000)

/**
 * The waiting times of a writer with a reachable service, over loopback with the built service (docs/performance.md).
 */
export default async function syncBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sync-bench-'))
  // The texts are indexed beforehand, because indexing all of them would take one core from both sides for a minute.
  const service = await startService(join(folder, 'service'), DOCUMENTS, false, true)
  try {
    return [
      await firstPull(folder, service),
      await savedAfterKey(folder, service),
      await typingWhileDraining(folder, service),
    ]
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function firstPull(folder: string, service: Running): Promise<Row> {
  let round = 0
  return compare({
    what: `first pull of ${DOCUMENTS} documents, durable and listed`,
    ours: async () => {
      const { workspace } = open(join(folder, `pull-${round++}`), service)
      const start = performance.now()
      const isRead = await workspace.whenRead()
      const ms = performance.now() - start
      const { counts, withoutText } = workspace.catalog.library()
      if (!isRead || counts['all'] !== DOCUMENTS || withoutText > 0)
        throw new Error(`${counts['all']} documents came, ${withoutText} without their text`)
      await workspace.close()
      return ms
    },
    peer: () => walk(service),
    peerName: 'a bare loop over the same pages',
    goal: 2,
    rounds: 11,
    warmUp: 0,
  })
}

async function walk({ port, key }: Running): Promise<void> {
  for (let page = 1; page <= DOCUMENTS / PER_PAGE; page++) {
    const query = `sort=-updated_at&page=${page}&per_page=${PER_PAGE}`
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/documents?${query}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const { data } = (await answer.json()) as { readonly data: readonly unknown[] }
    if (data.length !== PER_PAGE) throw new Error(`page ${page} has ${data.length} documents`)
  }
}

/** The time from the save key, with the last change durable, to "Saved". */
async function savedAfterKey(folder: string, service: Running): Promise<Row> {
  const { workspace, phaseTold } = open(join(folder, 'save'), service)
  await workspace.whenRead()
  const { id } = await workspace.documents.create({ title: 'Long', text: MEGABYTE })
  // Windows receive events only for the documents that they have open.
  const type = await typist(workspace, id)
  const created = phaseTold(id, 'clean')
  await workspace.documents.save({ id, reason: 'key' })
  await created
  const row = await compare({
    what: `save key to “Saved” of 1 MB (p95 of ${SAVES}), in ms against the goal`,
    ours: async () => {
      const times: number[] = []
      for (let count = 0; count < SAVES; count++) {
        await type()
        const start = performance.now()
        const saved = phaseTold(id, 'clean')
        await workspace.documents.save({ id, reason: 'key' })
        await saved
        times.push(performance.now() - start)
      }
      return quantile(times)
    },
    peer: () => SAVED_GOAL_MS,
    peerName: `${SAVED_GOAL_MS} ms`,
    goal: 1,
    rounds: 5,
    warmUp: 1,
  })
  await workspace.close()
  return row
}

/** The time from a key to its durable storage while the outbox is drained, compared with the time at rest before. */
async function typingWhileDraining(folder: string, service: Running): Promise<Row> {
  const { workspace } = open(join(folder, 'drain'), service)
  await workspace.whenRead()
  const { id } = await workspace.documents.create({ title: 'Typed', text: MEGABYTE.slice(0, 50_000) })
  const type = await typist(workspace, id)
  /** Both figures of a round are measured together, whichever is requested first. */
  let taken: Promise<{ readonly before: number; readonly during: number }> | undefined
  let asked = 0
  const figure = (name: 'before' | 'during') => async () => {
    const figures = await (taken ??= drain())
    if (++asked % 2 === 0) taken = undefined
    return figures[name]
  }

  async function drain() {
    workspace.outbox.pause(true)
    workspace.documents.createAll(
      Array.from({ length: WAITING }, (_, n) => ({
        title: `Waiting ${n}`,
        text: `Text ${n}.`,
        folderId: null,
        tagIds: [],
        status: 'draft',
      })),
    )
    await rest()
    const before = quantile(await typed(type, KEYS))
    workspace.outbox.pause(false)
    const times: number[] = []
    while (workspace.outbox.waiting() > 1) times.push(...(await typed(type, 5)))
    if (times.length < KEYS) throw new Error(`only ${times.length} keys were pressed while it was drained`)
    return { before, during: quantile(times) }
  }

  const row = await compare({
    what: `change to durable while ${WAITING} waiting documents are sent (p95)`,
    ours: figure('during'),
    peer: figure('before'),
    peerName: 'the same before',
    goal: 1.5,
    rounds: 5,
    warmUp: 1,
  })
  await workspace.close()
  return row
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 500))

async function typed(type: () => Promise<void>, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let key = 0; key < count; key++) {
    const start = performance.now()
    await type()
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return times
}

/** Each call types one key in the middle of the text, and resolves when the key is durable. */
async function typist(workspace: Workspace, id: string): Promise<() => Promise<void>> {
  let { version } = await workspace.documents.open({ id })
  return async () => {
    const updates = [[{ from: 1_000, to: 1_000, insert: 'x' }]]
    const answer = await workspace.documents.change({ id, clientId: 'bench', version, updates })
    if (answer.kind !== 'accepted') throw new Error(`the change is ${answer.kind}`)
    version = answer.version
  }
}

function open(folder: string, { port, key }: Running) {
  const address = `http://127.0.0.1:${port}`
  const listening = new Set<(status: EventPayload<'document.status-changed'>) => void>()
  let number = 0
  const workspace = openWorkspace({
    folder,
    known: { id: 'bench', name: 'Bench', kind: 'service', address },
    address,
    credential: () => ({ key, form: 'bearer' }),
    fetch: (url, init) => fetch(url, init),
    // The capabilities known for the embedded service; otherwise each write is preceded by a read and followed by a
    // check (C6).
    capabilities: { guarded: 'seen', etags: 'yes', idempotency: 'yes' },
    clock: systemClock,
    newUuid: () => `${process.pid}-${folder.length}-${performance.now()}-${++number}`,
    random: Math.random,
    emit: <N extends EventName>(name: N, payload: EventPayload<N>) => {
      if (name === 'document.status-changed')
        for (const listener of listening) listener(payload as EventPayload<'document.status-changed'>)
    },
    raise: () => {},
    autosavePublished: () => false,
    report: (error) => {
      throw error
    },
  })
  const phaseTold = (id: string, phase: string) =>
    new Promise<void>((resolve) => {
      const listener = (status: EventPayload<'document.status-changed'>) => {
        if (status.id !== id || status.phase !== phase) return
        listening.delete(listener)
        resolve()
      }
      listening.add(listener)
    })
  return { workspace, phaseTold }
}

function quantile(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN
}
