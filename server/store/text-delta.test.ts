import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDelta, encodeDelta, join, piecesOf } from './text-delta'

const bytes = (text: string) => new TextEncoder().encode(text)
const roundTrip = (before: string, after: string) => {
  const delta = encodeDelta(bytes(before), bytes(after))
  expect(join(applyDelta(piecesOf(bytes(before)), delta)).toString()).toBe(after)
  return delta.length
}
const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, n) => `Sentence ${n * 7919} of the long night.`).join(' ')

test('a delta leads from any text to any other', () => {
  const part = fc.oneof(
    fc.constantFrom('the salt road ', '\r\n', '海', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
    fc.string(),
  )
  const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => void roundTrip(before, after)),
    { numRuns: 500 },
  )
})

test('a chain of deltas is followed without the texts between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.string({ maxLength: 60 })), { maxLength: 40 }),
      (edits) => {
        let text = prose(60)
        let pieces = piecesOf(bytes(text))
        for (const [where, cut, insert] of edits) {
          const at = where % (text.length + 1)
          const next = (text.slice(0, at) + insert + text.slice(at + cut)).toWellFormed()
          pieces = applyDelta(pieces, encodeDelta(bytes(text), bytes(next)))
          text = next
        }
        expect(join(pieces).toString()).toBe(text)
      },
    ),
    { numRuns: 200 },
  )
})

test('edits at both ends and a moved block cost little', () => {
  const text = prose(20_000)
  expect(roundTrip(text, `First. ${text} Last.`)).toBeLessThan(60)
  const middle = text.length >> 1
  expect(roundTrip(text, text.slice(middle) + text.slice(0, middle))).toBeLessThan(200)
  expect(roundTrip(text, text.replaceAll('Sentence 7919 ', 'Line one '))).toBeLessThan(200)
})

test('texts that repeat one byte take no longer than others', () => {
  expect(roundTrip('a'.repeat(1_000_000), `b${'a'.repeat(900_000)}c${'a'.repeat(50_000)}d`)).toBeLessThan(100)
})

test('a delta that does not fit is refused, not guessed', () => {
  const delta = encodeDelta(bytes(prose(50)), bytes(`x${prose(50)}`))
  expect(() => applyDelta(piecesOf(bytes('short')), delta)).toThrow(RangeError)
  expect(() => applyDelta(piecesOf(bytes(prose(50))), Uint8Array.of(0xff))).toThrow(RangeError)
})
