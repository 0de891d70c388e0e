import { expect, test } from 'vitest'
import { unbrokenIn } from './unbroken'

test.each([
  ['full stops of Chinese', '。'.repeat(1_000)],
  ['signs that no face has', '\ufffda'.repeat(500)],
  ['halves of pairs', '\ud800a\udc00'.repeat(400)],
  ['dashes', '-'.repeat(5_000)],
  ['an address', `https://example.org/${'a'.repeat(1_000)}`],
])('%s in a row are one stretch', (_, stretch) => {
  expect(unbrokenIn(`Words ${stretch} and words.`)).toEqual([{ from: 6, to: 6 + stretch.length }])
})

test.each([
  ['words', 'Words and more words. '.repeat(1_000)],
  ['a long word', 'a'.repeat(999)],
  ['Chinese', '一个没有空格的段落，它很长。'.repeat(1_000)],
  ['Japanese', 'このカナの段落は長い。'.repeat(1_000)],
  ['Korean', '가나다라'.repeat(1_000)],
  ['Thai', 'ภาษาไทย'.repeat(1_000)],
  ['lines', 'a\n'.repeat(5_000)],
])('%s are none', (_, text) => expect(unbrokenIn(text)).toEqual([]))
