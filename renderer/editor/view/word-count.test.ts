import { ChangeSet, Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { NOTHING_COUNTED, countChanged, countOn, countWords } from './word-count'

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

describe('a count in slices, while the text is typed in', () => {
  test.each([1, 2, 3])('seed %i: comes to what counting the whole gives', (seed) => {
    const random = dice(seed)
    const lines = Array.from({ length: 3_000 }, (_, index) => 'one two three '.repeat(index % 9))
    let doc = Text.of(lines)
    let count = NOTHING_COUNTED
    for (let step = 0; step < 200; step++) {
      if (count.done !== undefined && step % 20 === 0) count = countOn(doc, count)
      const from = random(doc.length + 1)
      const near = count.done === undefined || random(3) > 0 ? from : Math.max(0, count.done - random(3))
      const to = Math.min(doc.length, near + [0, 0, 1, 2, 300][random(5)]!)
      const insert = ['a', ' ', '\n', 'four five\nsix\n', ''][random(5)]!
      const changes = ChangeSet.of({ from: near, to, insert: Text.of(insert.split('\n')) }, doc.length)
      const after = changes.apply(doc)
      count = countChanged(doc, after, changes, count)
      doc = after
      if (count.done !== undefined)
        expect(count.words).toBe(countWords(doc.sliceString(0, Math.max(0, count.done - 1), '\n')))
    }
    while (count.done !== undefined) count = countOn(doc, count)
    expect(count.words).toBe(countWords(doc.toString()))
  })
})

function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % limit
  }
}
