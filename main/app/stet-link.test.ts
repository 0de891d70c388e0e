import { expect, test } from 'vitest'
import { linkedDocument, stetLinksIn, stetLinkTo } from './stet-link'

test('an address names a document, and that is all it can ask for', () => {
  expect(linkedDocument('stet://document/0f8f-2c_A')).toEqual({ id: '0f8f-2c_A' })
  expect(linkedDocument('stet://document/42/')).toEqual({ id: '42' })
})

test.each(['25', 'new:0f8f2c4a-1b2c-4d5e-8f90-a1b2c3d4e5f6', 'a b?c#d', 'über', '..a', '雪'.repeat(200)])(
  'the address that is copied leads to the document %j again',
  (id) => {
    expect(linkedDocument(stetLinkTo(id))).toEqual({ id })
  },
)

test('the permanent id of a document made here stands in its address as it is', () => {
  expect(stetLinkTo('new:0f8f-2c')).toBe('stet://document/new:0f8f-2c')
})

test.each([
  'stet://document/',
  'stet://document/../settings',
  'stet://document/a/b',
  'stet://document/a?delete=1',
  'stet://document/a#x',
  'stet://document/%2e%2e',
  'stet://delete/42',
  'stet://document@host/42',
  'STET://DOCUMENT/42\n',
  ' stet://document/42',
  `stet://document/${'a'.repeat(2_001)}`,
  'stet://document/a%2Fb',
  'stet://document/%',
  '--stet://document/42',
  'https://document/42',
  'javascript:alert(1)',
])('%j asks for nothing', (address) => {
  expect(linkedDocument(address)).toBeUndefined()
})

test('they are found among the words of a command line, also those that ask for nothing', () => {
  expect(stetLinksIn(['--flag', 'notes.md', 'stet://document/7', 'stet://delete/7'])).toEqual([
    'stet://document/7',
    'stet://delete/7',
  ])
})
