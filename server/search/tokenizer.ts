import { stem } from './stem'

/**
 * The tokenisation of search, shared by the keyword index, queries and the built-in embedding. A word is folded (case,
 * width, accents) and stemmed; scripts without spaces are runs of single characters.
 */
type Word =
  | { readonly kind: 'word'; readonly surface: string; readonly stem: string }
  | { readonly kind: 'run'; readonly characters: readonly string[] }

/** Longer words are cut here: nobody types them, and encoded data must not inflate the index. */
export const WORD_LENGTH_MAX = 40

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々〆'
const PIECE = new RegExp(
  `(?:[${UNSPACED}]\\p{M}*)+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+(?:['’](?![${UNSPACED}])\\p{L}+)*`,
  'gu',
)
const CHARACTER = /\P{M}\p{M}*/gu
// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/
const ASCII_PIECE = /[a-z0-9]+(?:'[a-z]+)*/g
const FIRST_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

/**
 * The text in lower case, with full-width and half-width forms unified, without the accents of Latin, Greek and
 * Cyrillic.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** The words of a text in order. Any string is valid; characters other than letters and digits separate words. */
export function readWords(text: string): Word[] {
  const folded = fold(text)
  const words: Word[] = []
  for (const [piece] of folded.matchAll(ASCII.test(folded) ? ASCII_PIECE : PIECE)) {
    if (FIRST_UNSPACED.test(piece)) {
      words.push({ kind: 'run', characters: piece.match(CHARACTER) ?? [piece] })
      continue
    }
    const word = known.get(piece) ?? wordOf(piece)
    if (word.surface !== '') words.push(word)
  }
  return words
}

type SpacedWord = Extract<Word, { kind: 'word' }>

const KNOWN_MAX = 50_000
/** Stems are cached, because texts repeat their words and stemming is slow. */
const known = new Map<string, SpacedWord>()

function wordOf(piece: string): SpacedWord {
  if (known.size >= KNOWN_MAX) known.clear()
  const surface = trimWord(piece)
  const word: SpacedWord = { kind: 'word', surface, stem: stem(surface) }
  // A long piece may keep the whole text from which it was cut in memory.
  if (piece.length <= WORD_LENGTH_MAX) known.set(piece, word)
  return word
}

/** "writer's" is "writer", "don't" is "dont". */
function trimWord(piece: string): string {
  const bare = /['’]/.test(piece) ? piece.replace(/['’]s$/, '').replaceAll(/['’]/g, '') : piece
  return bare.length > WORD_LENGTH_MAX ? bare.slice(0, WORD_LENGTH_MAX).replace(/[\ud800-\udbff]$/, '') : bare
}

const PART_LENGTH_MIN = 3

/**
 * The two known words of a compound ("beekeeping": "bee", "keeping"), with the most similar lengths; `undefined` where
 * there are none. `isKnown` gets stems.
 */
export function partsOfCompound(
  surface: string,
  isKnown: (stem: string) => boolean,
): readonly [SpacedWord, SpacedWord] | undefined {
  const middle = surface.length / 2
  const places = Array.from(
    { length: Math.max(0, surface.length - 2 * PART_LENGTH_MIN + 1) },
    (_, at) => at + PART_LENGTH_MIN,
  ).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  for (const place of places) {
    const parts = [wordOf(surface.slice(0, place)), wordOf(surface.slice(place))] as const
    if (parts.every((part) => !isFunctionWord(part.surface) && isKnown(part.stem))) return parts
  }
  return undefined
}

/** The pairs of adjacent characters in a run; a single character is its own pair. */
export function pairsOf(characters: readonly string[]): string[] {
  if (characters.length === 1) return [...characters]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/**
 * Words with little meaning of their own. Stems would be compared otherwise, so each is listed as it is written and
 * folded.
 */
const FUNCTION_WORDS = new Set(
  `a about above after again against all also am an and any are arent as at be because been before being below between
  both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each either else ever every
  few for from further get gets got had hadnt has hasnt have havent having he her here hers herself him himself his how
  i if in into is isnt it its itself just let like many may me might more most much must my myself neither no nor not of
  off on once one only or other our ours out over own same shall she should shouldnt so some such than that the their
  theirs them themselves then there these they this those through thus to too under until up upon us very was wasnt we
  were werent what whats when where whether which while who whom whose why will with within without wont would wouldnt
  yes yet you your yours`.split(/\s+/),
)

/** `surface`: as returned by `readWords`. */
export const isFunctionWord = (surface: string): boolean => FUNCTION_WORDS.has(surface)
