import { presentableDiff } from '@codemirror/merge'
import { diffWordsWithSpace } from 'diff'
import { createAnalysis } from '../../main/history/analysis'
import { openDatabase } from '../../main/store/database'
import { createVersionStore } from '../../main/store/versions/versions'
import { diffWords } from '../../shared/text/words/diff-words'
import { dice, paragraphs } from './prose'
import { compare, type Row } from './row'

const BYTES = 1_800_000
const VERSIONS = 500

/** Stores and reads the history of a document of 300,000 words with 500 versions, as main does. */
export default async function historyBench(): Promise<Row[]> {
  const texts = series()
  const database = openDatabase(':memory:')
  const versions = createVersionStore(database)
  const now = texts.at(-1)!
  for (let index = VERSIONS - 1; index >= 0; index--)
    await versions.put(
      'd',
      [rowOf(index, texts[index]!)],
      index === VERSIONS - 1 ? undefined : `v${index + 1}`,
    )
  const snapshots = { digests: () => new Map<string, string>(), read: () => undefined, list: () => [] }
  const analysisOf = () =>
    createAnalysis({ versions: createVersionStore(database), snapshots, now: () => ({ text: now }) })
  const warm = analysisOf()
  await warm.measures({ id: 'd' })
  const changed = texts
    .slice(1)
    .reduce((sum, text, index) => sum + Math.abs(text.length - texts[index]!.length), 0)
  const stored = (database.prepare('SELECT sum(length(body)) AS n FROM version_texts').get() as { n: number })
    .n
  const at = (ms: number) => () => ms
  let step = 0
  const rows = [
    await compare({
      what: 'history: list of 500 versions, which the panel opens with',
      ours: () => check(versions.list('d', 500).length === 500),
      peer: at(150),
      peerName: '150 ms',
      goal: 1,
    }),
    await compare({
      what: 'history: one step, text read and compared, 1.8 MB',
      ours() {
        const text = versions.read('d', `v${400 - (step++ % 50)}`)?.text ?? ''
        check(diffWords(text, now).pieces.length > 1)
      },
      peer: at(60),
      peerName: '60 ms',
      goal: 1,
    }),
    await compare({
      what: 'history: a lost sentence in 500 versions, first search, with reading them all',
      ours: async () =>
        check((await analysisOf().lost({ id: 'd', query: 'gone bell', limit: 50 })).hits.length > 0),
      peer: at(3_300),
      peerName: '3.3 s',
      goal: 1,
      rounds: 5,
      warmUp: 1,
    }),
    await compare({
      what: 'history: a lost sentence in 500 versions, once read',
      ours: async () => check((await warm.lost({ id: 'd', query: 'gone bell', limit: 50 })).hits.length > 0),
      peer: at(300),
      peerName: '300 ms',
      goal: 1,
    }),
    await compare({
      what: 'history: provenance of 500 versions, first',
      ours: async () => check((await analysisOf().provenance({ id: 'd' })).runs.length > 100),
      peer: at(3_000),
      peerName: '3 s',
      goal: 1,
      rounds: 5,
      warmUp: 1,
    }),
    await compare({
      what: 'history: provenance after one more version',
      async ours() {
        const index = VERSIONS + step++
        await versions.put('d', [rowOf(index, `${now}One more ${index}.\n`)])
        const start = performance.now()
        check((await warm.provenance({ id: 'd' })).runs.length > 100)
        return performance.now() - start
      },
      peer: at(50),
      peerName: '50 ms',
      goal: 1,
    }),
    await compare({
      what: 'history: bytes of 500 versions on this device, in MB (3 x one text and what was changed)',
      ours: at(stored / 1e6),
      peer: at((3 * BYTES + changed) / 1e6),
      peerName: '3 x one',
      goal: 1,
    }),
  ]
  const before = texts[VERSIONS - 20]!
  const ours = () => check(diffWords(before, now).pieces.length > 20)
  rows.push(
    await compare({
      what: 'history: word diff of 1.8 MB, 20 versions apart',
      ours,
      peer: () => void diffWordsWithSpace(before, now),
      peerName: 'jsdiff, by word',
      goal: 1,
      rounds: 5,
      warmUp: 1,
    }),
    await compare({
      what: 'history: word diff of 1.8 MB, 20 versions apart',
      ours,
      peer: () => void presentableDiff(before, now),
      peerName: '@codemirror/merge',
      goal: 1,
      rounds: 5,
      warmUp: 1,
    }),
  )
  database.close()
  return rows
}

const rowOf = (index: number, text: string) => ({
  versionId: `v${index}`,
  at: new Date(Date.UTC(2026, 0, 1) + index * 600_000).toISOString(),
  title: 'Long',
  text,
})

/** The versions of a long text, oldest first; each save edits three paragraphs. */
function series(): readonly string[] {
  const roll = dice(11)
  let list = paragraphs(BYTES)
  const texts: string[] = []
  for (let index = 0; index < VERSIONS; index++) {
    texts.push(`${list.join('\n\n')}\n`)
    const next = [...list]
    for (let edit = 0; edit < 3; edit++) {
      const place = roll(next.length)
      const words = next[place]!.split(' ')
      words.splice(
        roll(words.length),
        roll(3),
        `word${index}`,
        ...(edit === 0 ? [`Gone is the bell ${index}.`] : []),
      )
      next[place] = words.join(' ')
    }
    list = next.map((paragraph) => paragraph.replace(` Gone is the bell ${index - 3}.`, ''))
  }
  return texts
}

function check(isAsExpected: boolean): void {
  if (!isAsExpected) throw new Error('the benchmark did not measure what it means to measure')
}
