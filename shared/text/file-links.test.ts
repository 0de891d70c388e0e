import { pathOf } from '../api/api'
import { expect, test } from 'vitest'
import { linkTo, relinked, servedLink, targetKey, targetOf, targetsIn, unlinked } from './file-links'

test('a link names a file here or there, or nothing', () => {
  expect(targetOf('stet-file:a-1')).toEqual({ kind: 'here', uuid: 'a-1' })
  expect(targetOf('/api/v1/files/12/serve')).toEqual({ kind: 'there', remoteId: '12' })
  expect(targetOf('/cms/api/v1/files/a%20b/download')).toEqual({ kind: 'there', remoteId: 'a b' })
  expect(targetOf('/api/v1/files/%E0%A4%A/serve')).toBeUndefined()
  expect(targetOf('/api/v1/documents/12')).toBeUndefined()
  expect(targetOf(servedLink('/cms', 'a/b'))).toEqual({ kind: 'there', remoteId: 'a/b' })
})

test.each([
  'https://evil.example/api/v1/files/12/serve',
  '//evil.example/api/v1/files/12/serve',
  '/\\\\evil.example/api/v1/files/12/serve',
  'mailto:/api/v1/files/12/serve',
  '/api/v1/files/12/serve/more',
])('[L6] an address elsewhere is no file of this library: %s', (address) => {
  expect(targetOf(address)).toBeUndefined()
  expect(targetsIn(`![a](${address}x)`)).toEqual([])
})

test.each(['..', '.', '%2e%2e', '%2E'])('[L7] an id that means another path is no id: %s', (id) => {
  expect(targetOf(`/api/v1/files/${id}/serve`)).toBeUndefined()
  expect(() => pathOf('files.serve', { id: decodeURIComponent(id) })).toThrow('files.serve needs id')
})

test('each file that a text names is found once', () => {
  const text = '![a](stet-file:u1) ![a](stet-file:u1) [b](</api/v1/files/7/serve>) ![c](map.png)'
  expect(targetsIn(text).map(targetKey)).toEqual(['stet-file:u1', 'file:7'])
  expect(targetsIn(text).map((target) => targetOf(linkTo(target)))).toEqual(targetsIn(text))
  expect(targetsIn('no file: here')).toEqual([])
})

test('only links that have a better one are replaced, and nothing else of the text', () => {
  const text = '![a](stet-file:u1)\r\n![b](stet-file:u2) stet-file:'
  expect(relinked(text, (uuid) => (uuid === 'u1' ? '/api/v1/files/1/serve' : undefined))).toBe(
    '![a](/api/v1/files/1/serve)\r\n![b](stet-file:u2) stet-file:',
  )
})

test('what is given up leaves its words, not its link', () => {
  expect(unlinked('A ![map](stet-file:u1) B [the map](stet-file:u1) C ![x](stet-file:u10)', 'u1')).toBe(
    'A  B the map C ![x](stet-file:u10)',
  )
  expect(unlinked('`![map](stet-file:u1)` and [![map](stet-file:u1)](<stet-file:u1> "a map")', 'u1')).toBe(
    '`` and ',
  )
})
