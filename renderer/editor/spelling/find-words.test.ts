import { expect, test } from 'vitest'
import { scriptsOf, wordFinder } from './find-words'

const find = wordFinder(['Latn'])
const wordsIn = (text: string) => find(text, 0).map(({ word }) => word)

test.each([
  ['a sentence', 'The tide, it rose.', ['The', 'tide', 'it', 'rose']],
  ['an apostrophe of both kinds', "don't don’t l’homme", ["don't", "don't", "l'homme"]],
  ['quotation marks and dashes', '“So?”—‘Well,’ (said) he…', ['So', 'Well', 'said', 'he']],
  ['hyphens', 'well-known vis‑à‑vis -pre', ['well-known', 'vis-à-vis', 'pre']],
  ['a sign for hyphenation', 'Haus\u00adtür', ['Haustür']],
  ['a letter in two parts', 'cafe\u0301', ['café']],
  ['emphasis around a word', '**bold** _quiet_ ~~struck~~', ['bold', 'quiet', 'struck']],
  ['emphasis in a word', 'un*believ*able', []],
  ['addresses', 'https://example.org/teh me@example.org example.com www.teh.org', []],
  ['files and paths', 'notes.md ~/teh/txt a/b/teh C:\\teh', []],
  ['names in code', 'snake_case camelCase #hashtag @name $var', []],
  ['one stroke between words', 'and/or', ['and', 'or']],
  ['capitals', 'NASA HTML', []],
  ['fields of templates', '{{date: dddd}} {{cursor}} {{ask: Who comes?}}', ['ask', 'Who', 'comes']],
  ['digits', '3rd B2B x86', []],
  ['a dot without a space', 'end.Start', ['end', 'Start']],
  ['a word among other signs', '日本語word文', ['word']],
  ['another script', 'слово שלום', []],
  ['one letter', 'a I', []],
])('%s', (_name, text, words) => expect(wordsIn(text)).toEqual(words))

test('a word knows where it stands', () =>
  expect(find('“Don’t.”', 100)).toEqual([{ from: 101, to: 106, word: "Don't" }]))

test('what is too long for a word is left out', () => {
  expect(wordsIn('x'.repeat(65))).toEqual([])
  expect(wordsIn('xy'.repeat(500_000))).toEqual([])
  expect(wordsIn("a'".repeat(100_000))).toEqual([])
})

test('words are found in the scripts of the languages', () => {
  expect(scriptsOf(['de-DE', 'ru', 'en-US'])).toEqual(['Latn', 'Cyrl'])
  expect(scriptsOf(['ja', 'th', 'zh-Hans'])).toEqual([])
  expect(scriptsOf(['ko'])).toEqual(['Hang'])
  expect(scriptsOf(['classique-toutes-variantes-x'])).toEqual(['Latn'])
  expect(wordFinder(['Cyrl'])('слово word', 0).map(({ word }) => word)).toEqual(['слово'])
  expect(wordFinder([])('word', 0)).toEqual([])
})
