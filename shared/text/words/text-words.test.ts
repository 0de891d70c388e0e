import { expect, test } from 'vitest'
import { countTextWords } from './text-words'

const front = '---\ntitle: Low water\ntags: [sea, tide]\n---\n'

test('front matter has no words of the text', () => {
  expect(countTextWords(`${front}Three more words.\n`)).toBe(3)
  expect(countTextWords(front)).toBe(0)
  expect(countTextWords('---\n\nA rule, then words.\n')).toBe(4)
  expect(countTextWords('Words.\n\n---\ntitle: none\n---\n')).toBe(3)
})

test('of a part that begins in front matter the words behind that count', () => {
  const text = `${front}Three more words.\n`
  expect(countTextWords(text, { from: 0, to: text.indexOf(' words') })).toBe(2)
  expect(countTextWords(text, { from: 4, to: 20 })).toBe(0)
  expect(countTextWords(text, { from: text.indexOf('more'), to: text.length })).toBe(2)
})
