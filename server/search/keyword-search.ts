import { quoted, type WordStore } from '../store/search/full-text'
import { isFunctionWord, pairsOf, partsOfCompound, readWords } from './tokenizer'

export interface KeywordHit {
  readonly chunkId: number
  /** The share of the query's words in the chunk, each weighted by its rarity; 0 to 1. */
  readonly coverage: number
}

/** A word of the query, or a pair of characters in a script without spaces. */
interface Term {
  /** An FTS5 expression that consists of quoted words only. */
  readonly expression: string
  /** How many chunks contain it, at most. */
  readonly chunks: number
  readonly weight: number
  /** The word as it was typed; `undefined` for pairs. */
  readonly surface: string | undefined
  readonly stem: string
}

/** In a longer query the rarest words are enough. */
const TERMS_MAX = 32
/** How many chunks can be ranked in the time of a search. */
export const RANKED_MAX = 4_000
/** A word in a greater share of all chunks does not distinguish them, if the query has another one that does. */
const COMMON_SHARE = 0.25
const COMMON_MIN = 2_000
const PARTS_RANKED_MAX = 10_000
const PARTS_PER_TERM = 40
/** A word that contains the requested one counts half. */
const PART_WORTH = 0.5

/**
 * The chunks with words of the query, the best first by BM25, followed by those with longer words that contain a word
 * of the query. Any text is a valid query. `isWanted` is part of the retrieval: a refused chunk leaves its rank to the
 * next. In a large account rare words decide; for a word in more than RANKED_MAX chunks the newest ones are ranked.
 */
export function searchKeywords(
  words: WordStore,
  allChunks: number,
  query: string,
  count: number,
  isWanted: (chunkId: number) => boolean,
): KeywordHit[] {
  const terms = withoutCommon(readTerms(words, allChunks, query), allChunks)
  const known = terms.filter((term) => term.chunks > 0)
  const found = new Set<number>()
  const take = (chunkIds: Iterable<number>) => {
    for (const chunkId of chunkIds) {
      if (found.size >= count) return
      if (isWanted(chunkId)) found.add(chunkId)
    }
  }
  const rare = affordable(known)
  const others = known.slice(rare.length)
  if (rare.length > 0) take(words.ranked(anyOf(rare), RANKED_MAX))
  if (rare.length === 0 && known.length > 1) take(words.ranked(allOf(known), RANKED_MAX))
  for (const term of others) if (found.size < count) take(words.ranked(term.expression, RANKED_MAX))
  // All of the newest may be refused.
  if (others.length > 0 && found.size < count) take(words.newest(anyOf(others)))
  const parts = found.size < count ? readParts(words, terms) : new Map<Term, string>()
  if (parts.size > 0) take(words.ranked([...parts.values()].join(' OR '), PARTS_RANKED_MAX))

  const all = terms.reduce((sum, term) => sum + term.weight, 0)
  const ids = [...found]
  const covered = new Map(ids.map((id) => [id, 0]))
  const credit = (chunkIds: Iterable<number>, worth: number) => {
    for (const id of chunkIds) covered.set(id, covered.get(id)! + worth)
  }
  for (const term of terms) {
    const whole = term.chunks > 0 ? words.among(term.expression, term.chunks, ids) : new Set<number>()
    credit(whole, term.weight)
    const part = parts.get(term)
    if (part === undefined) continue
    const inPart = words.among(part, PARTS_RANKED_MAX, ids)
    credit(
      [...inPart].filter((id) => !whole.has(id)),
      term.weight * PART_WORTH,
    )
  }
  return ids.map((chunkId) => ({ chunkId, coverage: covered.get(chunkId)! / all }))
}

/** The terms of a query, the rarest first. */
function readTerms(words: WordStore, allChunks: number, query: string): Term[] {
  const read = readWords(query)
  const terms = new Map<string, Term>()
  const add = (expression: string, chunks: number, stem: string, surface?: string) => {
    const weight = Math.log(1 + (Math.max(allChunks, chunks) - chunks + 0.5) / (chunks + 0.5))
    if (!terms.has(expression)) terms.set(expression, { expression, chunks, weight, surface, stem })
  }
  for (const word of read) {
    if (word.kind === 'run') {
      for (const pair of pairsOf(word.characters)) {
        const characters = [...pair.matchAll(/\P{M}\p{M}*/gu)].map(String)
        const chunks = Math.min(...characters.map((character) => words.chunksWith(character)))
        add(quoted(characters.join(' ')), chunks, pair)
      }
    } else if (!isFunctionWord(word.surface)) {
      const isKnown = (stem: string) => words.chunksWith(stem) > 0
      const isRead = terms.size >= TERMS_MAX || isKnown(word.stem)
      const parts = isRead ? undefined : partsOfCompound(word.surface, isKnown)
      for (const { surface, stem } of parts ?? [word])
        add(quoted(stem), words.chunksWith(stem), stem, surface)
    }
  }
  // "to be or not to be" is searched as it is written.
  if (terms.size === 0 && read.length > 0) {
    const stems = read.flatMap((word) => (word.kind === 'word' ? [word.stem] : []))
    const chunks = Math.min(...stems.map((stem) => words.chunksWith(stem)))
    add(quoted(stems.join(' ')), chunks, '')
  }
  const rarity = (term: Term) => (term.chunks === 0 ? Infinity : term.chunks)
  return [...terms.values()].sort((a, b) => rarity(a) - rarity(b) || 0).slice(0, TERMS_MAX)
}

function withoutCommon(terms: readonly Term[], allChunks: number): readonly Term[] {
  const least = Math.max(COMMON_MIN, allChunks * COMMON_SHARE)
  const telling = terms.filter((term) => term.chunks <= least)
  return telling.some((term) => term.chunks > 0) ? telling : terms
}

/** The rarest terms, as many as can be ranked together. */
function affordable(known: readonly Term[]): readonly Term[] {
  let ranked = 0
  return known.filter((term) => (ranked += term.chunks) <= RANKED_MAX)
}

const anyOf = (terms: readonly Term[]): string => terms.map((term) => term.expression).join(' OR ')
const allOf = (terms: readonly Term[]): string => terms.map((term) => term.expression).join(' AND ')

/** For each term, an expression of the longer words that contain it, where there are any. */
function readParts(words: WordStore, terms: readonly Term[]): Map<Term, string> {
  const parts = new Map<Term, string>()
  let ranked = 0
  for (const term of terms) {
    if (term.surface === undefined || term.surface.length < (term.chunks === 0 ? 3 : 4)) continue
    const chosen: string[] = []
    for (const stem of words.stemsWith(term.surface, PARTS_PER_TERM)) {
      if (stem === term.stem) continue
      const chunks = words.chunksWith(stem)
      if (chunks === 0 || ranked + chunks > PARTS_RANKED_MAX) continue
      ranked += chunks
      chosen.push(quoted(stem))
    }
    if (chosen.length > 0) parts.set(term, `(${chosen.join(' OR ')})`)
  }
  return parts
}
