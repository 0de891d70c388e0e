import { headingIn, type HeadingLine } from '../../shared/markdown/headings'
import { CONTEXT_LENGTH, createSentenceFinder } from '../../shared/anchor'
import type { SearchHit } from '../../shared/ipc-search'
import type { Span } from '../../shared/span'
import { readable } from './readable'

/** The part of a hit that says what was found and where. */
export type Passage = Pick<
  SearchHit,
  'excerpt' | 'marks' | 'headingPath' | 'passage' | 'start' | 'before' | 'after' | 'words'
>

const EXCERPT = 240
const BEFORE = 40
const PASSAGE_MOST = 2_000
const PLACES_MOST = 200
const HEADINGS_WITHIN = 200_000

/** The sentence of `text` that holds the most of what `finder` finds, with its surroundings. */
export function passageOf(text: string, folded: string, finder: RegExp): Passage {
  finder.lastIndex = 0
  let best: { readonly span: Span; readonly found: number } | undefined
  let current: { span: Span; words: Set<string> } | undefined
  let places = 0
  const findSentence = createSentenceFinder(text)
  for (const match of folded.matchAll(finder)) {
    if (++places > PLACES_MOST) break
    if (!current || match.index >= current.span.to)
      current = { span: findSentence(match.index), words: new Set() }
    current.words.add(match[0])
    if (current.words.size > (best?.found ?? 0)) best = { span: current.span, found: current.words.size }
  }
  const span = best?.span ?? findSentence(0)
  return {
    ...passageAt(text, span, (from, to) => marksIn(folded.slice(from, to), finder)),
    headingPath: headingsBefore(text, span.from),
  }
}

/** A sentence of a text as a hit shows it; `marksWithin` says what to mark in a part of the text, from that part's start. */
export function passageAt(
  text: string,
  sentence: Span,
  marksWithin: (from: number, to: number) => Span[],
): Omit<Passage, 'headingPath'> {
  const to = Math.min(sentence.to, sentence.from + PASSAGE_MOST)
  const words = marksWithin(sentence.from, to)
  const first = sentence.from + (words[0]?.from ?? 0)
  const begin = first - sentence.from > EXCERPT / 2 ? first - BEFORE : sentence.from
  const from = begin === 0 ? 0 : wholeWord(text, begin, first)
  const end = wholePair(text, Math.min(text.length, from + EXCERPT))
  const shown = readable(text.slice(from, end), marksWithin(from, end))
  return {
    excerpt: shown.text,
    marks: shown.marks,
    passage: text.slice(sentence.from, wholePair(text, to)),
    start: sentence.from,
    before: text.slice(Math.max(0, sentence.from - CONTEXT_LENGTH), sentence.from),
    after: text.slice(to, to + CONTEXT_LENGTH),
    words,
  }
}

export function marksIn(text: string, finder: RegExp): Span[] {
  finder.lastIndex = 0
  return [...text.matchAll(finder)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

/** The first beginning of a word between `from` and `to`. */
function wholeWord(text: string, from: number, to: number): number {
  if (from === 0 || /\s/.test(text[from - 1] ?? ' ')) return from
  const gap = text.slice(from, to).search(/\s\S/)
  return gap === -1 ? wholePair(text, from) : from + gap + 1
}

/** Never between the halves of a surrogate pair. */
const wholePair = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at)

/** The headings above a place, the highest first. */
function headingsBefore(text: string, at: number): string[] {
  const path: HeadingLine[] = []
  const above = text.slice(Math.max(0, at - HEADINGS_WITHIN), at)
  for (const [line] of above.matchAll(/^ {0,3}#[^\r\n]*/gm)) {
    const heading = headingIn(line)
    if (heading === undefined || heading.text === '') continue
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop()
    path.push(heading)
  }
  return path.map(({ text: title }) => title)
}
