import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stem } from './stem'
import { ideasOf, parseThesaurus } from './thesaurus'

const text = readFileSync(fileURLToPath(new URL('./thesaurus.txt', import.meta.url)), 'utf8')
const ideas = parseThesaurus(text)

test('each line is one idea of two words or more, none of them twice', () => {
  expect(ideas.length).toBeGreaterThan(600)
  for (const words of ideas) expect(words).toEqual([...new Set(words)])
  expect(new Set(ideas.map(String)).size).toBe(ideas.length)
})

test('each word of a line leads to its idea, and other words to none', () => {
  ideas.forEach((words, idea) => {
    for (const word of words) expect(ideasOf(stem(word))).toContain(idea)
  })
  expect(ideasOf('xyzzy')).toEqual([])
})

test.each([
  'alone',
  'two  spaces',
  'Capital letters',
  'a comma, too',
  ' indented line',
  'one two\n\nthree four',
])('a line that does not parse is refused: %j', (line) => {
  expect(() => parseThesaurus(`good line\n${line}\n`)).toThrow(/line [23]/)
})
