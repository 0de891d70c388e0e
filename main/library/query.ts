/** What a writer typed into the search for exact words. */
export interface WordQuery {
  /** All of these; each a run of words that stand together. The last one may be the beginning of a word. */
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

/** Words, "phrases" and -exclusions; every other character is only a character. */
export function parseQuery(typed: string): WordQuery {
  const terms: Term[] = []
  const without: Term[] = []
  for (const [, minus, phrase, word] of typed.slice(0, 1_000).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/gu)) {
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

/** The query in the language of FTS5; `undefined` where nothing can be asked for. */
export function matchOf({ terms, without }: WordQuery): string | undefined {
  if (terms.length === 0) return undefined
  const wanted = terms.map(termOf).join(' AND ')
  return without.length === 0 ? wanted : `(${wanted}) NOT (${without.map(termOf).join(' OR ')})`
}

/** A pair of the last letter alone would ask for a run's end; left out, or taken as a beginning. */
function termOf({ text, isOpen }: Term): string {
  const phrase = text.replace(UNSPACED, (run) => {
    const pairs = pairsOf(run)
    return ` ${(pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ')} `
  })
  const isBeginning = isOpen || /^\p{L}$/u.test(text)
  return `"${phrase.replaceAll('"', ' ').trim()}"${isBeginning ? '*' : ''}`
}

/** Finds any of the terms in a text, without regard to case. */
export function finderOf({ terms }: WordQuery): RegExp | undefined {
  if (terms.length === 0) return undefined
  const alternatives = [...terms]
    .sort((a, b) => b.text.length - a.text.length)
    .map(({ text }) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replace(/\s+/g, '\\s+'))
  return new RegExp(alternatives.join('|'), 'giu')
}
