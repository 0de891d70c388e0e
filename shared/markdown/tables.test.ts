import { expect, test } from 'vitest'
import { cellWords, replacementInRow, tableRowsIn } from './tables'

test.each([
  ['| a |\n| - |\n| b |\nc\n\nd | e', ['| a |', '| b |', 'c']],
  ['> | a | b |\n> | - | - |\n> | c | d |\n>\n> e | f', ['> | a | b |', '> | c | d |']],
  ['- a | b\n  - | -\n  c | d', ['- a | b', '  c | d']],
  ['a \\| b\n- | -', []],
  ['a | b\n---\nc | d', []],
  ['```\n| a |\n| - |\n```', []],
  ['`| a |\n| - |`', []],
])('of %j the rows are %j', (text, rows) => {
  expect(tableRowsIn(text).map(({ from, to }) => text.slice(from, to))).toEqual(rows)
})

test('words of a cell are one line, and a bar in them is a sign', () => {
  expect(cellWords('a|b\\|c \n  d\n\ne')).toBe('a\\|b\\|c d e')
})

test.each([
  ['| ', 'x', 'a|b', 'a\\|b'],
  ['| \\', '|', '|', '|'],
  ['| \\', '|', 'a|', 'a\\|'],
  ['| \\\\', '|', 'a|', 'a|'],
  ['| ', 'x | y', 'a|b', 'a|b'],
  ['| ', 'x\ny', 'a|b', 'a|b'],
])('behind %j, %j becomes for %j: %j', (before, found, replacement, after) => {
  expect(replacementInRow(before, found, replacement)).toBe(after)
})
