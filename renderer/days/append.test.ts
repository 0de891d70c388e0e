import { expect, test } from 'vitest'
import { appended } from './append'

test.each([
  ['', 'w', 'w'],
  ['\n', 'w', 'w\n'],
  ['a', 'w', 'a\n\nw'],
  ['a\n', 'w', 'a\n\nw\n'],
  ['a\n\n', 'w', 'a\n\nw\n'],
  ['- a', 'w\nx', '- a\n\nw\nx'],
])('behind %j, %j makes a paragraph of its own', (text, words, whole) => {
  const result = text + appended(text, words)
  expect(text.trim() === '' ? result.trimStart() : result).toBe(whole)
  expect(result.startsWith(text)).toBe(true)
})
