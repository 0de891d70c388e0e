import { expect, test } from 'vitest'
import { scatteredScore } from './scattered'

const score = (name: string, letters: string) => scatteredScore(name, 0, name.length, letters)

test.each([
  ['low water', 'lw'],
  ['winter tide', 'wtd'],
  ['on winter light', 'wntr'],
  ['the ferryman', 'frymn'],
  ['tall low water', 'lwwtr'],
  ['朝の散歩', '朝歩'],
])('“%s” is meant by its letters %s', (name, letters) => {
  expect(score(name, letters)).toBeGreaterThan(0)
})

test.each([
  ['entry 00120 winter glade of salt and the old harbour, read', 'shared'],
  ['a list of what the carpenter left behind', 'shared'],
  ['low water', 'owater'],
  ['low water', 'wl'],
  ['low water', ''],
])('“%s” merely holds the letters %s', (name, letters) => {
  expect(score(name, letters)).toBe(0)
})

test('letters that begin words are nearer than letters within them, and both than more of them', () => {
  expect(score('low water', 'lw')).toBeGreaterThan(score('low water', 'lt'))
  expect(score('winter', 'wntr')).toBeGreaterThan(score('winter mornings', 'wntrmg'))
})
