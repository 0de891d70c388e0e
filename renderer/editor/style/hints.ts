import type { Span } from '../../../shared/text/span'
import { sentencesOf } from '../../../shared/text/words/sentences'
import type { StyleKind } from '../../../shared/ipc/settings-bounds'
import type { QuotationMarks } from '../input/quotation-marks'
import { languageOfWords, styleLanguage, type StyleLanguage } from './languages'
import { typographyHints } from './typography'

export interface StyleHint extends Span {
  readonly kind: StyleKind
  /** The replacement in the language. */
  readonly instead?: string
}

export interface StyleAsk {
  /** The text of one paragraph, with `MASK` in place of everything that is not prose. */
  readonly text: string
  /** The possible languages, the most likely first. */
  readonly languages: readonly string[]
  readonly kinds: readonly StyleKind[]
  /** The writer's quotation marks for all languages; if absent, those of the language are used. */
  readonly quotes?: QuotationMarks
}

/** Stands for a character that is not prose. */
export const MASK = '\ufffc'

const LONG_SENTENCE = 35
/** The maximum distance of a repeated word, in words. */
const NEARBY = 25
const REPEATED_LENGTH = 5
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’]\p{L}+)*/gu

interface Word extends Span {
  readonly word: string
}

/** Finds the places in a paragraph at which a careful reader may stumble, in the order of the text, in linear time. */
export function styleHints({ text, languages, kinds, quotes }: StyleAsk): readonly StyleHint[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }): Word => ({
    word,
    from: index,
    to: index + word.length,
  }))
  const tag = languageOfWords(
    words.map(({ word }) => word),
    languages,
  )
  const language = tag === undefined ? undefined : styleLanguage(tag)
  if (tag === undefined || language === undefined) return []
  const found: readonly (readonly [StyleKind, () => readonly StyleHint[]])[] = [
    ['filler', () => matches(text, language.fillers, 'filler')],
    ['passive', () => matches(text, language.passive, 'passive')],
    ['repeat', () => repeats(text, words, language)],
    ['long', () => longSentences(text, words)],
    ['typography', () => typographyHints(text, tag, quotes).map((hint) => ({ kind: 'typography', ...hint }))],
  ]
  return (
    found
      .filter(([kind]) => kinds.includes(kind))
      .flatMap(([, find]) => find())
      .sort((one, other) => one.from - other.from || one.to - other.to)
      // A range is marked once; sorting keeps the order of the kinds.
      .filter(({ from, to }, index, all) => all[index - 1]?.from !== from || all[index - 1]?.to !== to)
  )
}

const matches = (text: string, pattern: RegExp, kind: StyleKind): readonly StyleHint[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, index }) => ({ kind, from: index, to: index + whole.length }))

/** Finds words written twice in a row, and rarer words repeated soon; the second one is marked. */
function repeats(text: string, words: readonly Word[], language: StyleLanguage): readonly StyleHint[] {
  const last = new Map<string, number>()
  return words.flatMap(({ word, from, to }, place): readonly StyleHint[] => {
    const key = word.toLowerCase()
    const before = last.get(key)
    last.set(key, place)
    if (before === undefined || place - before > NEARBY) return []
    const isInRow = place - before === 1 && /^[\s*_~]+$/.test(text.slice(words[before]!.to, from))
    const isName = !language.hasCapitalNouns && word !== key
    const isRare = key.length >= REPEATED_LENGTH && !language.common.has(key) && !isName
    return (isInRow ? language.doubles.has(key) : !isRare) ? [] : [{ kind: 'repeat', from, to }]
  })
}

/** Marks only the first words of a long sentence, because a line under all of it would be too prominent. */
function longSentences(text: string, words: readonly Word[]): readonly StyleHint[] {
  let next = 0
  return sentencesOf(text).flatMap(({ to }): readonly StyleHint[] => {
    const first = next
    while (next < words.length && words[next]!.from < to) next++
    if (next - first <= LONG_SENTENCE) return []
    return [{ kind: 'long', from: words[first]!.from, to: words[first + 2]!.to }]
  })
}
