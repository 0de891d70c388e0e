import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { whole } from './testing/fixtures'
import { zipped } from './zip'

const WORDS = 'Low water. '.repeat(1_000)

test('a zip is read from its directory and as it comes, packed or not, and is the same each time', () => {
  const zip = () =>
    whole(
      zipped([
        { name: 'mimetype', data: 'a/b', isStored: true },
        { name: 'a/words.xml', data: WORDS },
        { name: 'a/picture', data: () => new Uint8Array([1, 2, 3]), isStored: true },
        { name: 'empty', data: '' },
      ]),
    )
  const expected = { mimetype: 'a/b', 'a/words.xml': WORDS, 'a/picture': '\u0001\u0002\u0003', empty: '' }
  const said = (files: Readonly<Record<string, Uint8Array>>) =>
    Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  expect(said(unzipSync(zip()))).toEqual(expected)
  const files: Record<string, Uint8Array> = {}
  const reader = new Unzip((file) => {
    file.ondata = (_error, bytes) => {
      files[file.name] = Buffer.concat([files[file.name] ?? new Uint8Array(), bytes])
    }
    file.start()
  })
  reader.register(UnzipInflate)
  reader.push(zip(), true)
  expect(said(files)).toEqual(expected)
  expect(zip().length).toBeLessThan(1_000)
  expect(zip().equals(zip())).toBe(true)
})

test('more files than a zip of this kind can count are refused', () => {
  const entries = Array.from({ length: 65_536 }, (_none, at) => ({ name: `${at}`, data: '', isStored: true }))
  expect(() => whole(zipped(entries))).toThrow('A file holds at most 65,535 pictures and chapters.')
})
