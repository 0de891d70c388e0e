import { isHeldOut } from './judged/judged'
import { RETRIEVALS, openJudgedLibrary, type Retrieval } from './judged/measure'
import { JUDGED_QUERIES } from './judged/queries'
import type { Figure, Row } from './row'
import { measureLargeLibrary } from './search-load'

/** Semantic search: the quality of its ranking for the judged queries, and its speed with 100,000 documents. */
export default async function searchBench(): Promise<(Row | Figure)[]> {
  return [...(await judgedFigures()), ...(await measureLargeLibrary(100_000, 1_000))]
}

async function judgedFigures(): Promise<Figure[]> {
  const library = await openJudgedLibrary()
  const figures: Figure[] = []
  for (const [half, queries] of [
    ['tuned on', JUDGED_QUERIES.filter((query) => !isHeldOut(query))],
    ['held out', JUDGED_QUERIES.filter(isHeldOut)],
  ] as const) {
    const measured: Record<Retrieval, number>[] = []
    for (const query of queries) measured.push(await library.measure(query))
    const mean = (retrieval: Retrieval) =>
      measured.reduce((sum, one) => sum + one[retrieval], 0) / measured.length
    const best = Math.max(mean('keywords'), mean('vectors'))
    for (const retrieval of RETRIEVALS)
      figures.push({
        what: `search, ${queries.length} judged queries ${half}: nDCG@10 of ${retrieval}`,
        ours: mean(retrieval),
        unit: '',
        ...(retrieval === 'hybrid' && {
          peer: best,
          peerName: 'better of the two alone',
          ratio: mean('hybrid') / best,
          goal: 1,
          atLeast: true,
          met: mean('hybrid') >= best,
        }),
      })
  }
  library.close()
  return figures
}
