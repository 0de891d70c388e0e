import { expect, test } from 'vitest'
import { runMarked } from '../testing/run-command'
import { nextCell } from './table-cells'

const T = '| a | b | c |\n| - | - | - |\n'

test.each([
  [`${T}| x‸`, `${T}| x | ‸ |`],
  [`${T}| x‸ |`, `${T}| x | ‸ |`],
  [`${T}| x |‸`, `${T}| x | ‸ |`],
  [`${T}| x | y‸`, `${T}| x | y | ‸ |`],
  [`${T}| x | ‸ |\n| z |`, `${T}| x |  | ‸ |\n| z |`],
  [`${T}|‸`, `${T}|  | ‸ |`],
  [`> | a | b |\n> | - | - |\n> | x‸`, `> | a | b |\n> | - | - |\n> | x | ‸ |`],
  ['a | b\n--|--\nx‸', 'a | b\n--|--\nx | ‸ |'],
  [`${T}| x | y | z‸`, `${T}| x | y | z\n| ‸ |  |  |`],
  [`${T}| x | y | z‸ |`, `${T}| x | y | z |\n| ‸ |  |  |`],
])('Tab goes to the next cell of a row, also where the row has none yet: %j', (before, after) => {
  expect(runMarked(nextCell, before)).toBe(after)
})
