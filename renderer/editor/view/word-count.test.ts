import { ChangeSet, Text } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { countWords } from '../../../shared/text/words/count-words'
import { NOTHING_COUNTED, countChanged, countOn } from './word-count'

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
