import { expect, test } from 'vitest'
import { readSnippets, SNIPPET_TEXT_MAX, SNIPPETS_MAX, writeSnippets } from './snippets'

test('snippets are read from lines and written as they were', () => {
  const lines = 'mfg Mit freundlichen Grüßen\\nM.\n;sig a \\\\n b\n__proto__ x'
  const snippets = readSnippets(lines)
  expect(Object.entries(snippets ?? {})).toEqual([
    ['mfg', 'Mit freundlichen Grüßen\nM.'],
    [';sig', 'a \\n b'],
    ['__proto__', 'x'],
  ])
  expect(writeSnippets(snippets ?? {})).toBe(lines)
})

test('a line that is not finished is no snippet, of two for one word the last counts', () => {
  expect(readSnippets('word\nother \n\na one\na two')).toEqual({ a: 'two' })
})

test('what is too long or too much is not taken', () => {
  expect(readSnippets(`${'w'.repeat(41)} x`)).toBeUndefined()
  expect(readSnippets(`w ${'x'.repeat(SNIPPET_TEXT_MAX + 1)}`)).toBeUndefined()
  const many = Array.from({ length: SNIPPETS_MAX + 1 }, (_, at) => `w${at} x`)
  expect(readSnippets(many.join('\n'))).toBeUndefined()
})
