import { describe, expect, test } from 'vitest'
import { countWords } from './word-count'

describe('words as a writer counts them', () => {
  test.each([
    ['', 0],
    ['   \n\t ', 0],
    ['one', 1],
    ['The tide was an hour late.', 6],
    ['# Heading\n\n- item *two*', 3],
    ['a child’s shoe', 3],
    ["don't well-known snake_case", 3],
    ['one—two…three', 3],
    ['4.1 metres', 3],
    ['naïve Übermut Ärger', 3],
    ['日本語', 3],
    ['かな カナ', 4],
    ['中文 and English', 4],
    ['شتاء طويل', 2],
    ['😀 smile', 1],
    ['𠮷野家', 3],
  ])('%j has %i', (text, words) => {
    expect(countWords(text)).toBe(words)
  })
})
