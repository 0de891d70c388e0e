import { describe, expect, test } from 'vitest'
import { countWords } from './count-words'

describe('words as a writer counts them', () => {
  test.each([
    ['', 0],
    ['   \n\t ', 0],
    ['one', 1],
    ['one ![a boat in the fog](boat.png) two', 2],
    ['![](boat.png){width=50%} two', 1],
    ['![a \\] b](boat.png) ![c](d.png)', 0],
    ['no \\![a link](boat.png) here', 4],
    ['[![cover](a.png)](https://b.org) end', 1],
    ['wait![x](a.png)', 1],
    ['| one<br>two | three<BR />four |', 4],
    ['<u>one</u> <kbd>two</kbd> <b class="c">', 5],
    ['![[Harbour]] and [b](c)', 3],
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
    ['at https://press.example/a-b?c=d#e, they say', 4],
    ['<https://press.example/a-b>', 1],
    ['[the winter](https://press.example/of/our-discontent "A title") came', 5],
    ['![a boat](stet-file:12) and [](x) and f(x)', 4],
    ['![a boat](x "t"){width=50%} and ![](x){ width=9% }, f(x){width=5}', 6],
    ['he said:/ twice', 3],
    ['[', 0],
    ['a](', 1],
  ])('%j has %i', (text, words) => {
    expect(countWords(text)).toBe(words)
  })
})

test('each word is told with its place', () => {
  const told: string[] = []
  const text = 'A well-known child’s “shoe”, 日本 𠮷.'
  const count = countWords(text, (from, to) => told.push(text.slice(from, to)))
  expect(told).toEqual(['A', 'well-known', 'child’s', 'shoe', '日', '本', '𠮷'])
  expect(count).toBe(told.length)
})
