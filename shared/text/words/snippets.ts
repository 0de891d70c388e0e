/** What a word becomes at Tab, by the word. */
export type Snippets = Readonly<Record<string, string>>

export const SNIPPET_WORD_MAX = 40
export const SNIPPET_TEXT_MAX = 4_000
export const SNIPPETS_MAX = 500

/** One snippet a line, as a writer edits them: the word, a space, and the text with `\n` for a new line. */
export const writeSnippets = (snippets: Snippets): string =>
  Object.entries(snippets)
    .map(([word, text]) => `${word} ${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`)
    .join('\n')

/**
 * The snippets in such lines; of several for one word the last. Lines without a text are none.
 *
 * @returns undefined where a word or a text is too long, or there are too many
 */
export function readSnippets(lines: string): Snippets | undefined {
  const found = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const [, word, written] = /^\s*(\S+)[ \t](.*)$/.exec(line) ?? []
    if (word === undefined || written === undefined || written === '') continue
    const text = written.replace(/\\([n\\])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    if (word.length > SNIPPET_WORD_MAX || text.length > SNIPPET_TEXT_MAX) return undefined
    found.set(word, text)
  }
  return found.size > SNIPPETS_MAX ? undefined : Object.fromEntries(found)
}
