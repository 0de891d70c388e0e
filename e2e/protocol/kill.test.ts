import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WHEN_OPENED } from '../../shared/terms'
import { openMemoryService, type MemoryService } from '../../server/testing/app.memory'
import { listen, type Listening } from '../../server/cli/listen'
import { bundled } from './bundled'

/** The number of kills, which is larger in the long run. */
const ROUNDS = process.env['STET_FUZZ_LONG'] === undefined ? 6 : 200
const SEED = Number(process.env['STET_SEED'] ?? 20261121)

interface Line {
  readonly started?: true
  readonly word?: string
  readonly notice?: string
  readonly failure?: string
  readonly texts?: readonly { readonly title: string; readonly text: string | null }[]
  readonly snapshots?: readonly string[]
}

let entry: string
let folder: string
let service: MemoryService
let listening: Listening
const children = new Set<ChildProcess>()

beforeAll(async () => {
  const writer = await bundled('killed-writer.ts')
  entry = writer.entry
  return writer.dispose
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stet-'))
  service = openMemoryService()
  listening = await listen(service.app, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  await listening.stop(0)
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts the process and passes each line of its output to `hear`. Resolves with the exit code when the process has
 * ended.
 */
function run(
  mode: string,
  round: number,
  hear: (line: Line, child: ChildProcess) => void,
): Promise<number | null> {
  const child = spawn(process.execPath, [entry, mode, folder, listening.url, service.key, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line of a killed process may be incomplete.
    if (line.endsWith('}')) hear(JSON.parse(line) as Line, child)
  })
  return new Promise((resolve) =>
    child.once('close', (code) => {
      children.delete(child)
      resolve(code)
    }),
  )
}

/** Runs the process to its end and returns its last report. */
async function finished(): Promise<Required<Pick<Line, 'texts' | 'snapshots'>>> {
  let last: Line | undefined
  const code = await run('finish', 0, (line) => {
    expect(line.failure).toBeUndefined()
    if (line.texts) last = line
  })
  expect(code).toBe(0)
  return { texts: last!.texts!, snapshots: last!.snapshots! }
}

const create = async (title: string, content: string) => {
  const response = await service.app(
    new Request(`${listening.url}/api/v1/documents`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, content }),
    }),
  )
  expect(response.status).toBe(201)
}

async function there(): Promise<{ title: string; content: string }[]> {
  const found: { title: string; content: string }[] = []
  for (let page = 1; ; page++) {
    const response = await service.app(
      new Request(`${listening.url}/api/v1/documents?per_page=100&page=${page}&sort=title`, {
        headers: { 'X-API-Key': service.key },
      }),
    )
    const { data, meta } = (await response.json()) as {
      data: { title: string; content: string }[]
      meta: { last_page: number }
    }
    found.push(...data)
    if (page >= meta.last_page) return found
  }
}

function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => (state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0) % below
}

test(`SIGKILL while typing and saving, ${ROUNDS} times: every acknowledged word is there once, in its order`, async () => {
  const roll = dice(SEED)
  await create('There', '')
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const killAfter = 1 + roll(60)
    let said = 0
    await run('write', round, (line, child) => {
      expect(line.failure).toBeUndefined()
      if (line.word === undefined) return
      acknowledged.push(line.word)
      if (++said === killAfter) child.kill('SIGKILL')
    })
  }
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * 3)
  const { texts, snapshots } = await finished()
  const stored = await there()
  for (const [index, title] of ['There', 'Here'].entries()) {
    const text = texts.find((one) => one.title === title)?.text ?? ''
    const words = text.split(' ').filter((word) => word !== '')
    expect(new Set(words).size, 'no word twice').toBe(words.length)
    const mine = acknowledged.filter((word) => word.startsWith(`${index}-`))
    // The words typed last may be stored without an acknowledgement.
    expect(words.filter((word) => mine.includes(word))).toEqual(mine)
    expect(stored.filter((one) => one.title === title).map((one) => one.content)).toEqual([text])
  }
  expect(stored).toHaveLength(2)
  // A lone writer never sees a merge of the own changes.
  expect(snapshots.filter((reason) => reason !== WHEN_OPENED)).toEqual([])
})

test(`SIGKILL while pulling, ${ROUNDS} times: it opens every time, and in the end all is there once`, async () => {
  const roll = dice(SEED + 1)
  for (let count = 0; count < 250; count++) await create(`Document ${count}`, `Text ${count}. `.repeat(200))
  for (let round = 0; round < ROUNDS; round++)
    await run('pull', round, (line, child) => {
      expect(line.failure).toBeUndefined()
      if (line.started) setTimeout(() => child.kill('SIGKILL'), roll(60))
    })
  const { texts } = await finished()
  expect(texts.map(({ title, text }) => `${title}: ${text}`).sort()).toEqual(
    (await there()).map(({ title, content }) => `${title}: ${content}`).sort(),
  )
})

test(`SIGKILL while a new library is being made, ${ROUNDS} times: it opens every time`, async () => {
  const roll = dice(SEED + 2)
  await create('Only', 'One.')
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(folder, { recursive: true, force: true })
    for (const delayMs of [80 + roll(120), 80 + roll(120)]) {
      const gone = run('pull', round, (line) => expect(line.notice).toBeUndefined())
      const timer = setTimeout(() => {
        for (const child of children) child.kill('SIGKILL')
      }, delayMs)
      await gone
      clearTimeout(timer)
    }
  }
  expect((await finished()).texts).toEqual([{ title: 'Only', text: 'One.' }])
})
