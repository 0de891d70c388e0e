import { expect, test } from 'vitest'
import { codeIn, withoutCode } from './code'

const found = (text: string) => codeIn(text).map(({ from, to }) => text.slice(from, to))

test.each([
  ['inline code', 'a `b` c', ['`b`']],
  ['longer marks', '``a`b`` c', ['``a`b``']],
  ['two lines of a paragraph', '`a\nb` c', ['`a\nb`']],
  ['nothing across paragraphs', '`a\n\nb`', []],
  ['nothing behind a backslash', '\\`a`', []],
  ['a mark that nothing closes, then code', '``a `b`', ['`b`']],
  ['a fenced block', 'a\n```js\n`b\n```\nc', ['```js\n`b\n```\n']],
  ['a block that a longer fence closes', '~~~\na\n~~~~\nb', ['~~~\na\n~~~~\n']],
  ['a block that is never closed', 'a\n```\nb', ['```\nb']],
  ['Windows line ends', '```\r\na\r\n```\r\nb', ['```\r\na\r\n```\r\n']],
])('finds %s', (_name, text, code) => expect(found(text)).toEqual(code))

test('leaves a space where code was', () => expect(withoutCode('a `b` c')).toBe('a   c'))

test.each(['`', '` ', '`` ` ', '```', '```\n', '\\`', '`\n\n', ' ', '\n', '~~~\n`'])(
  '[M6] 300,000 times %j takes linear time',
  (part) => {
    expect(codeIn(part.repeat(3e5)).length).toBeLessThan(6e5)
  },
)
