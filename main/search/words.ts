import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentId } from '../../shared/terms'
import type { WordsNarrowing } from '../store/words-source'
import { finderOf, foldedAlike, parseQuery, type WordQuery } from '../../shared/text/words/word-query'
import { wellFormed } from '../../shared/text/well-formed'
import { createCatchUp, createReading, LONG, type Words, type WordsParts } from './words-intake'
import { isBegun, isOneWord, matchOf } from './query'
import { titleMatcherOf, withoutLinks } from './title-matcher'
import { marksOf, coverage, keywordsOf, keywordSentence, type Keywords } from './keywords'
import { fullestSentences, passageAt, passageOf, placesOf, type Passage } from './passages'

export interface WordsAsk {
  readonly query: string
  readonly narrowing: WordsNarrowing
  /** The greatest number of hits. */
  readonly limit: number
  /**
   * `all`: every word of the query, exactly; for one word or phrase each match is a hit, for several terms each
   * sentence that contains the most of them. `some`: texts that contain many of the significant words, the fullest
   * first. `links` and `mentions`: texts that name a document whose title is the query, in double brackets or as plain
   * words.
   */
  readonly words: 'all' | 'some' | 'links' | 'mentions'
  /** A document to leave out. */
  readonly except?: DocumentId
}

/** Search for words in one library on this device, in one thread; `words-thread.ts` runs it in a thread of its own. */
export interface WordsEngine {
  find(ask: WordsAsk): readonly SearchHit[]
  /**
   * Documents whose title or text contains words that begin with these, in no order; the latest where there are more.
   * One or two letters alone are searched for as a whole word.
   */
  ids(query: string, limit: number): readonly DocumentId[]
  /** Indexes changes, for at most this long; true where all are indexed. */
  catchUp(forMs: number): boolean
}

const CANDIDATES = 500
const PASSING_PORTION = 100
/** How many words that contain the query in the middle are searched for. */
const INSIDE_MAX = 60
/** How many texts that contain the words of a title are read. */
const NAMING_READ = 400
const BEFORE_A_SEARCH_MS = 40

export function createWordsEngine(parts: WordsParts): WordsEngine {
  const { index, source } = parts
  const ofOne = createReading(parts)
  const catchUp = createCatchUp(parts, ofOne)

  /**
   * Documents with the words that are being typed, the latest first; where these are few, also those that contain them
   * inside of words.
   */
  function withWords(parsed: WordQuery, limit: number): readonly DocumentId[] {
    catchUp(BEFORE_A_SEARCH_MS)
    const match = matchOf(parsed)
    if (match === undefined) return []
    const matching = (asked: NonNullable<typeof match>) =>
      firstOf(source, index.latest(asked, Math.max(limit, CANDIDATES)), undefined, limit)
    const ids = matching(match)
    if (ids.length >= limit || !parsed.terms.some(isOneWord)) return ids
    const wider = matchOf(parsed, {
      insideWords: (word) => index.wordsHolding(foldedAlike(word), INSIDE_MAX),
    })
    if (wider === undefined || wider.wanted === match.wanted) return ids
    return [...new Set([...ids, ...matching(wider)])]
  }

  function all({ query, narrowing, limit }: WordsAsk): SearchHit[] {
    catchUp(BEFORE_A_SEARCH_MS)
    const parsed = parseQuery(wellFormed(query))
    const [match, finder] = [matchOf(parsed), finderOf(parsed)]
    if (match === undefined || finder === undefined) return []
    const terms = parsed.terms.flatMap((term) => finderOf({ terms: [term] }) ?? [])
    const most = isNarrow(narrowing) ? Number.MAX_SAFE_INTEGER : Math.max(limit, CANDIDATES)
    const hits: SearchHit[] = []
    for (const [rank, documentId] of firstOf(source, index.match(match, most), narrowing, limit).entries()) {
      const found = ofOne(documentId, ({ title, text }) => ({
        title,
        passages: passagesIn(text, { finder, terms }, limit - hits.length),
      }))
      for (const passage of found?.passages ?? [])
        hits.push({ ...deviceHit(documentId, found!.title), ...passage, score: 1 / (1 + rank) })
      if (hits.length >= limit) break
    }
    return hits
  }

  function some({ query, narrowing, limit, except }: WordsAsk): SearchHit[] {
    catchUp(BEFORE_A_SEARCH_MS)
    const keywords = keywordsOf(query)
    const terms = [...keywords].map((text) => ({ text, isOpen: true }))
    const match = matchOf({ terms: terms.slice(0, 20), without: [] }, { any: true })
    if (match === undefined) return []
    const most = isNarrow(narrowing) ? Number.MAX_SAFE_INTEGER : CANDIDATES
    return firstOf(source, index.match(match, most), narrowing, 4 * limit)
      .filter((documentId) => documentId !== except)
      .flatMap((documentId) => ofOne(documentId, (found) => keywordHitOf(documentId, found, keywords)) ?? [])
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
  }

  function named({ query, narrowing, limit, words, except }: WordsAsk): SearchHit[] {
    catchUp(BEFORE_A_SEARCH_MS)
    const matcher = titleMatcherOf(query)
    const match = matchOf({ terms: [{ text: query.trim(), isOpen: false }], without: [] })
    if (matcher === undefined || match === undefined) return []
    const ids = firstOf(source, index.match(match, Number.MAX_SAFE_INTEGER), narrowing, NAMING_READ)
    const hits: SearchHit[] = []
    for (const documentId of ids) {
      if (documentId === except) continue
      const hit = ofOne(documentId, (found) => namedIn(documentId, found, matcher, words === 'links'))
      if (hit !== undefined) hits.push({ ...hit, score: 1 / (1 + hits.length) })
      if (hits.length === limit) break
    }
    return hits
  }

  return {
    find(ask) {
      if (ask.words === 'all') return all(ask)
      return ask.words === 'some' ? some(ask) : named(ask)
    },
    ids: (query, limit) => withWords(whole(parseQuery(wellFormed(query), true)), limit).slice(0, limit),
    catchUp,
  }
}

/** The first documents that match, at most `limit`; no more are examined than necessary. */
function firstOf(
  source: WordsParts['source'],
  ids: Iterable<DocumentId>,
  narrowing: WordsNarrowing | undefined,
  limit: number,
): DocumentId[] {
  const first: DocumentId[] = []
  let portion: DocumentId[] = []
  const pass = () => {
    first.push(...(narrowing ? source.passing(portion, narrowing) : portion))
    portion = []
  }
  for (const id of ids) {
    portion.push(id)
    if (portion.length < Math.max(PASSING_PORTION, limit)) continue
    pass()
    if (first.length >= limit) break
  }
  pass()
  return first.slice(0, limit)
}

/** The matches of one term, or the sentences that contain the most of several. */
function passagesIn(
  text: string,
  asked: Parameters<typeof fullestSentences>[2],
  most: number,
): readonly Passage[] {
  const folded = foldedAlike(text)
  const passages =
    asked.terms.length === 1
      ? placesOf(text, folded, asked.finder, most)
      : fullestSentences(text, folded, asked, most)
  // Where only the title contains the words, the beginning of the text is shown.
  return passages.length > 0 ? passages : [passageOf(text, folded, asked.finder)]
}

/** The sentence of a text with the most significant words. */
function keywordHitOf(documentId: DocumentId, { title, text }: Words, keywords: Keywords): SearchHit {
  const sentence = keywordSentence(text.slice(0, LONG), keywords)
  const own = coverage(text.slice(sentence.from, sentence.to), keywords)
  const score = 0.6 * own + 0.4 * coverage(`${title} ${text.slice(0, LONG)}`, keywords)
  const passage = passageAt(text, sentence, (from, to) => marksOf(text.slice(from, to), keywords))
  return { ...deviceHit(documentId, title), ...passage, headingPath: [], score }
}

/** A text that links to a title, or that mentions it without a link. */
function namedIn(
  documentId: DocumentId,
  { title, text }: Words,
  matcher: NonNullable<ReturnType<typeof titleMatcherOf>>,
  wantsLink: boolean,
) {
  const folded = foldedAlike(text)
  matcher.links.lastIndex = 0
  const isLink = matcher.links.test(folded)
  // A text with a link has named the document; its other mentions need no link.
  if (isLink !== wantsLink) return undefined
  const searched = isLink ? folded : withoutLinks(folded)
  const finder = isLink ? matcher.links : matcher.words
  if (!isLink && searched.search(finder) < 0) return undefined
  return { ...deviceHit(documentId, title), ...passageOf(text, searched, finder) }
}

/** The query with whole words only: nearly every text has a word that begins with one letter. */
function whole(query: WordQuery): WordQuery {
  const [only, ...others] = query.terms
  if (only === undefined || others.length > 0 || !isBegun(only)) return query
  return { ...query, terms: [{ ...only, isOpen: false }] }
}

/** Whether the limits leave few documents, so that every match is examined. */
const isNarrow = ({ filter, unsent }: WordsNarrowing): boolean =>
  unsent === true || Object.keys(filter).length > 0

const deviceHit = (documentId: DocumentId, title: string) =>
  ({
    documentId,
    title,
    origin: 'device',
    changed: false,
    unchanged: false,
    unsent: false,
    weak: false,
  }) as const
