import MiniSearch from 'minisearch'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '../../main/search/words-here'
import { openWordsThread } from '../../main/search/words-thread'
import type { Figure } from './row'
import { fill, textOf, titleOf } from './words-library'

const DOCUMENTS = 50_000
const EXCERPTS = 20
const ROUNDS = 40

/**
 * Exact search in 50,000 documents of 2 KB: the first indexing, a query while it is typed, and the size of the index on
 * the disk.
 */
export default async function wordsBench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stet-words-'))
  try {
    const texts = Array.from({ length: DOCUMENTS }, (_, seed) => textOf(seed))
    const library = join(folder, 'library.db')
    fill(library, texts)
    const { engine, index, source } = openEngine({ library, index: join(folder, 'words.db') }, (error) =>
      console.error(error),
    )
    const built = timed(() => engine.catchUp(600_000))
    const peer = new MiniSearch({ fields: ['title', 'body'] })
    const peerBuilt = timed(() => peer.addAll(texts.map((body, id) => ({ id, title: titleOf(id), body }))))
    const rows: Figure[] = [
      beside('words: first index of 50,000 documents', built, peerBuilt, 30_000, '30 s'),
    ]
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const share = index.bytes() / bytes
    rows.push({
      what: 'words: index on the disk, in sizes of the text',
      ours: share,
      unit: '',
      goal: 1.5,
      met: share <= 1.5,
    })
    for (const [name, queries] of Object.entries(QUERIES)) {
      const times = { ours: [] as number[], peer: [] as number[] }
      for (let round = 0; round < ROUNDS; round++) {
        const query = queries[round % queries.length]!
        times.ours.push(
          timed(() =>
            engine.find({
              query,
              narrowing: { filter: {}, recentSince: '2000-01-01' },
              limit: EXCERPTS,
              words: 'all',
            }),
          ),
        )
        times.peer.push(timed(() => peer.search(query, { prefix: true, combineWith: 'AND' })))
      }
      rows.push(beside(`words: ${name}, 20 excerpts (p95)`, p95(times.ours), p95(times.peer), 50, '50 ms'))
    }
    const saves = Array.from({ length: ROUNDS }, (_, number) =>
      timed(() => index.put([{ id: `d${number}`, title: 'Again', body: texts[number]! }], index.until())),
    )
    rows.push({
      what: 'words: one saved document taken in, in the worker (p95)',
      ours: p95(saves),
      unit: 'ms',
    })
    rows.push(await inMain(library, join(folder, 'words.db')))
    source.close()
    index.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const QUERIES = {
  'one word': ['house', 'sentence', 'harbour7', 'country', 'picture'],
  'three letters of a word': ['wor', 'tha', 'pla', 'har', 'sho'],
  'two words and a beginning': ['large hou', 'mother ear', 'great wat', 'light far'],
  'a phrase': ['"of the"', '"the house"', '"all right"', '"small town"'],
}

function timed(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

const p95 = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN

/** The cost of a saved document for the main process, which only notifies the worker. */
async function inMain(library: string, index: string): Promise<Figure> {
  const words = openWordsThread({ library, index }, (error) => console.error(error))
  const wakes = Array.from({ length: 1_000 }, () => timed(() => words.wake()))
  await words.ids('house', 1)
  await words.close()
  return {
    what: 'words: one saved document, in the main process (p95)',
    ours: p95(wakes),
    unit: 'ms',
    goal: 1,
    met: p95(wakes) <= 1,
  }
}

const beside = (what: string, ours: number, peer: number, mostMs: number, goal: string): Figure => ({
  what,
  ours,
  unit: 'ms',
  peer,
  peerName: 'MiniSearch 7.2.0',
  ratio: ours / peer,
  goal: `at most ${goal}`,
  met: ours <= mostMs,
})
