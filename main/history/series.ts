import { lineHunks } from '../../shared/diff/line-hunks'
import { withoutCommonEnds } from '../../shared/diff/common-ends'
import type { Hunk } from '../../shared/diff/sequence'
import { wordNumbers } from '../../shared/diff/word-parts'

/** How many words a version added and removed, compared with the version before it. */
interface Measure {
  readonly added: number
  readonly removed: number
}

/** Lines that one version added; `undefined`: they are in no version yet. */
export interface Run {
  readonly lines: number
  readonly key: string | undefined
}

/**
 * A chain of texts from the newest to the oldest, as far as it was given: which version added each line, how much each
 * version changed, and which text last contained a deleted line. Only differences are stored, so its size depends on
 * the amount of change. Another text at either end costs one comparison of lines.
 */
export interface Series {
  /** The keys of the texts, newest first. */
  readonly keys: readonly string[]
  /** Adds a text that is older than all others. */
  older(key: string, lines: readonly string[]): void
  /** Adds a text that is newer than all others. */
  newer(key: string, lines: readonly string[]): void
  /** Adds a text that is not part of the chain: a line that no text of the chain contains was last in this one. */
  beside(key: string, lines: readonly string[]): void
  measures(): ReadonlyMap<string, Measure>
  /** The origin of each line of a text that came after the newest one; lines of the oldest text count as its own. */
  provenance(now: readonly string[]): readonly Run[]
  /**
   * Lines that are not in the newest text, each with the key of the last text that contained it; each is added once,
   * when it becomes known.
   */
  readonly lost: ReadonlyMap<string, string>
  newest(): readonly string[]
}

interface OpenLines {
  readonly at: readonly number[]
  readonly there: readonly number[]
}

export function createSeries(): Series {
  const keys: string[] = []
  const measures = new Map<string, Measure>()
  const lost = new Map<string, string>()
  /** How often each line occurs in the newest text. */
  const standing = new Map<string, number>()
  let newest: readonly string[] = []
  let oldest: readonly string[] = []
  /** The version that added each line of the newest text; `undefined`: the line is in the oldest one. */
  let origins: (string | undefined)[] = []
  /** Lines whose origin is unknown so far: their positions in the newest and in the oldest text, both ascending. */
  let open: OpenLines = { at: [], there: [] }

  /** Notes lines that no text of the chain contains: they were last in this text. */
  function lose(lines: readonly string[], key: string): void {
    for (const line of lines) if (!standing.has(line) && !lost.has(line)) lost.set(line, key)
  }

  function begin(key: string, lines: readonly string[]): void {
    keys.push(key)
    newest = oldest = lines
    for (const line of lines) count(standing, line, 1)
    origins = Array.from(lines, () => undefined)
    open = { at: lines.map((_, index) => index), there: lines.map((_, index) => index) }
  }

  return {
    keys,
    lost,

    older(key, lines) {
      const younger = keys.at(-1)
      if (younger === undefined) return begin(key, lines)
      const hunks = lineHunks(oldest, lines)
      measures.set(younger, measureOf(lines, oldest, flipped(hunks)))
      for (const { bFrom, bTo } of hunks) lose(lines.slice(bFrom, bTo), key)
      const walk = walker(hunks)
      open = moved(open, (at, place) => {
        const there = walk(place)
        if (there === undefined) origins[at] = younger
        return there === undefined ? undefined : [at, there]
      })
      oldest = lines
      keys.push(key)
    },

    newer(key, lines) {
      const elder = keys[0]
      if (elder === undefined) return begin(key, lines)
      const hunks = lineHunks(newest, lines)
      measures.set(key, measureOf(newest, lines, hunks))
      for (const { bFrom, bTo } of hunks)
        for (const line of lines.slice(bFrom, bTo)) {
          count(standing, line, 1)
          lost.delete(line)
        }
      for (const { aFrom, aTo } of hunks)
        for (const line of newest.slice(aFrom, aTo)) {
          count(standing, line, -1)
          if (!standing.has(line)) lost.set(line, elder)
        }
      const walk = walker(hunks)
      const places = newest.map((_, index) => walk(index))
      const next: (string | undefined)[] = Array.from(lines, () => key)
      places.forEach((place, index) => {
        if (place !== undefined) next[place] = origins[index]
      })
      open = moved(open, (at, there) => {
        const place = places[at]
        return place === undefined ? undefined : [place, there]
      })
      origins = next
      newest = lines
      keys.unshift(key)
    },

    beside: (key, lines) => lose(lines, key),

    measures: () => measures,

    provenance: (now) => runsOf(originsIn(newest, now, (line) => origins[line] ?? keys.at(-1))),

    newest: () => newest,
  }
}

/** The origin of each line of a text that came after `before`, whose own lines `originOf` knows. */
function originsIn(
  before: readonly string[],
  now: readonly string[],
  originOf: (line: number) => string | undefined,
): readonly (string | undefined)[] {
  const origins: (string | undefined)[] = []
  let from = 0
  for (const { aFrom, aTo, bFrom, bTo } of lineHunks(before, now)) {
    for (; from < aFrom; from++) origins.push(originOf(from))
    for (let line = bFrom; line < bTo; line++) origins.push(undefined)
    from = aTo
  }
  for (; from < before.length; from++) origins.push(originOf(from))
  return origins
}

/** Adjacent lines that one version added. */
function runsOf(lines: readonly (string | undefined)[]): readonly Run[] {
  const runs: { lines: number; key: string | undefined }[] = []
  for (const key of lines) {
    const last = runs.at(-1)
    if (last && last.key === key) last.lines++
    else runs.push({ lines: 1, key })
  }
  return runs
}

function count(standing: Map<string, number>, line: string, by: 1 | -1): void {
  const often = (standing.get(line) ?? 0) + by
  if (often > 0) standing.set(line, often)
  else standing.delete(line)
}

/** The same lines at their present positions; lines that `to` maps to nothing are dropped. */
function moved(
  { at, there }: OpenLines,
  to: (at: number, there: number) => readonly [at: number, there: number] | undefined,
): OpenLines {
  const left = { at: [] as number[], there: [] as number[] }
  at.forEach((place, index) => {
    const next = to(place, there[index]!)
    if (next === undefined) return
    left.at.push(next[0])
    left.there.push(next[1])
  })
  return left
}

const flipped = (hunks: readonly Hunk[]): readonly Hunk[] =>
  hunks.map(({ aFrom, aTo, bFrom, bTo }) => ({ aFrom: bFrom, aTo: bTo, bFrom: aFrom, bTo: aTo }))

/**
 * Returns a function that maps the position of a line of a to its position in b; `undefined` where the line was
 * changed. Calls must be in ascending order.
 */
function walker(hunks: readonly Hunk[]): (place: number) => number | undefined {
  let next = 0
  let shift = 0
  return (place) => {
    for (let hunk = hunks[next]; hunk && hunk.aTo <= place; hunk = hunks[++next]) shift = hunk.bTo - hunk.aTo
    const hunk = hunks[next]
    return hunk && hunk.aFrom <= place ? undefined : place + shift
  }
}

function measureOf(before: readonly string[], after: readonly string[], hunks: readonly Hunk[]): Measure {
  const measure = { added: 0, removed: 0 }
  for (const { aFrom, aTo, bFrom, bTo } of hunks) {
    const [was, is] = [before.slice(aFrom, aTo).join(''), after.slice(bFrom, bTo).join('')]
    // Comparing the words of a long line takes long, and most of them are equal.
    const part = withoutCommonEnds(was, is, { aFrom: 0, aTo: was.length, bFrom: 0, bTo: is.length })
    const numbers = new Map<string, number>()
    const gone = wordNumbers(was.slice(part.aFrom, part.aTo), numbers)
    const come = wordNumbers(is.slice(part.bFrom, part.bTo), numbers)
    let shared = 0
    for (let i = 0, j = 0; i < gone.length && j < come.length;) {
      if (gone[i] === come[j]) [shared, i, j] = [shared + 1, i + 1, j + 1]
      else if (gone[i]! < come[j]!) i++
      else j++
    }
    measure.added += come.length - shared
    measure.removed += gone.length - shared
  }
  return measure
}
