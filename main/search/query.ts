import { narrowLetters, UNSPACED, type Term, type WordQuery } from '../../shared/text/words/word-query'

/** A text as the index takes it: runs of unspaced script become overlapping pairs of letters, so that parts are found. */
export function indexed(text: string): string {
  return narrowLetters(text).replace(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''))
}

/** The query in the language of FTS5. */
interface Match {
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
  const phrase = narrowLetters(text).replace(UNSPACED, (run) => {
    const pairs = pairsOf(run)
    return ` ${(pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ')} `
  })
  const isBeginning = isOpen || (/^\p{L}$/u.test(text) && text.search(UNSPACED) !== -1)
  return `"${phrase.replaceAll('"', ' ').replaceAll('\0', ' ').trim()}"${isBeginning ? '*' : ''}`
}
