import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDelta, lineDelta } from './line-delta'
import { lineHunks, linesOf } from './line-hunks'

const part = fc.constantFrom('a', 'The tide was late.', ' ', '\n', '\n', '\r\n', '\r', '漢字', '🙂', '# ')
const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))

describe('lines and what turns one list of them into another', () => {
  test('joined they are the text', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(linesOf(whole).join('')).toBe(whole)
      }),
    )
  })

  test('a delta leads from any text to any other, byte for byte', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const delta = JSON.parse(JSON.stringify(lineDelta(linesOf(before), linesOf(after)))) as ReturnType<
          typeof lineDelta
        >
        expect(applyDelta(linesOf(before), delta).join('')).toBe(after)
      }),
      { numRuns: 500 },
    )
  })

  test('between hunks the lines are equal', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [a, b] = [linesOf(before), linesOf(after)]
        let [aAt, bAt] = [0, 0]
        for (const { aFrom, aTo, bFrom, bTo } of lineHunks(a, b)) {
          expect(a.slice(aAt, aFrom)).toEqual(b.slice(bAt, bFrom))
          ;[aAt, bAt] = [aTo, bTo]
        }
        expect(a.slice(aAt)).toEqual(b.slice(bAt))
      }),
    )
  })

  test('a word in a long line is told as a word', () => {
    const long = `${'The tide was late. '.repeat(500)}\n`
    const delta = lineDelta([long], [long.replace('late', 'an hour late')])
    expect(JSON.stringify(delta).length).toBeLessThan(80)
  })

  test('a delta that does not fit is refused', () => {
    expect(() => applyDelta(['a\n'], [[1, 1, 'b']])).toThrow(RangeError)
    expect(() => applyDelta(['a\n'], [[0, 1, [[5, 9, 'b']]]])).toThrow(RangeError)
  })
})
