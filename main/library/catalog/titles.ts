import { createBest } from '../../../shared/best'
import { nameInLinks } from '../../../shared/markdown/title-links'
import { meantBy } from '../../../shared/text/words/mistyped'
import { scatteredScore } from '../../../shared/text/words/scattered'
import type { Replica } from '../../store/lists/replica'
import { exactScore, folded, fuzzyQuery, hasWordFrom } from './fuzzy'

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
      laid ??= layOut()
      const { text, ids, starts } = laid
      const wanted = fuzzyQuery(folded(query))
      const exact = createBest(most, Number.EPSILON)
      const longest = wanted.words.reduce((long, word) => (word.length > long.length ? word : long), '')
      for (const index of holding(laid, longest))
        exact.offer(index, exactScore(text.slice(starts[index], starts[index + 1]! - 1), wanted))
      const found = exact.sorted().map(({ id }) => id)
      // A typing error is a closer match than letters scattered over a long title.
      if (found.length === 0)
        for (const meant of meantBy(folded(query).replace(/\s+/g, ' ').trim()))
          found.push(...holding(laid, meant))
      if (found.length < most) {
        const scattered = createBest(most, Number.EPSILON)
        for (let index = 0; index < ids.length; index++)
          scattered.offer(index, scatteredScore(text, starts[index]!, starts[index + 1]! - 1, wanted.letters))
        found.push(...scattered.sorted().map(({ id }) => id))
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
