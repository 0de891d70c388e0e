import { expect, test } from 'vitest'
import { NAME_LENGTH_MAX } from '../../shared/api/api-records'
import { cleanName } from './upload'

test.each([
  ['map.png', 'map.png'],
  ['Ünïcode 海.md', 'Ünïcode 海.md'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\boot.ini', 'boot.ini'],
  ['a/..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  [' spaced .txt ', 'spaced .txt'],
  ['a\0b\n.txt', 'ab.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['half\ud83d.txt', 'half\ufffd.txt'],
])('%j is kept as %j', (sent, kept) => {
  expect(cleanName(sent)).toBe(kept)
  expect(cleanName(kept)).toBe(kept)
})

test('a name that is too long keeps its extension', () => {
  const name = cleanName(`${'潮'.repeat(400)}.tar`)
  expect(name).toHaveLength(NAME_LENGTH_MAX)
  expect(name.endsWith('潮.tar')).toBe(true)
})
