import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEditor, inStore, lineEndOf } from './line-ends'

describe('the line end of a text', () => {
  test.each([
    ['', '\n'],
    ['one line', '\n'],
    ['a\nb\n', '\n'],
    ['a\r\nb', '\r\n'],
    ['\r\n\r\n', '\r\n'],
    ['a\r\nb\nc', '\n'],
    ['a\nb\r\nc', '\n'],
    ['a\rb', '\n'],
    ['a\r\nb\r', '\n'],
    ['\ra\r\n', '\n'],
    ['a\r\r\nb', '\n'],
  ] as const)('%j', (text, expected) => expect(lineEndOf(text)).toBe(expected))
})

test('no byte of any text moves on its way through an editor', () => {
  const piece = fc.constantFrom('a', '\n', '\r', '\r\n', '雪', '😀')
  const texts = fc.array(piece).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const lineEnd = lineEndOf(text)
      expect(inStore(inEditor(text, lineEnd), lineEnd)).toBe(text)
    }),
  )
})

test('what an editor holds of a CRLF text comes back as it was, carriage returns included', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '\r')).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(inEditor(inStore(text, '\r\n'), '\r\n')).toBe(text)
    }),
  )
})
