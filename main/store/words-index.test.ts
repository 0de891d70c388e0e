import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openWordsIndex } from './words-index'

const folder = mkdtempSync(join(tmpdir(), 'stet-'))
const file = join(folder, 'words.db')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('documents are taken in again in any order', () => {
  const index = openWordsIndex(':memory:')
  const put = (ids: readonly string[]) =>
    index.put(
      ids.map((id) => ({ id, title: id, body: 'some words' })),
      1,
    )
  put(['a', 'b'])
  expect(() => put(['b', 'a'])).not.toThrow()
  expect([...index.match({ wanted: '"words"', without: undefined }, 9)].sort()).toEqual(['a', 'b'])
  index.close()
})

test('a file that is no index is made anew', () => {
  const first = openWordsIndex(file)
  first.put([{ id: 'a', title: 'A', body: 'words' }], 7)
  first.close()
  const again = openWordsIndex(file)
  expect([again.until(), again.ids()]).toEqual([7, ['a']])
  again.close()
  writeFileSync(file, 'A letter, no database. '.repeat(400))
  const anew = openWordsIndex(file)
  expect([anew.until(), anew.ids()]).toEqual([0, []])
  anew.close()
})
