import { narrowLetters, UNSPACED, type Term, type WordQuery } from '../../shared/text/words/word-query'

/**
 * A text in the form that is indexed: runs of a script without spaces become overlapping pairs of letters, so that
 * parts are found.
 */
export function indexed(text: string): string {
  return narrowLetters(text).replace(UNSPACED, (run) => ` ${pairsOf(run).join(' ')} `)
}

function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.map((letter, index) => letter + (letters[index + 1] ?? ''))
}

/** The query in FTS5 syntax. */
interface Match {
  readonly wanted: string
  readonly without: string | undefined
}

/** The query for the index; `undefined` where nothing can be searched. `any`: one of the terms is enough. */
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

/** Whether parts of words are searched for: the query is a single word of some length. */
export const isOneWord = ({ text, isOpen }: Term): boolean =>
  isOpen && /^[\p{L}\p{N}]{3,}$/u.test(text) && text.search(UNSPACED) === -1

/**
 * Whether the query is one or two letters of a word that is being typed: very many words begin with them. Two letters
 * of a script without spaces form a word.
 */
export const isBegun = ({ text, isOpen }: Term): boolean =>
  isOpen && /^[\p{L}\p{N}]{1,2}$/u.test(text) && text.search(UNSPACED) === -1

/**
 * A single last letter of a script without spaces would match only the end of a run; it is left out, or used as a
 * prefix.
 */
function termOf({ text, isOpen }: Term): string {
  const phrase = narrowLetters(text).replace(UNSPACED, (run) => {
    const pairs = pairsOf(run)
    return ` ${(pairs.length > 1 ? pairs.slice(0, -1) : pairs).join(' ')} `
  })
  const isBeginning = isOpen || (/^\p{L}$/u.test(text) && text.search(UNSPACED) !== -1)
  return `"${phrase.replaceAll('"', ' ').replaceAll('\0', ' ').trim()}"${isBeginning ? '*' : ''}`
}
