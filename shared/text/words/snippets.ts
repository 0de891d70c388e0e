import type { LinesRead } from './lines-read'

/** The replacements at Tab, by word. */
export type Snippets = Readonly<Record<string, string>>

export const SNIPPET_WORD_MAX = 40
export const SNIPPET_TEXT_MAX = 4_000
export const SNIPPETS_MAX = 500

/** One snippet for each line, as a writer edits them: the word, a space, and the text with `\n` for a new line. */
export const writeSnippets = (snippets: Snippets): string =>
  Object.entries(snippets)
    .map(([word, text]) => `${word} ${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
    .join('\n')

/** Parses such lines into snippets, and reports invalid ones; of several for one word the last counts. */
export function readSnippets(lines: string): LinesRead<Snippets> {
  const found = new Map<string, string>()
  const lineOf = new Map<string, number>()
  const left: string[] = []
  for (const [index, line] of lines.split('\n').entries()) {
    if (line.trim() === '') continue
    const at = index + 1
    const [, word, written] = /^\s*(\S+)[ \t](.*)$/.exec(line) ?? []
    const text = (written ?? '').replace(/\\([n\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    if (word === undefined || text === '')
      left.push(`Line ${at}, “${shortened(line)}”, has no text behind its word.`)
    else if (word.length > SNIPPET_WORD_MAX)
      left.push(`In line ${at} the word is too long: ${SNIPPET_WORD_MAX} characters are the most.`)
    else if (text.length > SNIPPET_TEXT_MAX)
      left.push(`In line ${at} the text is too long: ${SNIPPET_TEXT_MAX} characters are the most.`)
    else {
      const before = lineOf.get(word)
      if (before !== undefined)
        left.push(`Lines ${before} and ${at} are both for “${word}”. Only the last one counts.`)
      found.set(word, text)
      lineOf.set(word, at)
    }
  }
  if (found.size > SNIPPETS_MAX) left.push(`There are too many: only the first ${SNIPPETS_MAX} are kept.`)
  return { value: Object.fromEntries([...found].slice(0, SNIPPETS_MAX)), left }
}

const shortened = (line: string): string => [...line.trim()].slice(0, 40).join('')
