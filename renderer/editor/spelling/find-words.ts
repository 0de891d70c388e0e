import { WORD_LENGTH_MAX } from '../../../shared/ipc/settings-bounds'

/** A word of a text that a dictionary may be asked about. */
export interface FoundWord {
  readonly from: number
  readonly to: number
  /** As it is asked and kept: composed, with the plain apostrophe, without signs for hyphenation. */
  readonly word: string
}

/** Finds the words of a part of a line; `offset` is where that part begins in the text. */
export type FindWords = (text: string, offset: number) => readonly FoundWord[]

/** What stands between spaces, brackets and quotation marks. */
const RUN = /[^\s[\](){}<>|"“”„«»]+/g
/** A longer one is data. */
const RUN_LENGTH_MAX = 2_000

/** Fields of templates; what a question asks is words. */
const FIELD = /\{\{(?:title|date|time|cursor)[^{}]*\}\}/g

/** Scripts that are written without spaces, so that nobody can say where their words end. */
const WITHOUT_SPACES = new Set(['Thai', 'Laoo', 'Khmr', 'Mymr', 'Jpan', 'Hans', 'Hant', 'Hani', 'Tibt'])

/** The scripts in which these languages are written, as Unicode names them: `Latn`. */
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
 * Finds words that are written in one of these scripts. Not among them: addresses, paths and names of files, names with
 * `_` or a capital in their middle, abbreviations in capitals, words with digits, fields of templates, and what is too long
 * for a word.
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

/** The word as it is asked and kept. */
export const askedAs = (written: string): string =>
  written.replaceAll('\u00ad', '').replaceAll('’', "'").replace(/[‐‑]/g, '-').normalize('NFC')

const isAsked = (word: string): boolean =>
  word.length > 1 &&
  word.length <= WORD_LENGTH_MAX &&
  !/\p{N}|\p{Ll}\p{Lu}/u.test(word) &&
  !(word === word.toUpperCase() && word !== word.toLowerCase())

/** Addresses, paths, names of files and of variables. */
function isData(run: string): boolean {
  const slash = run.indexOf('/')
  return (
    (slash !== -1 && (slash === 0 || run.indexOf('/', slash + 1) !== -1)) ||
    (run.includes('@') && run.includes('.')) ||
    run.includes('\\') ||
    /[\p{L}\p{N}](?:_[\p{L}\p{N}]|\.[a-z][a-z\d]{0,4}(?![\p{L}\p{N}]))/u.test(run)
  )
}

/** Not a part of a word, whose other part is emphasised or a tag, a name or a variable. */
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
