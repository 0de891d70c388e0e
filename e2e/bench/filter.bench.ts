import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { createCatalog } from '../../main/library/catalog/catalog'
import { openLibraryItems } from '../../main/library/items/library-items'
import { openEngine, type Words } from '../../main/search/words-here'
import { openWordsThread } from '../../main/search/words-thread'
import { openDatabase } from '../../main/store/database'
import { createDocumentTable } from '../../main/store/document-table.sqlite'
import { createReplica } from '../../main/store/lists/replica'
import { createRows } from '../../main/store/rows'
import type { Figure } from './row'
import { fill, textOf } from './words-library'

const DOCUMENTS = 50_000
const FILTER_MS_MAX = 30
const ROUNDS = 5
/** The number of rows that the list requests at a time. */
const PAGE = 100
const TYPED = ['the', 'large house', 'harbour7', 'sentence', 'mother early']
const TITLES = ['doc', 'document 4', 'dcmt77', '12345']

/**
 * 50,000 documents of 2 KB: from a key in the filter of the list, or in the quick switcher, to main's answer. Full-text
 * search runs in its own thread, as in the app.
 */
export default async function filterBench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stet-filter-'))
  const files = { library: join(folder, 'library.db'), index: join(folder, 'words.db') }
  fill(
    files.library,
    Array.from({ length: DOCUMENTS }, (_, seed) => textOf(seed)),
  )
  const { engine, index, source } = openEngine(files, (error) => console.error(error))
  engine.catchUp(600_000)
  source.close()
  index.close()
  const words = openWordsThread(files, (error) => console.error(error))
  const database = openDatabase(files.library)
  try {
    const { documents, find } = catalogOn(database, words)
    const filtered = await eachKey(TYPED, (text) =>
      documents({ filter: { text }, sort: 'updated', descending: true, offset: 0, limit: PAGE }),
    )
    const switched = await eachKey(TITLES, (query) => find({ query, limit: 50 }))
    return [
      ...within('list of 50,000 documents: filter as it is typed', filtered),
      ...within('quick switcher, 50,000 titles: as it is typed', switched),
    ]
  } finally {
    await words.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function catalogOn(database: ReturnType<typeof openDatabase>, words: Words) {
  const clock = createVirtualClock()
  const table = createDocumentTable(database)
  return createCatalog({
    replica: createReplica(database),
    table,
    items: openLibraryItems(createRows(database)),
    clock,
    documents: {
      withoutText: (folders) => table.countWithoutText(folders),
      inMemoryOnly: () => undefined,
      madeInMemoryOnly: () => [],
      deletedInMemoryOnly: () => [],
    },
    keptOffline: () => [],
    withWords: (typed, limit) => words.ids(typed, limit),
    searchable: (ids) => ids,
    onCountsStale: () => {},
  })
}

/** The time of each key of each word in ms; the first round is a warm-up. */
async function eachKey(typed: readonly string[], ask: (text: string) => unknown): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= ROUNDS; round++)
    for (const text of typed)
      for (let length = 1; length <= text.length; length++) {
        const begun = performance.now()
        await ask(text.slice(0, length))
        if (round > 0) times.push(performance.now() - begun)
      }
  return times.sort((a, b) => a - b)
}

function within(what: string, sorted: readonly number[]): Figure[] {
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return [
    {
      what: `${what} (median)`,
      ours: at(0.5),
      unit: 'ms',
      goal: FILTER_MS_MAX,
      met: at(0.5) <= FILTER_MS_MAX,
    },
    {
      what: `${what} (p95)`,
      ours: at(0.95),
      unit: 'ms',
      goal: FILTER_MS_MAX,
      met: at(0.95) <= FILTER_MS_MAX,
    },
  ]
}
