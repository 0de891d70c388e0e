import { expect, test } from 'vitest'
import { paragraphQueryOf } from './paragraph-query'

test('a paragraph as it reads, and the words that tell the most', () => {
  expect(paragraphQueryOf('- [ ] The *boats* went out to [the sea](x); the boat came **home**.')).toEqual({
    text: 'The boats went out to the sea; the boat came home.',
    words: 'boats went came home sea',
  })
})

test('twenty words of a long one; pairs of letters where words are not parted', () => {
  const many = Array.from({ length: 60 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`)
  expect(paragraphQueryOf(many.join(' ')).words.split(' ')).toHaveLength(20)
  expect(paragraphQueryOf('海から戻る').words.split(' ')).toEqual(['海か', 'から', 'ら戻', '戻る'])
  expect(paragraphQueryOf('and of the --- ***').words).toBe('')
})
