/** A parsed query for exact words. */
export interface WordQuery {
  /** Terms that must all match; each is a sequence of adjacent words. */
  readonly terms: readonly Term[]
  /** Terms of which none may match. */
  readonly without: readonly Term[]
}

export interface Term {
  readonly text: string
  /** Whether words that begin like the last word match as well. */
  readonly isOpen: boolean
}

const TERMS_MAX = 20
const TYPED_MAX = 1_000

/** Quotation marks that delimit a phrase, in any pairing: “ ”, „ “, « », » «, 「 」. */
const QUERY_PART =
  /(-?)(?:["“”„‟«»「」『』]([^"“”„‟«»「」『』]*)["“”„‟«»「」『』]?(\*?)|([^\s"“”„‟«»「」『』]+))/gu

/**
 * Parses words, "phrases" in any quotation marks, beginnings* and -exclusions; every other character has no special
 * meaning. `isBeingTyped`: each word may be incomplete, as in a filter that updates at every key.
 */
export function parseQuery(typed: string, isBeingTyped = false): WordQuery {
  const terms: Term[] = []
  const without: Term[] = []
  const given = narrowLetters(typed.slice(0, TYPED_MAX))
  for (const [, minus, phrase, star, word] of given.matchAll(QUERY_PART)) {
    const text = (phrase ?? word ?? '').trim()
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const list = minus === '-' ? without : terms
    const isOpen = star === '*' || text.endsWith('*') || (isBeingTyped && phrase === undefined)
    list.push({ text: text.endsWith('*') ? text.slice(0, -1) : text, isOpen })
  }
  return { terms: terms.slice(0, TERMS_MAX), without: without.slice(0, TERMS_MAX) }
}

/** Scripts that are written without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/** The text with full-width letters, digits and symbols as ordinary ones; offsets do not change. */
export const narrowLetters = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/**
 * The text without case, accents and width, with every character in its place, so that matches have the same offsets in
 * the text.
 */
export function foldedAlike(text: string): string {
  const lower = text.toLowerCase()
  const alike = lower.length === text.length ? lower : text.replace(/./gsu, lowerAlike)
  return narrowLetters(alike).replace(/[\u00c0-\u1fff]/g, (letter) => {
    const plain = letter.normalize('NFD')[0] ?? letter
    return plain.length === 1 ? plain : letter
  })
}

function lowerAlike(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** An expression that finds any of the terms in a folded text. */
export function finderOf({ terms }: Pick<WordQuery, 'terms'>): RegExp | undefined {
  const alternatives = terms
    .toSorted((a, b) => b.text.length - a.text.length)
    .flatMap(({ text, isOpen }) => {
      const words = foldedAlike(text).match(/[\p{L}\p{N}\p{M}]+/gu)
      if (!words) return []
      const isSpaced = text.search(UNSPACED) === -1
      const from = isSpaced ? '(?<![\\p{L}\\p{N}\\p{M}])' : ''
      const to = isSpaced && !isOpen ? '(?![\\p{L}\\p{N}])' : ''
      return [from + words.join('[^\\p{L}\\p{N}]+') + to]
    })
  return alternatives.length === 0 ? undefined : new RegExp(alternatives.join('|'), 'gu')
}
