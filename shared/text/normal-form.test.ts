import { describe, expect, test } from 'vitest'
import { normalForm, sameNormalForm } from './normal-form'

describe('[W4] the normal form', () => {
  test('ends are trimmed, line ends are LF, characters are composed', () => {
    expect(normalForm(' \n\tcafe\u0301\r\nau lait\rnoir \u00a0\n')).toBe('caf\u00e9\nau lait\nnoir')
  })
  test('an empty text and one of white space are alike', () => {
    expect(normalForm('')).toBe('')
    expect(normalForm(' \r\n ')).toBe('')
  })
})

const alike: readonly (readonly [string, string, string])[] = [
  ['the same', 'a', 'a'],
  ['both empty', '', ' \n'],
  ['trimmed ends', 'a b', '\n a b\t\n'],
  ['CRLF and LF', 'a\r\nb\r\nc', 'a\nb\nc'],
  ['CR and LF', 'a\rb\rc', 'a\nb\nc'],
  ['CR and CRLF', 'a\rb', 'a\r\nb'],
  ['mixed line ends', 'a\r\n\rb\n\nc', 'a\n\r\nb\r\rc'],
  ['composed and decomposed', 'na\u00efve \u00e9', 'nai\u0308ve e\u0301'],
  ['marks in another order', 'a\u0323\u0301b', 'a\u0301\u0323b'],
  ['decomposed kana', '\u304c\u304e', '\u304b\u3099\u304d\u3099'],
  ['decomposed Hangul', '\ud55c\uae00', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['a singleton', 'a \u212b b', 'a \u00c5 b'],
  ['several differences', ' re\u0301sume\u0301\r\nn\u00e3o\r\n', 'r\u00e9sum\u00e9\nna\u0303o'],
  ['an accent at the very end', 'cafe\u0301', 'caf\u00e9'],
]

const different: readonly (readonly [string, string, string])[] = [
  ['one letter', 'abc', 'abd'],
  ['a longer one', 'abc', 'abcd'],
  ['a line end more', 'a\nb', 'a\n\nb'],
  ['CRLF and two LF', 'a\r\nb', 'a\n\nb'],
  ['CR CR and CRLF', 'a\r\rb', 'a\r\nb'],
  ['white space inside', 'a b', 'a  b'],
  ['an accent', 'cafe', 'cafe\u0301'],
  ['another accent', 'cafe\u0300', 'caf\u00e9'],
  ['another kana', '\u304b', '\u304c'],
  ['compatibility forms are not alike', 'ﬁ', 'fi'],
  ['another emoji', 'a \u{1f600} b', 'a \u{1f601} b'],
  ['a lone surrogate', 'a\ud83d', 'a\ud83d\ude00'],
  ['empty and not', '', 'a'],
  ['an inner line end against a space', 'a\nb', 'a b'],
]

describe('[W4] comparing normal forms without making them', () => {
  for (const [why, a, b] of alike)
    test(`alike: ${why}`, () => {
      expect(normalForm(a)).toBe(normalForm(b))
      expect(sameNormalForm(a, b)).toBe(true)
      expect(sameNormalForm(b, a)).toBe(true)
      const long = 'An unchanged page.\r\n'.repeat(2000)
      expect(sameNormalForm(long + a + long, long + b + long)).toBe(
        normalForm(`.${a}.`) === normalForm(`.${b}.`),
      )
    })
  for (const [why, a, b] of different)
    test(`different: ${why}`, () => {
      expect(normalForm(a)).not.toBe(normalForm(b))
      expect(sameNormalForm(a, b)).toBe(false)
      expect(sameNormalForm(b, a)).toBe(false)
      const long = '変わらない頁。\n'.repeat(3000)
      expect(sameNormalForm(long + a + long, long + b + long)).toBe(false)
    })
})
