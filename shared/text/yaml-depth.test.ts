import { expect, test } from 'vitest'
import { isDeeplyNested } from './yaml-depth'

const nested = (levels: number, open: string, close = '') =>
  `a: ${open.repeat(levels)}x${close.repeat(levels)}\n`

test.each([
  ['brackets', nested(1_000, '[', ']')],
  ['braces', nested(1_000, '{a: ', '}')],
  ['brackets without an end', nested(1_000, '[')],
  ['lists in a line', `a:\n  ${'- '.repeat(1_000)}x\n`],
  ['keys and lists in a line', `${'? - '.repeat(1_000)}x\n`],
])('[M6] %s of a thousand levels are deeply nested', (_, yaml) => expect(isDeeplyNested(yaml)).toBe(true))

test.each([
  ['a thousand lists of tags', 'tags: [a, b]\n'.repeat(1_000)],
  ['a few levels', nested(20, '[', ']')],
  ['a rule of dashes', `a: |\n  ${'- '.repeat(50)}\n`],
])('%s are not', (_, yaml) => expect(isDeeplyNested(yaml)).toBe(false))
