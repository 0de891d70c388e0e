import { headingIn, headingWords, type HeadingLine } from '../../shared/markdown/headings'
import { stripMarkdown } from '../../shared/markdown/strip-markdown'
import { CONTEXT_LENGTH, createSentenceFinder } from '../../shared/text/anchor'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { Span } from '../../shared/text/span'
import { wholePair, wholeWord } from './whole-words'

/** The part of a hit that shows the found words and their position. */
export type Passage = Pick<
  SearchHit,
  'excerpt' | 'marks' | 'headingPath' | 'passage' | 'start' | 'before' | 'after' | 'words'
>

const EXCERPT = 240
const BEFORE = 40
const PASSAGE_MAX = 2_000
const WINDOWS_MAX = 200

/** The sentence of `text` with the most matches of `finder`, with the text around it. */
export function passageOf(text: string, folded: string, finder: RegExp): Passage {
  finder.lastIndex = 0
  let best: { readonly span: Span; readonly found: number } | undefined
  let current: { span: Span; words: Set<string> } | undefined
  let places = 0
  const findSentence = createSentenceFinder(text)
  for (const match of folded.matchAll(finder)) {
    if (++places > WINDOWS_MAX) break
    if (!current || match.index >= current.span.to)
      current = { span: findSentence(match.index), words: new Set() }
    current.words.add(match[0])
    if (current.words.size > (best?.found ?? 0)) best = { span: current.span, found: current.words.size }
  }
  const span = best?.span ?? findSentence(0)
  return {
    ...passageAt(text, span, (from, to) => marksIn(folded.slice(from, to), finder)),
    headingPath: createHeadingFinder(text)(span.from),
  }
}

/**
 * Every match of `finder` in a text, in order and at most `most`, each in its sentence with only that match marked.
 * Excerpts of several in one sentence differ: each begins after the match before.
 */
export function placesOf(text: string, folded: string, finder: RegExp, most: number): readonly Passage[] {
  const findSentence = createSentenceFinder(text)
  const headingsAbove = createHeadingFinder(text)
  const places: Passage[] = []
  let shownTo = 0
  for (const match of folded.matchAll(finder)) {
    if (places.length === most) break
    const place = { from: match.index, to: match.index + match[0].length }
    const sentence = shortened(text, findSentence(place.from), place)
    places.push({
      ...passageAt(text, sentence, (from, to) => markWithin(place, from, to), shownTo),
      headingPath: headingsAbove(sentence.from),
    })
    shownTo = place.to
  }
  return places
}

/**
 * The sentences of a text that contain the most of the `terms`, in order and at most `most`, with all matches marked.
 */
export function fullestSentences(
  text: string,
  folded: string,
  { finder, terms }: { readonly finder: RegExp; readonly terms: readonly RegExp[] },
  most: number,
): readonly Passage[] {
  const findSentence = createSentenceFinder(text)
  const headingsAbove = createHeadingFinder(text)
  let fullest: { readonly sentences: Span[]; readonly held: number } = { sentences: [], held: 0 }
  let last: Span | undefined
  for (const { index } of folded.matchAll(finder)) {
    if (last !== undefined && index < last.to) continue
    last = findSentence(index)
    const words = folded.slice(last.from, last.to)
    const held = terms.filter((term) => words.search(term) >= 0).length
    if (held > fullest.held) fullest = { sentences: [last], held }
    else if (held === fullest.held && fullest.sentences.length < most) fullest.sentences.push(last)
  }
  return fullest.sentences.map((sentence) => ({
    ...passageAt(text, sentence, (from, to) => marksIn(folded.slice(from, to), finder)),
    headingPath: headingsAbove(sentence.from),
  }))
}

/** The part around the match, of a sentence that is longer than a hit shows. */
function shortened(text: string, sentence: Span, place: Span): Span {
  if (place.to - sentence.from <= PASSAGE_MAX) return sentence
  return { from: wholeWord(text, Math.max(sentence.from, place.from - BEFORE), place.from), to: sentence.to }
}

const markWithin = (place: Span, from: number, to: number): Span[] =>
  place.from >= to || place.to <= from
    ? []
    : [{ from: Math.max(0, place.from - from), to: Math.min(to, place.to) - from }]

/**
 * A sentence of a text as a hit shows it; `marksWithin` returns the marks of a part of the text, from that part's
 * start. The excerpt begins at `shownTo` or later.
 */
export function passageAt(
  text: string,
  sentence: Span,
  marksWithin: (from: number, to: number) => Span[],
  shownTo = 0,
): Omit<Passage, 'headingPath'> {
  const to = Math.min(sentence.to, sentence.from + PASSAGE_MAX)
  const words = marksWithin(sentence.from, to)
  const first = sentence.from + (words[0]?.from ?? 0)
  const begin = Math.max(first - sentence.from > EXCERPT / 2 ? first - BEFORE : sentence.from, shownTo)
  const from = begin === 0 ? 0 : wholeWord(text, begin, first)
  const end = wholePair(text, Math.min(text.length, from + EXCERPT))
  const shown = stripMarkdown(text.slice(from, end), marksWithin(from, end))
  const cut = from > sentence.from ? '…' : ''
  return {
    excerpt: cut + shown.text,
    marks: shown.marks.map((mark) => ({ from: mark.from + cut.length, to: mark.to + cut.length })),
    passage: text.slice(sentence.from, wholePair(text, to)),
    start: sentence.from,
    before: text.slice(Math.max(0, sentence.from - CONTEXT_LENGTH), sentence.from),
    after: text.slice(to, to + CONTEXT_LENGTH),
    words,
  }
}

function marksIn(text: string, finder: RegExp): Span[] {
  finder.lastIndex = 0
  return [...text.matchAll(finder)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

/**
 * Returns a function that finds the headings above a position, the highest first. With ascending positions it reads the
 * text once.
 */
function createHeadingFinder(text: string): (at: number) => string[] {
  const lines = text.matchAll(/^ {0,3}#[^\r\n]*/gm)
  const path: HeadingLine[] = []
  let next = lines.next()
  return (at) => {
    while (next.done !== true && next.value.index + next.value[0].length <= at) {
      const heading = headingIn(next.value[0])
      if (heading !== undefined && heading.text !== '') {
        while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
        path.push(heading)
      }
      next = lines.next()
    }
    return path.map((heading) => headingWords(heading.text))
  }
}
