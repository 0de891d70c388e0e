import { WORD_LENGTH_MAX } from '../../../shared/ipc/settings-bounds'

/** A word in a text that can be looked up in a dictionary. */
export interface FoundWord {
  readonly from: number
  readonly to: number
  /** The normalised form for lookup and storage: composed, with a plain apostrophe, without soft hyphens. */
  readonly word: string
}

/** Finds the words in a part of a line; `offset` is the position of that part in the text. */
export type FindWords = (text: string, offset: number) => readonly FoundWord[]

/** Matches text between spaces, brackets and quotation marks. */
const RUN = /[^\s[\](){}<>|"“”„«»]+/g
/** Longer text is data. */
const RUN_LENGTH_MAX = 2_000

/** Matches fields of templates, except the questions, which are words. */
const FIELD = /\{\{(?:title|date|time|cursor)[^{}]*\}\}/g

/** Scripts without spaces between words, so that the ends of words are unknown. */
const WITHOUT_SPACES = new Set(['Thai', 'Laoo', 'Khmr', 'Mymr', 'Jpan', 'Hans', 'Hant', 'Hani', 'Tibt'])

/** The scripts of these languages, by their Unicode names: `Latn`. */
export function scriptsOf(languages: readonly string[]): readonly string[] {
  const scripts = languages.map((language) => {
    try {
      return new Intl.Locale(language).maximize().script ?? 'Latn'
    } catch {
      return 'Latn'
    }
  })
  return [...new Set(scripts.map((script) => (script === 'Kore' ? 'Hang' : script)))].filter(
    (script) => !WITHOUT_SPACES.has(script),
  )
}

/**
 * Finds words in one of these scripts. Not included are addresses, paths and file names, names with `_` or an inner
 * capital, abbreviations in capitals, words with digits, fields of templates, and anything too long for a word.
 */
export function wordFinder(scripts: readonly string[]): FindWords {
  if (scripts.length === 0) return () => []
  const letters = scripts.map((script) => `\\p{Script=${script}}`).join('')
  const letter = `[${letters}]`
  const word = new RegExp(
    `(?<![${letters}\\p{M}\\p{N}])${letter}(?:${letter}|[\\p{M}\\p{N}\\u00ad\\u200c\\u200d]|['’·‐‑-](?=${letter}))*`,
    'gu',
  )
  return (text, offset) => {
    const found: FoundWord[] = []
    const prose = text.includes('{{') ? text.replace(FIELD, ({ length }) => ' '.repeat(length)) : text
    for (const { 0: run, index } of prose.matchAll(RUN)) {
      if (run.length > RUN_LENGTH_MAX || isData(run)) continue
      for (const { 0: written, index: at } of run.matchAll(word)) {
        if (!isAlone(run, at, at + written.length)) continue
        const asked = askedAs(written)
        if (!isAsked(asked)) continue
        const from = offset + index + at
        found.push({ from, to: from + written.length, word: asked })
      }
    }
    return found
  }
}

/** The normalised form of a word for lookup and storage. */
export const askedAs = (written: string): string =>
  written.replaceAll('\u00ad', '').replaceAll('’', "'").replace(/[‐‑]/g, '-').normalize('NFC')

const isAsked = (word: string): boolean =>
  word.length > 1 &&
  word.length <= WORD_LENGTH_MAX &&
  !/\p{N}|\p{Ll}\p{Lu}/u.test(word) &&
  !(word === word.toUpperCase() && word !== word.toLowerCase())

/** Whether this is an address, a path, a file name or the name of a variable. */
function isData(run: string): boolean {
  const slash = run.indexOf('/')
  return (
    (slash !== -1 && (slash === 0 || run.indexOf('/', slash + 1) !== -1)) ||
    (run.includes('@') && run.includes('.')) ||
    run.includes('\\') ||
    /[\p{L}\p{N}](?:_[\p{L}\p{N}]|\.[a-z][a-z\d]{0,4}(?![\p{L}\p{N}]))/u.test(run)
  )
}

/** Whether this is a whole word: not part of a word with an emphasised rest, a tag, a name or a variable. */
function isAlone(run: string, from: number, to: number): boolean {
  const isMark = (at: number) => '*_~`'.includes(run[at] ?? ' ')
  const isLetter = (at: number) => /\p{L}/u.test(run[at] ?? ' ')
  let before = from - 1
  while (before >= 0 && isMark(before)) before--
  if (before < from - 1 && before >= 0 && isLetter(before)) return false
  let after = to
  while (after < run.length && isMark(after)) after++
  if (after > to && isLetter(after)) return false
  return !'#@$%&'.includes(run[from - 1] ?? ' ')
}
