import { expect, test } from 'vitest'
import { WORD_LENGTH_MAX, fold, isFunctionWord, pairsOf, readWords } from './tokenizer'

const surfaces = (text: string) =>
  readWords(text).map((word) => (word.kind === 'word' ? word.surface : word.characters.join('|')))

test('letters and digits make words, everything else separates', () => {
  expect(surfaces('The snake_case of C++ — 2nd edition (2026)!')).toEqual([
    'the',
    'snake',
    'case',
    'of',
    'c',
    '2nd',
    'edition',
    '2026',
  ])
})

test('case, width and accents do not matter', () => {
  expect(surfaces('ＦＵＬＬ Café CAFE\u0301 Ωμέγα ё')).toEqual(['full', 'cafe', 'cafe', 'ωμεγα', 'е'])
  expect(fold('Straße')).toBe('straße')
})

test('an apostrophe stays inside its word', () => {
  expect(surfaces("the writer's don’t rock'n'roll 'quoted'")).toEqual([
    'the',
    'writer',
    'dont',
    'rocknroll',
    'quoted',
  ])
})

test('[B1] scripts without spaces become runs of characters, beside words of other scripts', () => {
  expect(surfaces('東京の地下鉄 line3番 서울에서')).toEqual([
    '東|京|の|地|下|鉄',
    'line3',
    '番',
    '서|울|에|서',
  ])
  expect(surfaces('ภาษาไทย')[0]).toContain('|')
  expect(surfaces('ｶﾀｶﾅ')).toEqual(['カ|タ|カ|ナ'])
})

test('pairs of neighbours; one character is its own pair', () => {
  expect(pairsOf(['東', '京', '都'])).toEqual(['東京', '京都'])
  expect(pairsOf(['雨'])).toEqual(['雨'])
})

test('lone surrogates, NUL, emoji and nothing at all are no words and no trouble', () => {
  for (const text of ['', '\0', '\ud800', 'a\udc00b', '🙂👩‍👩‍👧', '---', '\u0301'])
    for (const word of readWords(text)) expect(word).toBeDefined()
  expect(surfaces('a\0b 🙂 c')).toEqual(['a', 'b', 'c'])
})

test('a word of encoded data is cut', () => {
  const [word] = readWords('x'.repeat(100_000))
  expect(word?.kind === 'word' && word.surface.length).toBe(WORD_LENGTH_MAX)
})

test('function words are known folded', () => {
  expect(readWords("The WITHOUT don't").every((w) => w.kind === 'word' && isFunctionWord(w.surface))).toBe(
    true,
  )
  expect(isFunctionWord('river')).toBe(false)
})
