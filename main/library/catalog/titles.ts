import { createBest } from '../../../shared/best'
import { nameInLinks } from '../../../shared/markdown/title-links'
import {
  exactScore,
  folded,
  fuzzyQuery,
  hasWordFrom,
  sharedBeginning,
  type FuzzyQuery,
} from '../../../shared/text/words/fuzzy'
import { meantBy } from '../../../shared/text/words/mistyped'
import { scatteredScore } from '../../../shared/text/words/scattered'
import type { Replica } from '../../store/lists/replica'

/** All titles of a library, searched at each key. */
interface Titles {
  /** Adds or moves a title; it is the most recent one from now on. */
  put(id: string, title: string): void
  /**
   * The ids of the titles that match a query best, the best first, at most `most`; among equals the one that moved
   * last.
   */
  best(query: string, most: number): readonly string[]
  /** The ids of documents whose folded title, or whose name in links, is one of these. */
  titled(wanted: ReadonlySet<string>): readonly string[]
  /** The ids of titles with a word that begins with these letters, the one that moved last first. */
  withWordFrom(letters: string): readonly string[]
}

/** All folded titles in one string: walking over 50,000 strings scattered in memory takes three times as long. */
interface Laid {
  readonly text: string
  readonly ids: readonly string[]
  /** The beginning of each title, followed by the end of the last one. */
  readonly starts: Uint32Array
}

/** The likely intended spellings of a query that no title contains, without case and accents. */
export const slipsOf = (query: string): readonly string[] =>
  meantBy(folded(query).replace(/\s+/g, ' ').trim())

/** The score of a match with a typing error, above any `scatteredScore`, and of each letter of a common beginning. */
const SLIP = 101
const LETTER = 2 * SLIP

/** The similarity of a folded title that does not contain the query; it grows with the common beginning. 0: none. */
export function nearness(
  text: string,
  start: number,
  end: number,
  { whole, letters }: FuzzyQuery,
  isSlip: boolean,
): number {
  const points = isSlip ? SLIP : scatteredScore(text, start, end, letters)
  return points === 0 ? 0 : points + LETTER * sharedBeginning(text, start, end, whole)
}

/** Returns a function that gives the present titles of a library. */
export function titlesOf(replica: Pick<Replica, 'titlesSince'>): () => Titles {
  const titles = createTitles()
  let sequence = 0
  return () => {
    for (const row of replica.titlesSince(sequence)) {
      titles.put(row.id, row.title)
      sequence = row.sequence
    }
    return titles
  }
}

export function createTitles(): Titles {
  const titles = new Map<string, string>()
  let laid: Laid | undefined

  function layOut(): Laid {
    const inOrder = [...titles].reverse()
    const starts = new Uint32Array(inOrder.length + 1)
    inOrder.forEach(([, title], index) => (starts[index + 1] = starts[index]! + title.length + 1))
    return {
      text: inOrder.map(([, title]) => title).join('\n'),
      ids: inOrder.map(([id]) => id),
      starts,
    }
  }

  return {
    put(id, title) {
      laid = undefined
      titles.delete(id)
      titles.set(id, folded(title))
    },

    best(query, most) {
      const now = (laid ??= layOut())
      const { text, ids, starts } = now
      const wanted = fuzzyQuery(folded(query))
      const exact = createBest(most, Number.EPSILON)
      const longest = wanted.words.reduce((long, word) => (word.length > long.length ? word : long), '')
      for (const index of holding(now, longest))
        exact.offer(index, exactScore(text.slice(starts[index], starts[index + 1]! - 1), wanted))
      const found = exact.sorted().map(({ id }) => id)
      if (found.length < most) {
        // A typing error is a closer match than letters scattered over a long title.
        const slips = new Set(
          found.length > 0 ? [] : slipsOf(query).flatMap((meant) => [...holding(now, meant)]),
        )
        const near = createBest(most, Number.EPSILON)
        for (let index = 0; index < ids.length; index++)
          near.offer(index, nearness(text, starts[index]!, starts[index + 1]! - 1, wanted, slips.has(index)))
        found.push(...near.sorted().map(({ id }) => id))
      }
      return [...new Set(found)].slice(0, most).map((index) => ids[index]!)
    },

    titled: (wanted) =>
      [...titles].flatMap(([id, title]) => (wanted.has(title) || wanted.has(nameInLinks(title)) ? id : [])),

    withWordFrom(typed) {
      laid ??= layOut()
      const { text, ids, starts } = laid
      const letters = folded(typed)
      const found: string[] = []
      for (const index of holding(laid, letters))
        if (hasWordFrom(text.slice(starts[index], starts[index + 1]! - 1), letters)) found.push(ids[index]!)
      return found
    },
  }
}

/** The indexes of the titles that contain a word, in order of the matches. */
function* holding({ text, ids, starts }: Laid, word: string): Generator<number> {
  let index = 0
  for (let at = text.indexOf(word); at !== -1 && index < ids.length; at = text.indexOf(word, starts[index])) {
    while (starts[index + 1]! <= at) index++
    yield index++
  }
}
