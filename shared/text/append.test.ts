import { expect, test } from 'vitest'
import { appended, joinedTexts } from './append'

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

test.each([
  ['# Day\n\na', '# Day\n\nb', '# Day\n\na\n\nb'],
  ['# Day\n\n- a\n', '# Day\n\n- b\n- c\n', '# Day\n\n- a\n\n- b\n- c\n'],
  ['a', 'a', 'a'],
  ['a\nb', 'a', 'a\nb'],
  ['a', '', 'a'],
  ['', 'b', 'b'],
  ['x', 'y\n', 'x\n\ny'],
  ['abc', 'b', 'abc\n\nb'],
  ['# Day\n\na', '# Day\n\n\t\n    code\n', '# Day\n\na\n\n    code'],
])('%j and %j, written apart, are one text, and joined again it stays', (first, other, whole) => {
  expect(joinedTexts(first, other)).toBe(whole)
  expect(joinedTexts(whole, other)).toBe(whole)
})
