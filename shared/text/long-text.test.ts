import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEditor } from './line-ends'
import { applyChanges, type TextChange } from './text-change'
import { changedText, editorOffset, longText, sliceText, storedOffset, wholeText } from './long-text'

const unit = fc.constantFrom('a', 'b', '\n', '\r\n', '雪', '😀')
/** Texts long enough for several pieces, made from few random draws. */
const texts = fc
  .tuple(fc.array(unit, { maxLength: 40 }), fc.constantFrom(1, 1, 7, 900, 4000))
  .map(([units, times]) => units.join('').repeat(times))

function changesFor(text: string): fc.Arbitrary<TextChange[]> {
  return fc
    .array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(text.length),
        texts.map((insert) => insert.slice(0, 50_000)),
      ),
      {
        maxLength: 4,
      },
    )
    .map((draws) => {
      const edges = draws.flatMap(([a, b]) => [a, b]).sort((a, b) => a - b)
      return draws.map(([, , insert], index) => ({
        from: edges[2 * index]!,
        to: edges[2 * index + 1]!,
        insert,
      }))
    })
}

test('a changed long text is the changed text', () => {
  const cases = texts.chain((text) => fc.tuple(fc.constant(text), changesFor(text)))
  fc.assert(
    fc.property(cases, ([text, changes]) => {
      const changed = changedText(longText(text), changes)
      const expected = applyChanges(text, changes)
      expect(wholeText(changed) === expected).toBe(true)
      expect(changed.length).toBe(expected.length)
      expect(changed.pieces.every((piece) => piece.text !== '')).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('many changes, one after another, keep the text and its seams', () => {
  let text = 'Der Mond 😀\r\nscheint.'.repeat(9000)
  let long = longText(text)
  for (let step = 0; step < 400; step++) {
    const from = (step * 7919) % text.length
    const change = { from, to: Math.min(text.length, from + (step % 3)), insert: step % 2 ? '\r\n' : '😀' }
    text = applyChanges(text, [change])
    long = changedText(long, [change])
  }
  expect(wholeText(long) === text).toBe(true)
  const pairs = long.pieces.reduce((sum, piece) => sum + piece.pairs, 0)
  expect(pairs).toBe(text.split('\r\n').length - 1)
})

describe('offsets of an editor that counts a CRLF as one', () => {
  test('point to the same character', () => {
    const uniform = fc
      .tuple(fc.array(fc.constantFrom('a', '\r\n', '😀'), { maxLength: 30 }), fc.constantFrom(1, 3000))
      .map(([units, times]) => units.join('').repeat(times))
    fc.assert(
      fc.property(uniform, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
        const editor = inEditor(text, '\r\n')
        const offset = Math.floor(part * editor.length)
        const stored = storedOffset(longText(text), offset)
        expect(inEditor(text.slice(0, stored), '\r\n')).toBe(editor.slice(0, offset))
        expect(text.slice(stored - 1, stored + 1)).not.toBe('\r\n')
        expect(editorOffset(longText(text), stored)).toBe(offset)
      }),
      { numRuns: 300 },
    )
  })

  test('past the end mean the end', () => expect(storedOffset(longText('a\r\nb'), 99)).toBe(4))
})

test('a slice may lie across pieces', () => {
  const text = 'abcdefghij'.repeat(10_000)
  expect(sliceText(longText(text), 16_380, 49_999) === text.slice(16_380, 49_999)).toBe(true)
  expect(sliceText(longText(text), 5, 5)).toBe('')
})

test('changes that overlap, go backwards or reach past the end are refused', () => {
  const text = longText('abcdef')
  for (const changes of [
    [{ from: 2, to: 1, insert: '' }],
    [{ from: 0, to: 7, insert: '' }],
    [
      { from: 0, to: 3, insert: '' },
      { from: 2, to: 4, insert: '' },
    ],
  ])
    expect(() => changedText(text, changes)).toThrow(RangeError)
})
