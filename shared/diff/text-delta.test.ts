import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDelta, textDelta, type TextDelta } from './text-delta'

/** The stored form of the delta between two texts, after verifying that it gives the second text. */
const written = (before: string, after: string): string => {
  const json = JSON.stringify(textDelta(before, after))
  expect(applyDelta([before], JSON.parse(json) as TextDelta).join('') === after).toBe(true)
  return json
}
const prose = (sentences: number) =>
  Array.from({ length: sentences }, (_, n) => `Sentence ${n * 7919} of the long night.`).join(' ')

test('a delta leads from any text to any other', () => {
  const part = fc.oneof(
    fc.constantFrom('the salt road ', '\r\n', '海', '🙂', '\ud83d', 'a'.repeat(40)),
    fc.string(),
  )
  const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => void written(before, after)),
    { numRuns: 500 },
  )
})

test('a chain of deltas is followed without the texts between', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(), fc.nat(40), fc.string({ maxLength: 60 })), { maxLength: 40 }),
      (edits) => {
        let text = prose(60)
        let pieces: readonly string[] = [text]
        for (const [where, cut, insert] of edits) {
          const at = where % (text.length + 1)
          const next = text.slice(0, at) + insert + text.slice(at + cut)
          pieces = applyDelta(pieces, textDelta(text, next))
          text = next
        }
        expect(pieces.join('')).toBe(text)
      },
    ),
    { numRuns: 200 },
  )
})

test('edits at both ends, a moved block and a word in a text of one line cost little', () => {
  const text = prose(20_000)
  expect(written(text, `First. ${text} Last.`).length).toBeLessThan(60)
  const middle = text.length >> 1
  expect(written(text, text.slice(middle) + text.slice(0, middle)).length).toBeLessThan(200)
  expect(written(text, text.replaceAll('Sentence 7919 ', 'Line one ')).length).toBeLessThan(200)
})

test('texts that repeat one character take no longer than others', () => {
  const delta = written('a'.repeat(1_000_000), `b${'a'.repeat(900_000)}c${'a'.repeat(50_000)}d`)
  expect(delta.length).toBeLessThan(100)
})

test('over lines, those that are whole stay the same strings', () => {
  const lines = ['one\n', 'two\n', 'three\n', 'four']
  const before = lines.join('')
  const delta = [[4, 10], 'new\n', [0, 4], [14, 4]] as const
  expect(applyDelta(lines, delta)).toEqual(['two\n', 'three\n', 'new\n', 'one\n', 'four'])
  expect(applyDelta(lines, textDelta(before, `${before}!`)).join('')).toBe(`${before}!`)
})

test('a delta that does not fit is refused, not guessed', () => {
  const delta = textDelta(prose(50), `x${prose(50)}`)
  expect(() => applyDelta(['short'], delta)).toThrow(RangeError)
  expect(() => applyDelta([], [[0, 1]])).toThrow(RangeError)
})
