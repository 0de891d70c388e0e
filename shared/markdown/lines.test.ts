import { expect, test } from 'vitest'
import { withoutEmphasis } from './emphasis'
import { headingIn } from './headings'
import { isTableRule } from './tables'

test.each([
  ['# One', 1, 'One'],
  ['   ###### Six ##  ', 6, 'Six'],
  ['# C#', 1, 'C#'],
  ['# C# #', 1, 'C#'],
  ['#\tTab', 1, 'Tab'],
  ['##', 2, ''],
  ['## ##', 2, ''],
])('%j is a heading', (line, level, text) => expect(headingIn(line)).toEqual({ level, text }))

test.each(['#no', '####### seven', '    # code', 'a # b', ''])('%j is no heading', (line) =>
  expect(headingIn(line)).toBeUndefined(),
)

test.each(['| --- | :-: |', '---|---', '|-|', ' :-- | --: ', '--', '|--|--'])(
  '%j is the rule of a table',
  (line) => expect(isTableRule(line)).toBe(true),
)

test.each(['', '|', '| |', 'a|b', '- -', '|--| |', '||--|'])('%j is no rule of a table', (line) =>
  expect(isTableRule(line)).toBe(false),
)

test.each([
  ['**a** *b* ***c***', 'a b c'],
  ['_a snake_case word_ and snake_case', 'a snake_case word and snake_case'],
  ['~~a~~ ==b== a ~ b = c', 'a b a ~ b = c'],
  ['2 * 3 * 4', '2 * 3 * 4'],
])('%j without emphasis', (text, plain) => expect(withoutEmphasis(text)).toBe(plain))

test.each([
  '*',
  '*a',
  '**a ',
  '_',
  '_a',
  '_a_b',
  '~~a ',
  '==a ',
  '~',
  '=',
  ' ',
  '-|',
  '- ',
  '|',
  ':',
  '#',
  '# ',
])('[H3] 300,000 times %j takes linear time', (part) => {
  const line = part.repeat(3e5)
  for (const text of [line, `|${line}x`, `# ${line}`]) {
    isTableRule(text)
    headingIn(text)
    expect(withoutEmphasis(text).length).toBeLessThanOrEqual(text.length)
  }
})
