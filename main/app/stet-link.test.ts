import { expect, test } from 'vitest'
import { linkedDocument, stetLinksIn } from './stet-link'

test('an address names a document, and that is all it can ask for', () => {
  expect(linkedDocument('stet://document/0f8f-2c_A')).toEqual({ id: '0f8f-2c_A' })
  expect(linkedDocument('stet://document/42/')).toEqual({ id: '42' })
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
  `stet://document/${'a'.repeat(65)}`,
  '--stet://document/42',
  'https://document/42',
  'javascript:alert(1)',
])('%j asks for nothing', (address) => {
  expect(linkedDocument(address)).toBeUndefined()
})

test('they are found among the words of a command line', () => {
  expect(stetLinksIn(['--flag', 'notes.md', 'stet://document/7', 'stet://delete/7'])).toEqual([
    'stet://document/7',
  ])
})
