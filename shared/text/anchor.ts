import { sentencesOf } from './words/sentences'
import type { Span } from './span'

/** The facts about a passage from the time when it was found. Offsets and lengths count UTF-16 units. */
export interface Anchor {
  /** The words of the passage at that time. */
  readonly quote: string
  /** The offset of its beginning at that time, where known. */
  readonly start?: number
  /** The text directly before and after it, as much as is known. */
  readonly before: string
  readonly after: string
  /** Whether the text is known to be the one in which the passage was found. */
  readonly unchanged: boolean
}

/**
 * The position of a passage in the present text. `exact`: exactly the words, in their place. `near`: the most similar
 * sentence, or one of several equal ones. `lost`: nothing is similar; the approximate old position.
 */
export interface Landing extends Span {
  readonly kind: 'exact' | 'near' | 'lost'
}

/** How much of the text around a passage is stored and compared. */
export const CONTEXT_LENGTH = 200
const COPIES_MAX = 500
/** In a longer text a changed sentence is only searched for nearby. */
const WHOLE_MAX = 1_000_000
const NEIGHBOURHOOD = 200_000
/** How much of the surrounding text must still be there for the words to count as the same passage. */
const SAME_PLACE = 0.8
const CLEARLY_BETTER = 0.15
/** How many characters directly beside the words must be identical, on both sides. */
const TOUCHING = 12
const LIKE_ENOUGH = 0.34

/** Finds the passage again: by its offsets, then by its words and the text around them, then by similarity. */
export function anchorIn(text: string, anchor: Anchor): Landing {
  const { quote, start, unchanged } = anchor
  if (quote.trim() === '') return lostAt(text, start)
  const end = (start ?? 0) + quote.length
  if (unchanged && start !== undefined && text.startsWith(quote, start))
    return { kind: 'exact', from: start, to: end }
  const around = bagOf(`${anchor.before} ${anchor.after}`)
  const copies = copiesOf(text, quote)
    .map((at) => ({ at, ...placeOf(text, { from: at, to: at + quote.length }, anchor, around) }))
    .sort((a, b) => b.score - a.score || away(a.at, start) - away(b.at, start))
  const [best, second] = copies
  if (best === undefined) return nearest(text, anchor, around)
  const isAlone = second === undefined || best.score - second.score >= CLEARLY_BETTER
  if (isAlone && best.isSame && !hasRival(text, anchor, best.at))
    return { kind: 'exact', from: best.at, to: best.at + quote.length }
  if (!best.isSame) {
    const changed = nearest(text, anchor, around)
    if (changed.kind === 'near') return changed
  }
  return { kind: 'near', from: best.at, to: best.at + quote.length }
}

/** The sentences of a part of a text, without the white space between them. */
export function sentenceSpans(text: string, from = 0, to = text.length): readonly Span[] {
  const spans: Span[] = []
  let at = from
  while (at < to) {
    const lineEnd = text.indexOf('\n', at)
    const end = lineEnd === -1 || lineEnd > to ? to : lineEnd
    const line = text.slice(at, end)
    for (const span of sentencesOf(line)) {
      const sentence = line.slice(span.from, span.to)
      const trimmed = sentence.trim()
      if (trimmed === '') continue
      const begin = at + span.from + sentence.indexOf(trimmed)
      spans.push({ from: begin, to: begin + trimmed.length })
    }
    at = end + 1
  }
  return spans
}

/** The sentence of `text` that contains the offset `at`, or the one after it. */
export const sentenceAt = (text: string, at: number): Span => createSentenceFinder(text)(at)

/** Returns a function that works like `sentenceAt`; for several offsets in one line it parses that line once. */
export function createSentenceFinder(text: string): (at: number) => Span {
  let [lineStart, lineEnd] = [0, -1]
  let inLine: readonly Span[] = []
  return (at) => {
    if (at < lineStart || at > lineEnd) {
      lineStart = text.lastIndexOf('\n', at - 1) + 1
      const end = text.indexOf('\n', at)
      lineEnd = end === -1 ? text.length : end
      inLine = sentenceSpans(text, lineStart, lineEnd)
    }
    return inLine.find(({ to }) => to > at) ?? inLine.at(-1) ?? { from: at, to: at }
  }
}

const away = (at: number, start: number | undefined) => Math.abs(at - (start ?? at))

function copiesOf(text: string, quote: string): readonly number[] {
  const copies: number[] = []
  for (let at = text.indexOf(quote); at >= 0 && copies.length < COPIES_MAX; at = text.indexOf(quote, at + 1))
    copies.push(at)
  return copies
}

/** How much of the passage's surroundings is around this place, from 0 to 1, and whether that is proof enough. */
function placeOf(
  text: string,
  { from, to }: Span,
  { quote, before, after }: Anchor,
  around: Bag,
): { readonly score: number; readonly isSame: boolean } {
  const [ahead, behind] = [
    text.slice(Math.max(0, from - CONTEXT_LENGTH), from),
    text.slice(to, to + CONTEXT_LENGTH),
  ]
  const words = shared(bagOf(`${ahead} ${behind}`), around)
  const left = before === '' ? from === 0 : ahead.endsWith(before.slice(-TOUCHING))
  const right = after === '' ? to === text.length : behind.startsWith(after.slice(0, TOUCHING))
  const isKnown = around.size >= 3 || quote.length >= 40
  return {
    score: 0.5 * words + 0.25 * Number(left) + 0.25 * Number(right),
    isSame: isKnown && (around.size < 3 || words >= SAME_PLACE) && left && right,
  }
}

/** Whether the same neighbours occur at another place around other words: the passage may have been there. */
function hasRival(text: string, { quote, before, after }: Anchor, taken: number): boolean {
  const [ahead, behind] = [before.slice(-NEIGHBOUR), after.slice(0, NEIGHBOUR)]
  if (ahead.trim().length < NEIGHBOUR / 2 || behind.trim().length < NEIGHBOUR / 2) return false
  return copiesOf(text, ahead).some((at) => {
    const from = at + ahead.length
    if (from === taken) return false
    const next = text.indexOf(behind, from)
    return next >= 0 && next - from < 2 * quote.length + CONTEXT_LENGTH
  })
}

const NEIGHBOUR = 24

/** The sentence that is most similar to the passage. */
function nearest(text: string, anchor: Anchor, around: Bag): Landing {
  const { quote, start } = anchor
  const words = bagOf(quote)
  const isLong = text.length > WHOLE_MAX
  const low = isLong ? Math.max(0, (start ?? 0) - NEIGHBOURHOOD) : 0
  const high = isLong ? Math.min(text.length, (start ?? 0) + NEIGHBOURHOOD) : text.length
  let best: { readonly span: Span; readonly score: number } | undefined
  for (const span of sentenceSpans(text, text.lastIndexOf('\n', low) + 1, high)) {
    const own = bagOf(text.slice(span.from, span.to))
    const like = dice(own, words)
    if (like < LIKE_ENOUGH / 2) continue
    const place = placeOf(text, span, anchor, around)
    const closeness = start === undefined ? 0 : 1 / (1 + away(span.from, start) / 500)
    const score = 0.4 * like + 0.5 * place.score + 0.1 * closeness
    if ((like >= LIKE_ENOUGH || place.score >= SAME_PLACE) && score > (best?.score ?? 0))
      best = { span, score }
  }
  if (best) return { kind: 'near', ...best.span }
  const between = placeBetween(text, anchor)
  return between === undefined ? lostAt(text, start) : { kind: 'near', ...sentenceAt(text, between) }
}

/** The place between the passage's neighbours, where these still exist, whatever is between them now. */
function placeBetween(text: string, { before, after, start }: Anchor): number | undefined {
  const places = [
    ...copiesOf(text, before.slice(-NEIGHBOUR)).map((at) => at + Math.min(NEIGHBOUR, before.length)),
    ...copiesOf(text, after.slice(0, NEIGHBOUR)).map((at) => at - 1),
  ]
  const isTelling = before.trim().length >= NEIGHBOUR / 2 && after.trim().length >= NEIGHBOUR / 2
  const found = places.sort((a, b) => away(a, start) - away(b, start))[0]
  return isTelling && found !== undefined ? Math.max(0, found) : undefined
}

function lostAt(text: string, start = 0): Landing {
  return { kind: 'lost', ...sentenceAt(text, Math.min(Math.max(0, start), text.length)) }
}

/** Words with their frequencies; runs of a script without spaces count by pairs of letters. */
type Bag = ReadonlyMap<string, number>

function bagOf(text: string): Bag {
  const bag = new Map<string, number>()
  for (const [run] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    for (const word of UNSPACED.test(run) ? pairsOf(run) : [run]) bag.set(word, (bag.get(word) ?? 0) + 1)
  return bag
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const pairsOf = (run: string) => {
  const letters = [...run]
  return letters.length === 1
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

const size = (bag: Bag) => [...bag.values()].reduce((sum, count) => sum + count, 0)

function common(a: Bag, b: Bag): number {
  let sum = 0
  for (const [word, count] of b) sum += Math.min(count, a.get(word) ?? 0)
  return sum
}

const shared = (there: Bag, wanted: Bag) => (wanted.size === 0 ? 0 : common(there, wanted) / size(wanted))
const dice = (a: Bag, b: Bag) => (2 * common(a, b)) / Math.max(1, size(a) + size(b))
