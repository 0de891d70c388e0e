import type { Span } from '../../../shared/text/span'
import { marksOfLanguage, type QuotationMarks } from '../input/quotation-marks'

const QUOTES = /["“”„«»]/g
/** Matches an apostrophe between letters. */
const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu
const ELLIPSIS = /(?<!\.)\.{3}(?!\.)/g
/** Matches hyphens used as a dash: with a space on both sides, or two in a row between words. */
const DASH = /(?<=\S )-{1,3}(?= \S)|(?<=[\p{L}\p{N}])-{2,3}(?=[\p{L}\p{N}])/gu
/** Matches signs before which French has a non-breaking space. */
const FRENCH_SIGN = /(?<=[\p{L}\p{N}»”")])( ?)([;!?])|(?<=[\p{L}»”")])( ?)(:)(?![/\p{L}\p{N}])/gu

/** A range, and its form in the language. */
interface Otherwise extends Span {
  readonly instead: string
}

/** Quotation marks, apostrophes, dashes, ellipses and spaces that differ from the usage of the language. */
export function typographyHints(text: string, tag: string, quotes?: QuotationMarks): readonly Otherwise[] {
  const found: Otherwise[] = []
  const add = (from: number, length: number, instead: string) =>
    found.push({ from, to: from + length, instead })
  const marks = quotes ?? marksOfLanguage(tag)
  quotesIn(text, marks, add)
  for (const { index } of text.matchAll(APOSTROPHE)) add(index, 1, '’')
  for (const { index } of text.matchAll(ELLIPSIS)) add(index, 3, '…')
  for (const { 0: dashes, index } of text.matchAll(DASH))
    add(index, dashes.length, dashes.length === 3 ? '—' : dashes.length === 2 && isEnglish(tag) ? '—' : '–')
  // In Canada and Switzerland there is no such space.
  if (/^fr(?![-_](?:CA|CH)\b)/i.test(tag))
    for (const { 0: whole, index, 2: narrow, 4: wide } of text.matchAll(FRENCH_SIGN))
      add(index, whole.length, narrow === undefined ? `\u00a0${wide}` : `\u202f${narrow}`)
  return found
}

const isEnglish = (tag: string): boolean => /^en\b/i.test(tag)

/** Quotation marks that do not belong to the language, with the right ones. */
function quotesIn(
  text: string,
  { double }: QuotationMarks,
  add: (from: number, length: number, instead: string) => void,
) {
  const [open, close] = double
  const own = new Set([open.trim(), close.trim()])
  // Both German styles of quotation marks are accepted; French uses other ones for a quotation within a quotation.
  const isLow = open === '„' || open === '»'
  for (const mark of isLow ? '„“»«' : own.has('«') ? '“”' : '') own.add(mark)
  for (const { 0: mark, index } of text.matchAll(QUOTES)) {
    if (own.has(mark)) continue
    const isOpen = /(?:^|[\s([{—–-])[*_]*$/.test(text.slice(Math.max(0, index - 8), index))
    const isSpaced = !isOpen && close.startsWith('\u00a0') && text[index - 1] === ' '
    add(isSpaced ? index - 1 : index, isSpaced ? 2 : 1, isOpen ? open : close)
  }
}
