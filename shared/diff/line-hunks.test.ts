import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineHunks, linesOf, linesOfPieces } from './line-hunks'

const part = fc.constantFrom('a', 'The tide was late.', ' ', '\n', '\n', '\r\n', '\r', '漢字', '🙂', '# ')
const pieces = fc.array(part, { maxLength: 40 })

test('lines are those of the text, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const lines = linesOfPieces(given)
      expect(lines.join('')).toBe(given.join(''))
      expect(lines).toEqual(linesOf(given.join('')))
      expect(
        lines.every((line, index) => line.indexOf('\n') === line.length - 1 || index === lines.length - 1),
      ).toBe(true)
    }),
  )
})

test('between hunks the lines are equal', () => {
  fc.assert(
    fc.property(pieces, pieces, (before, after) => {
      const [a, b] = [linesOfPieces(before), linesOfPieces(after)]
      let [aAt, bAt] = [0, 0]
      for (const { aFrom, aTo, bFrom, bTo } of lineHunks(a, b)) {
        expect(a.slice(aAt, aFrom)).toEqual(b.slice(bAt, bFrom))
        ;[aAt, bAt] = [aTo, bTo]
      }
      expect(a.slice(aAt)).toEqual(b.slice(bAt))
    }),
  )
})
