import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import type { EditorState, StateCommand } from '@codemirror/state'
import type { Span } from '../../../shared/text/span'
import { askAround, type SyntaxNode } from './syntax'

interface CodeLanguage {
  /** What is written behind the fence. */
  readonly word: string
  readonly name: string
  /** Other words that stand for it, between spaces. */
  readonly also: string
}

/** `js`, `{.js .wide}`, `{r, echo=FALSE}`: the word that names the language. */
const LANGUAGE = /^(\{\s*\.?)?([^\s{},=]+)/

/** What others write behind a fence, and the languages themselves do not know. */
const ALSO: Readonly<Record<string, string>> = {
  console: 'shell',
  docker: 'dockerfile',
  fish: 'shell',
  golang: 'go',
  pwsh: 'powershell',
}

/** Has no colours, though `tex` is in it, and though there are files of LaTeX that end like this. */
const PLAIN = /^(?:plain|text|txt$)/

/** Ends of the names of files, and the language where they are of one only. */
const ENDS = new Map<string, LanguageDescription | undefined>()
for (const language of languages)
  for (const end of language.extensions)
    if (/^[a-z]/.test(end) && !PLAIN.test(end)) ENDS.set(end, ENDS.has(end) ? undefined : language)

function knownLanguage(word: string): LanguageDescription | undefined {
  const name = word.toLowerCase()
  return LanguageDescription.matchLanguageName(languages, ALSO[name] ?? name, false) ?? ENDS.get(name)
}

/**
 * The language whose colours a block has with these words behind its fence. Words that are longer than the name of a
 * language have those of the language: `python3`.
 */
export function codeLanguage(info: string): LanguageDescription | undefined {
  const word = LANGUAGE.exec(info)?.[2] ?? ''
  const longer = () =>
    PLAIN.test(word) ? null : LanguageDescription.matchLanguageName(languages, word, true)
  return knownLanguage(word) ?? longer() ?? undefined
}

/** The languages that have colours; those whose name is no single word cannot be written behind a fence. */
export const CODE_LANGUAGES: readonly CodeLanguage[] = languages
  .flatMap((language): readonly CodeLanguage[] => {
    const { name, alias, extensions } = language
    const words = [name.toLowerCase(), ...alias, ...extensions.filter((end) => ENDS.get(end) === language)]
    const word = words.find((one) => /^[a-z0-9.-]+$/.test(one)) ?? words.find((one) => /^\S+$/.test(one))
    return word === undefined ? [] : [{ word, name, also: [...new Set(words)].join(' ') }]
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** The name of a language, as the writer of the fence called it where it is none that is known. */
export const codeLanguageName = (word: string): string => knownLanguage(word)?.name ?? word

/** Other signs would end the word, or the fence. */
export const isLanguageWord = (word: string): boolean => /^[^\s`~{}]{1,40}$/.test(word)

/** The block between fences that holds a place of the text. */
export const fencedCodeAt = (state: EditorState, place: number): SyntaxNode | undefined => {
  const ask = (node: SyntaxNode) => (node.name === 'FencedCode' ? node : null)
  return askAround(state, place, -1, ask) ?? askAround(state, place, 1, ask) ?? undefined
}

/** The word of a block that names its language, where it stands; empty where there is none. */
function languageIn(state: EditorState, block: SyntaxNode): Span & { readonly word: string } {
  const info = block.getChild('CodeInfo')
  const end = block.firstChild?.to ?? block.from
  if (info === null) return { from: end, to: end, word: '' }
  const [, brace = '', word = ''] = LANGUAGE.exec(state.sliceDoc(info.from, info.to)) ?? []
  const from = info.from + brace.length
  return { from, to: from + word.length, word }
}

/** The language of a block, as it is written; empty where none is. */
export const codeLanguageOf = (state: EditorState, block: SyntaxNode): string => languageIn(state, block).word

/** The language of the block at the cursor; undefined where the cursor is in none. */
export function codeLanguageAt(state: EditorState): string | undefined {
  const block = fencedCodeAt(state, state.selection.main.head)
  return block && codeLanguageOf(state, block)
}

/**
 * Writes another word for the language of the block at the cursor, or takes it away, and nothing else: more words behind
 * the fence stay what they are, for which a block without a language becomes plain `text`.
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

/** What stands between the fences, without the marks of quotations and items around the block. */
export function codeOf(state: EditorState, block: SyntaxNode): string {
  return block
    .getChildren('CodeText')
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('')
}
