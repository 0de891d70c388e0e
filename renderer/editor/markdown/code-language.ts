import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import type { EditorState, StateCommand } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from './syntax'

interface CodeLanguage {
  /** The word written after the fence. */
  readonly word: string
  readonly name: string
  /** Other words for it, separated by spaces. */
  readonly also: string
}

/** Matches the word that names the language: `js`, `{.js .wide}`, `{r, echo=FALSE}`. */
const LANGUAGE = /^(\{\s*\.?)?([^\s{},=]+)/

/** Words used by others after a fence that the languages themselves do not list. */
const ALSO: Readonly<Record<string, string>> = {
  console: 'shell',
  docker: 'dockerfile',
  fish: 'shell',
  golang: 'go',
  pwsh: 'powershell',
}

/** Matches words for plain text, although some contain the name of a language or an extension of LaTeX files. */
const PLAIN = /^(?:plain|text|txt$)/

/** File name extensions, with the language if only one uses it. */
const ENDS = new Map<string, LanguageDescription | undefined>()
for (const language of languages)
  for (const end of language.extensions)
    if (/^[a-z]/.test(end) && !PLAIN.test(end)) ENDS.set(end, ENDS.has(end) ? undefined : language)

function knownLanguage(word: string): LanguageDescription | undefined {
  const name = word.toLowerCase()
  return LanguageDescription.matchLanguageName(languages, ALSO[name] ?? name, false) ?? ENDS.get(name)
}

/**
 * The language whose colours a block with this info string has. A word that is longer than the name of a language
 * counts as that language: `python3`.
 */
export function codeLanguage(info: string): LanguageDescription | undefined {
  const word = LANGUAGE.exec(info)?.[2] ?? ''
  const longer = () =>
    PLAIN.test(word) ? null : LanguageDescription.matchLanguageName(languages, word, true)
  return knownLanguage(word) ?? longer() ?? undefined
}

/** The languages that have colours. Those whose name is not a single word cannot be written after a fence. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = languages
  .flatMap((language): readonly CodeLanguage[] => {
    const { name, alias, extensions } = language
    const words = [name.toLowerCase(), ...alias, ...extensions.filter((end) => ENDS.get(end) === language)]
    const word = words.find((one) => /^[a-z0-9.-]+$/.test(one)) ?? words.find((one) => /^\S+$/.test(one))
    return word === undefined ? [] : [{ word, name, also: [...new Set(words)].join(' ') }]
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** The name of a language; the word itself if it is not a known language. */
export const codeLanguageName = (word: string): string => knownLanguage(word)?.name ?? word

/** Whether the word can be written after a fence; other characters would end the word or the fence. */
export const isLanguageWord = (word: string): boolean => /^[^\s`~{}]{1,40}$/.test(word)

/** The fenced block that contains a position. */
export const fencedCodeAt = (state: EditorState, place: number): SyntaxNode | undefined => {
  const ask = (node: SyntaxNode) => (node.name === 'FencedCode' ? node : null)
  return askAround(state, place, -1, ask) ?? askAround(state, place, 1, ask) ?? undefined
}

/** The language word of a block with its range; empty if there is none. */
function languageIn(state: EditorState, block: SyntaxNode): Span & { readonly word: string } {
  const info = block.getChild('CodeInfo')
  const end = block.firstChild?.to ?? block.from
  if (info === null) return { from: end, to: end, word: '' }
  const [, brace = '', word = ''] = LANGUAGE.exec(state.sliceDoc(info.from, info.to)) ?? []
  const from = info.from + brace.length
  return { from, to: from + word.length, word }
}

/** The language word of a block as written; empty if there is none. */
export const codeLanguageOf = (state: EditorState, block: SyntaxNode): string => languageIn(state, block).word

/** The language word of the block at the cursor; undefined outside a block. */
export function codeLanguageAt(state: EditorState): string | undefined {
  const block = fencedCodeAt(state, state.selection.main.head)
  return block && codeLanguageOf(state, block)
}

/**
 * Replaces or removes the language word of the block at the cursor, and changes nothing else. If further words follow,
 * removing the language writes plain `text` instead.
 */
export const setCodeLanguage =
  (word: string): StateCommand =>
  ({ state, dispatch }) => {
    const block = fencedCodeAt(state, state.selection.main.head)
    if (block === undefined || state.readOnly) return false
    const { from, to, word: before } = languageIn(state, block)
    const info = block.getChild('CodeInfo')
    const isAlone = info === null || info.to - info.from === to - from
    const insert = word === '' && !isAlone ? 'text' : word
    if (insert !== before)
      dispatch(state.update({ changes: { from, to, insert }, userEvent: 'input.format' }))
    return true
  }

/** The code between the fences, without the marks of quotations and list items around the block. */
export function codeOf(state: EditorState, block: SyntaxNode): string {
  return block
    .getChildren('CodeText')
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('')
}
