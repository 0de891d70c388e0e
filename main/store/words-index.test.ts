import { expect, test } from 'vitest'
import { openDatabase } from './database'
import { createWordsIndex } from './words-index'

test('documents are taken in again in any order', () => {
  const database = openDatabase(':memory:')
  const index = createWordsIndex(database)
  const put = (ids: readonly string[]) =>
    index.put(
      ids.map((id) => ({ id, title: id, body: 'some words', files: [] })),
      1,
    )
  put(['a', 'b'])
  expect(() => put(['b', 'a'])).not.toThrow()
  database.close()
})
