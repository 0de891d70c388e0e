import { numberOf } from '../../shared/diff/numbering'
import { wordSpans } from '../../shared/diff/word-parts'
import { sentencesOf } from '../../shared/text/words/sentences'
import type { Span } from '../../shared/text/span'

interface LostSentence {
  readonly key: string
  readonly sentence: string
  readonly marks: readonly Span[]
}

/** Finds words that an earlier version contains and the present text does not. */
export interface LostWords {
  /**
   * Sentences that contain all words of the query, in any order, and are not in `now`; the best first, then those that
   * were deleted last. A word matches by its beginning (three letters) and with one or two typing errors. A line whose
   * words are spread over several sentences is returned whole.
   */
  find(query: string, now: readonly string[], limit: number): readonly LostSentence[]
}

interface LostWordsParts {
  /** Deleted lines, each with the key of the last text that contained it; the map may grow. */
  readonly lost: () => ReadonlyMap<string, string>
  /** The rank of a text; a lower one is newer. */
  readonly rankOf: (key: string) => number
  readonly newest: () => { readonly key: string; readonly lines: readonly string[] } | undefined
}

/** How many lines are examined closely for one query, those deleted last first. */
const LOOKED_AT_MAX = 3_000

export function createLostWords(parts: LostWordsParts): LostWords {
  const vocabulary = new Map<string, number>()
  /** The lines that contain each word, by the word's number. */
  const postings: string[][] = []
  const indexed = new Set<string>()
  let present: { readonly now: readonly string[]; readonly sentences: ReadonlySet<string> } | undefined

  function index(line: string): void {
    if (indexed.has(line)) return
    indexed.add(line)
    const own = new Set<number>()
    for (const { from, to } of wordSpans(line)) own.add(numberOf(folded(line.slice(from, to)), vocabulary))
    for (const word of own) (postings[word] ??= []).push(line)
  }

  /** How far each word of the vocabulary is from the requested one, by its number. */
  function alike(word: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>()
    for (const [known, number] of vocabulary) {
      const distance = distanceOf(word, known)
      if (distance !== undefined) found.set(number, distance)
    }
    return found
  }

  function candidates(words: readonly ReadonlyMap<number, number>[], standing: ReadonlySet<string>) {
    let lines: Set<string> | undefined
    for (const word of words) {
      const next = new Set<string>()
      for (const number of word.keys())
        for (const line of postings[number] ?? []) if (!lines || lines.has(line)) next.add(line)
      lines = next
    }
    return [...(lines ?? [])].filter((line) => !standing.has(line))
  }

  function sentencesNow(now: readonly string[]): ReadonlySet<string> {
    if (present?.now !== now) {
      const sentences = new Set<string>()
      for (const line of now) for (const { text } of sentencesIn(line)) sentences.add(text)
      present = { now, sentences }
    }
    return present.sentences
  }

  return {
    find(query, now, limit) {
      const asked = [...new Set(wordSpans(query).map(({ from, to }) => folded(query.slice(from, to))))]
      if (asked.length === 0) return []
      const standing = new Set(now)
      const newest = parts.newest()
      const lost = parts.lost()
      for (const line of lost.keys()) index(line)
      for (const line of newest?.lines ?? []) if (!standing.has(line)) index(line)
      const keyOf = (line: string) => lost.get(line) ?? newest?.key
      const lines = candidates(asked.map(alike), standing)
        .flatMap((line) => {
          const key = keyOf(line)
          return key === undefined ? [] : [{ line, key, rank: parts.rankOf(key) }]
        })
        .sort((a, b) => a.rank - b.rank)
        .slice(0, LOOKED_AT_MAX)
      const found = new Map<string, LostSentence & { readonly rank: number; readonly distance: number }>()
      for (const { line, key, rank } of lines)
        for (const unit of unitsOf(line, asked)) {
          if (found.has(unit.text) || sentencesNow(now).has(unit.text)) continue
          found.set(unit.text, { key, sentence: unit.text, marks: unit.marks, rank, distance: unit.distance })
        }
      return [...found.values()]
        .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
        .slice(0, limit)
        .map(({ key, sentence, marks }) => ({ key, sentence, marks }))
    },
  }
}

interface Unit {
  readonly text: string
  readonly marks: readonly Span[]
  readonly distance: number
}

/** The sentences of a line that contain every word, or the whole line where none does. */
function unitsOf(line: string, asked: readonly string[]): readonly Unit[] {
  const matching = sentencesIn(line).flatMap(({ text }) => matchOf(text, asked) ?? [])
  return matching.length > 0 ? matching : [matchOf(line.trim(), asked) ?? []].flat()
}

function matchOf(text: string, asked: readonly string[]): Unit | undefined {
  const marks: Span[] = []
  const best = asked.map(() => Infinity)
  for (const span of wordSpans(text)) {
    const word = folded(text.slice(span.from, span.to))
    let isMarked = false
    asked.forEach((one, index) => {
      const distance = distanceOf(one, word)
      if (distance === undefined) return
      best[index] = Math.min(best[index]!, distance)
      isMarked = true
    })
    if (isMarked) marks.push(span)
  }
  const distance = best.reduce((sum, one) => sum + one, 0)
  return distance === Infinity ? undefined : { text, marks, distance }
}

function sentencesIn(line: string): readonly { readonly text: string }[] {
  return sentencesOf(line)
    .map(({ from, to }) => ({ text: line.slice(from, to).trim() }))
    .filter(({ text }) => text !== '')
}

/** The word without case and accents. */
function folded(word: string): string {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  if (/^[\x00-\x7f]*$/.test(word)) return word.toLowerCase()
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** 0: equal; 1: a beginning; 2: one typing error; 3: two errors in a long word; `undefined`: another word. */
function distanceOf(asked: string, word: string): number | undefined {
  if (asked === word) return 0
  if (asked.length >= 3 && word.startsWith(asked)) return 1
  const most = asked.length >= 8 ? 2 : asked.length >= 4 ? 1 : 0
  if (most === 0 || Math.abs(asked.length - word.length) > most) return undefined
  const slips = slipsBetween(asked, word, most)
  return slips > most ? undefined : 1 + slips
}

/** The number of letters to add, remove or change; more than `most` counts as `most + 1`. */
function slipsBetween(a: string, b: string, most: number): number {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let [aEnd, bEnd] = [a.length, b.length]
  while (aEnd > head && bEnd > head && a[aEnd - 1] === b[bEnd - 1]) [aEnd, bEnd] = [aEnd - 1, bEnd - 1]
  const [x, y] = [a.slice(head, aEnd), b.slice(head, bEnd)]
  // Two swapped letters count as one error.
  if (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]) return 1
  if (Math.max(x.length, y.length) > most * 2 + 2) return most + 1
  let row = Array.from({ length: y.length + 1 }, (_, index) => index)
  for (let i = 1; i <= x.length; i++) {
    const next = [i]
    for (let j = 1; j <= y.length; j++)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1)))
    row = next
  }
  return row[y.length]!
}
