import { expect, test } from 'vitest'
import { merge3 } from '../merge3'
import { resolve } from '../testing/resolve'
import { applyChanges, textChanges } from './text-change'

const LINE = 'word '.repeat(1_000_000)

test('[M6] [W9] a paragraph that is too long to be read by sentence is one clash, and both sides are in it', () => {
  const [mine, theirs] = [`${LINE}mine`, `theirs ${LINE}`]
  const result = merge3({ base: LINE, mine, theirs })
  expect(result).toMatchObject({ kind: 'clashes', clashes: 1 })
  expect(resolve(result, { base: LINE, mine, theirs }, ['mine'])).toBe(mine)
  expect(resolve(result, { base: LINE, mine, theirs }, ['theirs'])).toBe(theirs)
})

test.each([
  ['words', LINE],
  ['pairs', '😀'.repeat(1_000_000)],
])('[M6] a change in a very long line is a small one: %s', (_name, line) => {
  const middle = line.length >> 1
  const after = `${line.slice(0, middle)} here ${line.slice(middle)}`
  const changes = textChanges(line, after)
  expect(applyChanges(line, changes)).toBe(after)
  expect(changes.reduce((sum, { insert }) => sum + insert.length, 0)).toBeLessThan(20)
})
