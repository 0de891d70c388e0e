/** The quotation marks of a language: the replacements of `"` before and after words, and those of `'`. */
export interface QuotationMarks {
  readonly double: readonly [string, string]
  /** Absent if the language has no single quotation marks, so that `'` is always an apostrophe. */
  readonly single?: readonly [string, string]
}

const NBSP = '\u00a0'

/** The styles that a writer can choose regardless of the language. */
export const QUOTATION_STYLES = {
  english: { double: ['“', '”'], single: ['‘', '’'] },
  german: { double: ['„', '“'], single: ['‚', '‘'] },
  books: { double: ['»', '«'], single: ['›', '‹'] },
  guillemets: { double: ['«', '»'], single: ['‹', '›'] },
  french: { double: [`«${NBSP}`, `${NBSP}»`] },
  polish: { double: ['„', '”'], single: ['‚', '’'] },
  swedish: { double: ['”', '”'], single: ['’', '’'] },
  corners: { double: ['「', '」'], single: ['『', '』'] },
} as const satisfies Readonly<Record<string, QuotationMarks>>

export type QuotationStyle = keyof typeof QUOTATION_STYLES

/** Based on Unicode's CLDR; other languages use the English style. */
const OF_LANGUAGE: Readonly<Record<string, QuotationStyle>> = {
  bg: 'german',
  cs: 'german',
  da: 'books',
  de: 'german',
  'de-CH': 'guillemets',
  'de-LI': 'guillemets',
  el: 'guillemets',
  es: 'guillemets',
  et: 'german',
  fi: 'swedish',
  fr: 'french',
  'fr-CH': 'guillemets',
  hr: 'polish',
  hu: 'polish',
  is: 'german',
  it: 'guillemets',
  'it-CH': 'guillemets',
  ja: 'corners',
  lt: 'german',
  lv: 'german',
  nb: 'guillemets',
  nn: 'guillemets',
  no: 'guillemets',
  pl: 'polish',
  'pt-PT': 'guillemets',
  ro: 'polish',
  ru: 'guillemets',
  sk: 'german',
  sl: 'german',
  sr: 'polish',
  sv: 'swedish',
  uk: 'guillemets',
  'zh-TW': 'corners',
}

/** The marks of a language, given by its tag (`de-CH`, `fr_CA`, `en`). */
export function marksOfLanguage(tag: string): QuotationMarks {
  const [language = '', region = ''] = tag.split(/[-_]/)
  const style = OF_LANGUAGE[`${language}-${region}`] ?? OF_LANGUAGE[language] ?? 'english'
  return QUOTATION_STYLES[style]
}
