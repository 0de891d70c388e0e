import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentEnd, isBlank, lineContent, lineStyleOf, tabulate, type Lines } from './lines'

const contents = (lines: Lines): string[] => Array.from(lines.ids, (_, index) => lineContent(lines, index))
const linesOf = (text: string): Lines => tabulate([text]).texts[0]!

describe('how lines end', () => {
  test.each([
    ['', 'none'],
    ['a', 'none'],
    ['a\n', '\n'],
    ['a\nb', '\n'],
    ['a\r\nb\r\n', '\r\n'],
    ['a\rb', '\r'],
    ['a\r\nb\n', 'mixed'],
    ['a\r\nb\r', 'mixed'],
    ['a\rb\n', 'mixed'],
    ['\n\r', 'mixed'],
  ])('%j: %j', (text, style) => expect(lineStyleOf(text)).toBe(style))
})

describe('the lines of a text', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
    ['\n', ['']],
    ['a\r\nb', ['a', 'b']],
    ['a\rb\r', ['a', 'b']],
  ])('%j', (text, expected) => {
    const lines = linesOf(text)
    expect(contents(lines)).toEqual(expected)
    expect(lines.starts.at(-1)).toBe(text.length)
    expect(lines.starts).toHaveLength(expected.length + 1)
  })

  test('blank is nothing but white space', () => {
    const lines = linesOf('\n \t\n\u3000\na\n')
    expect([0, 1, 2, 3].map((index) => isBlank(lines, index))).toEqual([true, true, true, false])
    expect(contentEnd(lines, 1)).toBe(3)
  })
})

describe('numbers for lines of several texts', () => {
  const numbers = (...texts: string[]) => tabulate(texts).texts.map(({ ids }) => [...ids])

  test('equal lines, equal numbers, in every text', () => {
    expect(numbers('a\nb\na\n', 'b\nc\na\n')).toEqual([
      [0, 1, 0],
      [1, 2, 0],
    ])
  })

  test('line ends and the missing last one make no difference', () => {
    expect(numbers('a\nb\n', 'a\r\nb\r\n', 'a\rb')).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
  })

  test('a text that mixes line ends makes them count', () => {
    expect(numbers('a\r\nb\n', 'a\nb\n')).toEqual([
      [0, 1],
      [2, 1],
    ])
    expect(tabulate(['a\r\nb\n', 'a']).isMixed).toBe(true)
  })

  test('exact lines count their ends', () => {
    expect(tabulate(['a\nb\n', 'a\nb', 'a\r\nb\n'], true).texts.map(({ ids }) => [...ids])).toEqual([
      [0, 1],
      [0, 2],
      [3, 1],
    ])
  })

  test('the short cut for texts that are mostly alike gives the numbers that looking up each line would', () => {
    const part = fc.constantFrom('a', 'b', 'ab', 'abc', '', ' ')
    const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '')
    const text = fc.array(fc.tuple(part, end), { maxLength: 12 }).map((list) => list.flat().join(''))
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (first, second, third, exact) => {
        const table = tabulate([first, second, third], exact)
        const seen = new Map<string, number>()
        for (const lines of table.texts) {
          const keys = Array.from(lines.ids, (_, index) => keyOf(lines, index, exact, table.isMixed))
          const expected = keys.map((key) => {
            if (!seen.has(key)) seen.set(key, seen.size)
            return seen.get(key)
          })
          expect([...lines.ids]).toEqual(expected)
          expect(lines.starts.slice(0, -1).every((start, index) => start < lines.starts[index + 1]!)).toBe(
            true,
          )
        }
        expect(table.ids).toBe(seen.size)
      }),
      { numRuns: 400 },
    )
  })
})

/** The key of a line. */
function keyOf(lines: Lines, index: number, exact: boolean, isMixed: boolean): string {
  const whole = lines.text.slice(lines.starts[index], lines.starts[index + 1])
  if (exact) return whole
  return isMixed ? whole.replace(/\n$/, '') : lineContent(lines, index)
}
