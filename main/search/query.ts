import { wellFormed } from '../documents/well-formed'

/** What a writer typed into the search for exact words. */
export interface WordQuery {
  /** All of these; each a run of words that stand together. */
  readonly terms: readonly Term[]
  /** None of these. */
  readonly without: readonly Term[]
}

export interface Term {
  readonly text: string
  /** Typed without a closing quote: what follows may go on. */
  readonly isOpen: boolean
}

const TERMS_MAX = 20
const TYPED_MAX = 1_000

/** Words, "phrases" and -exclusions; every other character is only a character. */
export function parseQuery(typed: string): WordQuery {
  const terms: Term[] = []
  const without: Term[] = []
  const given = wellFormed(typed.slice(0, TYPED_MAX))
  for (const [, minus, phrase, word] of given.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
    const text = (phrase ?? word ?? '').trim()
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    const list = minus === '-' ? without : terms
    list.push({ text, isOpen: phrase === undefined })
  }
  return { terms: terms.slice(0, TERMS_MAX), without: without.slice(0, TERMS_MAX) }
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/** A text as the index takes it: runs of unspaced script become overlapping pairs of letters, so that parts are found. */
export function indexed(text: string): string {
  return text.replace(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''))
}

/** The query in the language of FTS5. */
export interface Match {
  readonly wanted: string
  readonly without: string | undefined
}

/** What to ask the index for; `undefined` where nothing can be asked for. `any`: one of the terms is enough. */
export function matchOf(
  { terms, without }: WordQuery,
  how: { readonly any?: boolean; readonly insideWords?: (word: string) => readonly string[] } = {},
): Match | undefined {
  if (terms.length === 0) return undefined
  const asked = (term: Term) => {
    const inside = isOneWord(term) ? (how.insideWords?.(term.text) ?? []) : []
    const all = [termOf(term), ...inside.map((word) => `"${word}"`)]
    return all.length === 1 ? all[0]! : `(${all.join(' OR ')})`
  }
  return {
    wanted: terms.map(asked).join(how.any === true ? ' OR ' : ' AND '),
    without: without.length === 0 ? undefined : without.map(termOf).join(' OR '),
  }
}

/** Parts of words are looked for where a single word of some length was typed. */
export const isOneWord = ({ text, isOpen }: Term): boolean =>
  isOpen && /^[\p{L}\p{N}]{3,}$/u.test(text) && text.search(UNSPACED) === -1

/** One or two letters of a word that is being typed: very many words begin so. Two of an unspaced script are a word. */
export const isBegun = ({ text, isOpen }: Term): boolean =>
  isOpen && /^[\p{L}\p{N}]{1,2}$/u.test(text) && text.search(UNSPACED) === -1

/** A pair of the last letter of unspaced script alone would ask for a run's end; left out, or taken as a beginning. */
function termOf({ text, isOpen }: Term): string {
  const phrase = text.replace(UNSPACED, (run) => {
    const pairs = pairsOf(run)
    return ` ${(pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ')} `
  })
  const isBeginning = isOpen || (/^\p{L}$/u.test(text) && text.search(UNSPACED) !== -1)
  return `"${phrase.replaceAll('"', ' ').replaceAll('\0', ' ').trim()}"${isBeginning ? '*' : ''}`
}

/** Case and accents aside, with every character in its place: what is found here has the same offsets in the text. */
export function foldedAlike(text: string): string {
  const lower = text.toLowerCase()
  const alike = lower.length === text.length ? lower : text.replace(/./gsu, lowerAlike)
  return alike.replace(/[\u00c0-\u1fff]/g, (letter) => {
    const plain = letter.normalize('NFD')[0] ?? letter
    return plain.length === 1 ? plain : letter
  })
}

function lowerAlike(letter: string): string {
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Finds any of the terms in a folded text. `inside`: within words too. */
export function finderOf({ terms }: WordQuery, inside = false): RegExp | undefined {
  const alternatives = terms
    .toSorted((a, b) => b.text.length - a.text.length)
    .flatMap(({ text, isOpen }) => {
      const words = foldedAlike(text).match(/[\p{L}\p{N}\p{M}]+/gu)
      if (!words) return []
      const isSpaced = text.search(UNSPACED) === -1
      const from = isSpaced && !inside ? '(?<![\\p{L}\\p{N}\\p{M}])' : ''
      const to = isSpaced && !isOpen && words.join('').length > 1 ? '(?![\\p{L}\\p{N}])' : ''
      return [from + words.join('[^\\p{L}\\p{N}]+') + to]
    })
  return alternatives.length === 0 ? undefined : new RegExp(alternatives.join('|'), 'gu')
}
