import { expect, test } from 'vitest'
import { readDocument } from '../tree/read-document'
import { plainTextOf } from './plain-text'

test('a text is its words in lines, with its notes below, and without a mark', () => {
  const text =
    'Some *salt* & **tar**[^1], [out](https://example.org/a?b=1), [[Elsewhere]].\n\n- [x] rope\n- two\n\n```js\na < b\n```\n\n[^1]: A *note*.'
  expect(plainTextOf(readDocument(text))).toBe(
    'Some salt & tar[1], out <https://example.org/a?b=1>, Elsewhere.\n\n- [x] rope\n- two\n\n    a < b\n\n--------------------\n[1] A note.',
  )
})

test('long lines are wrapped, and words alone have no line around them', () => {
  const lines = plainTextOf(readDocument('word '.repeat(100))).split('\n')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(72)
  expect(plainTextOf(readDocument('*one*'))).toBe('one')
  expect(plainTextOf(readDocument(''))).toBe('')
})
