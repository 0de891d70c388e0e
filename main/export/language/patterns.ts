import type { PatternsDefinition } from 'hyphen'

/** The positions at which a word may be divided, as offsets in UTF-16 units. */
export type PartsOf = (word: string) => readonly number[]

type Loaded = Promise<{ readonly default: PatternsDefinition }>

/**
 * Hyphenation patterns of TeX by language. Each is a module of its own, which is loaded when a text is in that language.
 * Only patterns that an app under the MIT licence may carry are here (`packaging/hyphenation-licences.txt`): the Czech ones
 * are under the GPL, and the Romanian ones under no licence.
 */
const PATTERNS = {
  'en-us': (): Loaded => import('hyphen/patterns/en-us'),
  'en-gb': (): Loaded => import('hyphen/patterns/en-gb'),
  ca: (): Loaded => import('hyphen/patterns/ca'),
  da: (): Loaded => import('hyphen/patterns/da'),
  de: (): Loaded => import('hyphen/patterns/de-1996'),
  el: (): Loaded => import('hyphen/patterns/el-monoton'),
  es: (): Loaded => import('hyphen/patterns/es'),
  fi: (): Loaded => import('hyphen/patterns/fi'),
  fr: (): Loaded => import('hyphen/patterns/fr'),
  hr: (): Loaded => import('hyphen/patterns/hr'),
  it: (): Loaded => import('hyphen/patterns/it'),
  nb: (): Loaded => import('hyphen/patterns/nb'),
  nl: (): Loaded => import('hyphen/patterns/nl'),
  pl: (): Loaded => import('hyphen/patterns/pl'),
  pt: (): Loaded => import('hyphen/patterns/pt'),
  ru: (): Loaded => import('hyphen/patterns/ru'),
  sk: (): Loaded => import('hyphen/patterns/sk'),
  sl: (): Loaded => import('hyphen/patterns/sl'),
  sv: (): Loaded => import('hyphen/patterns/sv'),
  tr: (): Loaded => import('hyphen/patterns/tr'),
  uk: (): Loaded => import('hyphen/patterns/uk'),
}

const ALSO: Readonly<Record<string, keyof typeof PATTERNS>> = { nn: 'nb', no: 'nb' }
/** Regions whose English is hyphenated as in the United States. */
const AMERICAN: ReadonlySet<string> = new Set(['us', 'ca', 'ph', 'lr', 'pr'])

const SOFT_HYPHEN = '\u00ad'
/** Shorter words are not hyphenated, as in typesetting. */
const SHORTEST = 6
/** Longer ones are no words of a language; the library takes quadratic time, a minute for 50,000 letters. */
const LONGEST = 200

/** Hyphenation for a language, given as a BCP 47 tag; `undefined` where it is unknown or not used. */
export async function readPatterns(language: string): Promise<PartsOf | undefined> {
  const load = PATTERNS[keyOf(language) as keyof typeof PATTERNS] as (() => Loaded) | undefined
  if (load === undefined) return undefined
  const [{ default: createHyphenator }, { default: patterns }] = await Promise.all([import('hyphen'), load()])
  // Its types do not show that it returns synchronously without `async`.
  const hyphenate = createHyphenator(patterns, { minWordLength: SHORTEST }) as (word: string) => string
  const known = new Map<string, readonly number[]>()
  return (word) => {
    if (word.length > LONGEST) return []
    const places = known.get(word) ?? placesIn(hyphenate(word))
    known.set(word, places)
    return places
  }
}

function keyOf(language: string): string {
  const [first = '', ...others] = language.toLowerCase().split('-')
  if (first === 'en')
    return others.length === 0 || others.some((part) => AMERICAN.has(part)) ? 'en-us' : 'en-gb'
  const key = ALSO[first] ?? first
  return Object.hasOwn(PATTERNS, key) ? key : ''
}

function placesIn(parted: string): readonly number[] {
  const parts = parted.split(SOFT_HYPHEN)
  let at = 0
  return parts.slice(0, -1).map((part) => (at += part.length))
}
