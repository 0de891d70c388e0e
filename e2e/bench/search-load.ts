import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Search } from '../../server/search/search'
import { openSearchThread } from '../../server/search/search-thread'
import { openDatabase } from '../../server/store/database'
import { createStore, type Store } from '../../server/store/store'
import { dice } from './prose'
import { compare, median, type Figure, type Row } from './row'

const WORDS = 30_000
const TOPICS = 400
const TOPIC_WORDS = 60
const QUERIES = 200
const QUERIES_PER_ROUND = 60
const WRITES_PER_SECOND = 200
const WRITING_SECONDS = 10

/**
 * Generates texts with realistic frequencies: few words are common, most are rare, and texts of a topic share words.
 */
export function createWriter(seed: number) {
  const roll = dice(seed)
  const syllables = 'ka to mi ren sol tra ver lin dor bel han qui nor pes gam tic vor ly en ber'.split(' ')
  const words = Array.from({ length: WORDS }, (_, i) => {
    let word = ''
    for (let rest = i + 20; rest > 0; rest = Math.floor(rest / 20)) word += syllables[rest % 20]!
    return word
  })
  const common = () => words[Math.floor(WORDS ** (roll(10_000) / 10_000)) - 1]!
  const ofTopic = (topic: number) => words[(topic * 7_919 + roll(TOPIC_WORDS) * 104_729) % WORDS]!
  const some = (count: number, topic: number) =>
    Array.from({ length: count }, () => (roll(3) === 0 ? ofTopic(topic) : common())).join(' ')
  return {
    topic: () => roll(TOPICS),
    title: (topic: number) => some(4, topic),
    text: (topic: number) =>
      Array.from({ length: 3 }, () => `## ${some(3, topic)}\n\n${some(110, topic)}.`).join('\n\n'),
    query: (topic: number) => `${some(1 + roll(3), topic)} ${ofTopic(topic)} ${ofTopic(topic)}`,
  }
}
type Writer = ReturnType<typeof createWriter>

interface Library {
  readonly store: Store
  readonly search: Search
  readonly accountId: number
  readonly writer: Writer
  /** The time from an empty index until every document is found: splitting, indexing, training and embedding. */
  readonly indexedMs: number
}

/** Creates a library with a number of documents, indexed in a thread as in a service. */
async function withLibrary<T>(documents: number, measure: (library: Library) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'search-bench-'))
  const database = join(folder, 'content.sqlite')
  const store = createStore(openDatabase(database))
  const writer = createWriter(1)
  const accountId = store.accounts.ensureAccount('bench', 1)
  fill(store, accountId, writer, documents)
  const begun = performance.now()
  const search = openSearchThread(
    { databasePath: database, folder: join(folder, 'search'), embedding: undefined },
    (error) => console.error(error),
  )
  try {
    await search.settled()
    return await measure({ store, search, accountId, writer, indexedMs: performance.now() - begun })
  } finally {
    await search.close()
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures search over a number of documents of 2 KB with three chunks each, and over `few` for comparison. */
export async function measureLargeLibrary(documents: number, few: number): Promise<(Row | Figure)[]> {
  const of = `search, ${documents.toLocaleString('en')} documents of 2 KB`
  return withLibrary(documents, async (library) => {
    globalThis.gc?.()
    const megabytes = process.memoryUsage().rss / 1e6
    const latencies = await searchMany(library, QUERIES)
    const beside = await withLibrary(few, (small) =>
      compare({
        what: `${of}: p95 of ${QUERIES_PER_ROUND} queries`,
        ours: async () => p95(await searchMany(library, QUERIES_PER_ROUND)),
        peer: async () => p95(await searchMany(small, QUERIES_PER_ROUND)),
        peerName: `itself with ${few.toLocaleString('en')} documents`,
        goal: 2,
      }),
    )
    const writing = await writeAndSearch(library)
    return [
      {
        what: `${of}: p95 of ${QUERIES} queries`,
        ours: p95(latencies),
        unit: 'ms',
        ...atMost(p95(latencies), 150),
      },
      { what: `${of}: median`, ours: median(latencies), unit: 'ms' },
      beside,
      {
        what: `${of}: memory of the process, indexed`,
        ours: megabytes,
        unit: 'MB',
        ...atMost(megabytes, 600),
      },
      ...writingFigures(of, (documents / library.indexedMs) * 1000, writing),
    ]
  })
}

function writingFigures(of: string, perSecond: number, writing: Writing): Figure[] {
  return [
    {
      what: `${of}: indexed, learned from and embedded, documents a second`,
      ours: perSecond,
      unit: '',
      goal: WRITES_PER_SECOND,
      atLeast: true,
      met: perSecond >= WRITES_PER_SECOND,
    },
    {
      what: `${of}: found after a write, at ${WRITES_PER_SECOND} writes a second (p95)`,
      ours: p95(writing.freshMs),
      unit: 'ms',
      ...atMost(p95(writing.freshMs), 2_000),
    },
    { what: `${of}: p95 of searches meanwhile`, ours: p95(writing.searchMs), unit: 'ms' },
    {
      what: `${of}: a write while the index is kept up (median)`,
      ours: median(writing.writeMs),
      unit: 'ms',
      peer: median(writing.quietWriteMs),
      peerName: 'the same without search',
      ratio: median(writing.writeMs) / median(writing.quietWriteMs),
      goal: 1.25,
      met: median(writing.writeMs) / median(writing.quietWriteMs) <= 1.25,
    },
  ]
}

const atMost = (value: number, goal: number) => ({ goal, met: value <= goal })

export function fill(store: Store, accountId: number, writer: Writer, documents: number): void {
  for (let first = 0; first < documents; first += 1_000)
    store.transaction(() => {
      for (let i = first; i < Math.min(documents, first + 1_000); i++) write(store, accountId, writer)
    })
}

function write(store: Store, accountId: number, writer: Writer, more = ''): number {
  const topic = writer.topic()
  return store.documents.add(accountId, {
    folderId: null,
    title: writer.title(topic),
    status: topic % 2 === 0 ? 'draft' : 'published',
    createdAt: 1,
    updatedAt: 1,
    publishedAt: null,
    content: Buffer.from(writer.text(topic) + more),
  })
}

const ask = (search: Search, accountId: number, query: string, status?: string) =>
  search.search(accountId, { query, folderId: null, status, limit: 10 })

async function searchMany({ search, accountId, writer }: Library, queries: number): Promise<number[]> {
  const latencies: number[] = []
  let found = 0
  for (let i = -5; i < queries; i++) {
    const query = writer.query(writer.topic())
    const begun = performance.now()
    const { hits } = await ask(search, accountId, query, i % 4 === 0 ? 'published' : undefined)
    if (hits.length > 0) found++
    if (i >= 0) latencies.push(performance.now() - begun)
  }
  // Some of the words occur in no text of a small library.
  if (found < queries * 0.9) throw new Error(`only ${found} of ${queries} queries find anything`)
  return latencies
}

interface Writing {
  readonly freshMs: readonly number[]
  readonly searchMs: readonly number[]
  readonly writeMs: readonly number[]
  readonly quietWriteMs: readonly number[]
}

/** Writes at a steady rate, while one reader repeatedly searches for the last written document until it is found. */
async function writeAndSearch({ store, search, accountId, writer }: Library): Promise<Writing> {
  const [freshMs, searchMs, writeMs, quietWriteMs]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ]
  let last: { id: number; mark: string; written: number } | undefined
  let isWriting = true
  const readOn = async () => {
    while (isWriting || last) {
      const wanted = last
      last = undefined
      for (let isFound = !wanted; !isFound;) {
        const begun = performance.now()
        const { hits } = await ask(search, accountId, wanted!.mark)
        searchMs.push(performance.now() - begun)
        isFound = hits.some((hit) => hit.document_id === wanted!.id)
      }
      if (wanted) freshMs.push(performance.now() - wanted.written)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const reading = readOn()
  await pace((i) => {
    const mark = `mark${i}q`
    const id = timedWrite(store, accountId, writer, writeMs, `\n\n${mark}`)
    search.onDocumentChanged(accountId, id)
    last = { id, mark, written: performance.now() }
  })
  isWriting = false
  await reading
  await search.close()
  await pace(() => timedWrite(store, accountId, writer, quietWriteMs))
  return { freshMs, searchMs, writeMs, quietWriteMs }
}

async function pace(each: (i: number) => void): Promise<void> {
  const begun = performance.now()
  for (let i = 0; i < WRITES_PER_SECOND * WRITING_SECONDS; i++) {
    const due = begun + (i * 1000) / WRITES_PER_SECOND
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1))
    each(i)
  }
}

function timedWrite(store: Store, accountId: number, writer: Writer, into: number[], more = ''): number {
  const begun = performance.now()
  const id = store.transaction(() => write(store, accountId, writer, more))
  into.push(performance.now() - begun)
  return id
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN
}
