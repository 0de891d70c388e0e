import { expect, test } from 'vitest'
import { excerptOf } from './excerpt'

test.each([
  ['', ''],
  ['# The mast\n\nIt *stands*.', 'The mast It stands.'],
  ['---\ntags: [a]\n---\nWords', 'Words'],
  ['- one\n- two\n\n> said', 'one two said'],
  ['1. first\r\n2. second', 'first second'],
  ['See [the map](https://example.com/a_b).', 'See the map.'],
  ['snake_case stays_as it is', 'snake_case stays_as it is'],
])('%j', (text, expected) => expect(excerptOf(text)).toBe(expected))

test('a long text is cut, and never within a character', () => {
  const excerpt = excerptOf('😀'.repeat(400))
  expect(excerpt).toBe(`${'😀'.repeat(100)}…`)
  expect(excerptOf(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(99)}…`)
})
