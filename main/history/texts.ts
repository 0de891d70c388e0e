import { inEditor, lineEndOf } from '../../shared/text/line-ends'
import { linesOf } from '../../shared/diff/line-hunks'
import type { DocumentId } from '../../shared/terms'
import type { VersionStore } from '../store/versions/versions'
import { createLostWords, type LostWords } from './lost-words'
import { createSeries, type Series } from './series'

interface TextsParts {
  readonly versions: VersionStore
  readonly snapshots: {
    digests(documentId: DocumentId): ReadonlyMap<string, string>
    read(id: string): { readonly title: string; readonly text: string } | undefined
  }
}

/** The facts about all texts of a document that are on this device. */
interface SeriesOf {
  readonly series: Series
  readonly lostWords: LostWords
  /** How many snapshots could not be read; their words were not searched. */
  readonly damaged: number
}

/** Keeps the series of the documents requested last, and updates them on request. */
interface Texts {
  of(id: DocumentId): Promise<SeriesOf>
  /** The texts on this device, newest first, with their lines as a window would have them. */
  newestFirst(id: DocumentId): Iterable<{ readonly key: string; readonly lines: readonly string[] }>
}

export const SNAPSHOT = 'snapshot:'
const KEPT_SERIES = 2
/** How many versions a series includes at most: it stores only changes, but memory must be bounded. */
const SERIES_MAX = 5_000
/** Work runs in portions of this length, so that a key is never delayed for long. */
const PORTION_MS = 12

export function createTexts({ versions, snapshots }: TextsParts): Texts {
  /** The most recently used entry is last. */
  const kept = new Map<DocumentId, ReturnType<typeof fresh>>()
  const running = new Map<DocumentId, Promise<SeriesOf>>()

  const known = (id: DocumentId) => versions.list(id, SERIES_MAX).filter(({ isHere }) => isHere)

  function linesThere(id: DocumentId, versionId: string): readonly string[] | undefined {
    return versions.lines(id, versionId)?.map(withoutReturn)
  }

  async function bring(id: DocumentId): Promise<SeriesOf> {
    const all = known(id).map(({ versionId }) => versionId)
    let entry = kept.get(id) ?? fresh()
    let order = all.filter((one) => !entry.unreadable.has(one))
    const from = Math.max(0, order.indexOf(entry.series.keys[0] ?? ''))
    // A text that was fetched into the middle, or removed from it, makes the chain invalid.
    if (entry.series.keys.some((key, index) => order[from + index] !== key)) {
      entry = fresh()
      order = all
    }
    const { series } = entry
    const pause = breather()
    const start = series.keys.length === 0 ? 0 : from
    const end = start + series.keys.length
    const take = async (versionId: string, add: (lines: readonly string[]) => void) => {
      const lines = linesThere(id, versionId)
      if (lines) add(lines)
      else entry.unreadable.add(versionId)
      await pause()
    }
    for (const key of order.slice(0, start).reverse()) await take(key, (lines) => series.newer(key, lines))
    for (const key of order.slice(end)) await take(key, (lines) => series.older(key, lines))
    const digests = new Set(versions.list(id, SERIES_MAX).map(({ digest }) => digest))
    let damaged = entry.damaged
    for (const [snapshotId, digest] of snapshots.digests(id)) {
      if (entry.taken.has(snapshotId)) continue
      entry.taken.add(snapshotId)
      if (digests.has(digest)) continue
      try {
        const text = snapshots.read(snapshotId)?.text
        if (text !== undefined) series.beside(SNAPSHOT + snapshotId, linesOf(text).map(withoutReturn))
      } catch {
        damaged++
      }
      await pause()
    }
    const brought = { ...entry, damaged }
    kept.delete(id)
    kept.set(id, brought)
    for (const oldest of kept.keys()) if (kept.size > KEPT_SERIES) kept.delete(oldest)
    return brought
  }

  return {
    of(id) {
      const turn = (running.get(id) ?? Promise.resolve()).then(
        () => bring(id),
        () => bring(id),
      )
      running.set(id, turn)
      const over = () => {
        if (running.get(id) === turn) running.delete(id)
      }
      turn.then(over, over)
      return turn
    },

    *newestFirst(id) {
      for (const { versionId } of known(id)) {
        const lines = linesThere(id, versionId)
        if (lines) yield { key: versionId, lines }
      }
    },
  }
}

/** An empty series, with its lookups. */
function fresh() {
  const series = createSeries()
  const rank = new Map<string, number>()
  const lostWords = createLostWords({
    lost: () => series.lost,
    rankOf(key) {
      if (rank.size !== series.keys.length) {
        rank.clear()
        series.keys.forEach((one, index) => rank.set(one, index))
      }
      return rank.get(key) ?? -1
    },
    newest: () =>
      series.keys[0] === undefined ? undefined : { key: series.keys[0], lines: series.newest() },
  })
  return { series, lostWords, damaged: 0, taken: new Set<string>(), unreadable: new Set<string>() }
}

/** The line without a carriage return, because line ends are not the writer's changes. */
const withoutReturn = (line: string) => (line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : line)

/** The lines of a text as a window has them. */
export const linesShown = (text: string): readonly string[] => linesOf(inEditor(text, lineEndOf(text)))

function breather(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < PORTION_MS) return
    await new Promise<void>((done) => setImmediate(done))
    since = performance.now()
  }
}
