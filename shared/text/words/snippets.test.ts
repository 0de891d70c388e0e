import { expect, test } from 'vitest'
import { readLines } from './lines-read'
import { readSnippets, SNIPPET_TEXT_MAX, SNIPPETS_MAX, writeSnippets } from './snippets'

test('snippets are read from lines and written as they were', () => {
  const lines = 'mfg Mit freundlichen Grüßen\\nM.\n;sig a \\\\n b\n__proto__ x'
  const { value, left } = readSnippets(lines)
  expect(left).toEqual([])
  expect(Object.entries(value)).toEqual([
    ['mfg', 'Mit freundlichen Grüßen\nM.'],
    [';sig', 'a \\n b'],
    ['__proto__', 'x'],
  ])
  expect(writeSnippets(value)).toBe(lines)
})

test('a line that is not finished is no snippet, of two for one word the last counts, and both are said', () => {
  expect(readSnippets('word\nother \n\na one\na two')).toEqual({
    value: { a: 'two' },
    left: [
      'Line 1, “word”, has no text behind its word.',
      'Line 2, “other”, has no text behind its word.',
      'Lines 4 and 5 are both for “a”. Only the last one counts.',
    ],
  })
})

test('what is too long or too much is not taken, the rest is', () => {
  expect(readSnippets(`${'w'.repeat(41)} x\nw x`)).toEqual({
    value: { w: 'x' },
    left: ['In line 1 the word is too long: 40 characters are the most.'],
  })
  expect(readSnippets(`w ${'x'.repeat(SNIPPET_TEXT_MAX + 1)}`)).toMatchObject({
    value: {},
    left: [expect.stringContaining('the text is too long')],
  })
  const many = Array.from({ length: SNIPPETS_MAX + 1 }, (_, at) => `w${at} x`)
  const { value, left } = readSnippets(many.join('\n'))
  expect(Object.keys(value)).toHaveLength(SNIPPETS_MAX)
  expect(left).toEqual([`There are too many: only the first ${SNIPPETS_MAX} are kept.`])
})

test('lines of a list are named where they are not taken', () => {
  const isOdd = (line: string) => (line === 'odd' ? 'is odd' : undefined)
  expect(readLines(' one \n\nodd\nlonger\ntwo\nfour', 2, 5, isOdd)).toEqual({
    value: ['one', 'two'],
    left: [
      'Line 3, “odd”, is odd.',
      'Line 4, “longer”, is too long: 5 characters are the most.',
      'There are too many: only the first 2 are kept.',
    ],
  })
})
