import { describe, expect, test } from 'vitest'
import { joinTouching, pairUp } from './pair-up'
import { diffSequences } from './sequence-diff'
import type { Hunk, Sequence } from './sequence'

const numbers = new Map<string, number>()
const sequence = (...units: readonly string[]): Sequence => ({
  ids: Int32Array.from(units, (unit) => {
    if (!numbers.has(unit)) numbers.set(unit, numbers.size)
    return numbers.get(unit)!
  }),
  textOf: (index) => units[index]!,
})

const everywhere: readonly Hunk[] = [{ aFrom: 0, aTo: 99, bFrom: 0, bTo: 99 }]

/** Hunks after pairing, as `old => new`. */
function paired(a: readonly string[], b: readonly string[], others = everywhere, left = 1e6): string[] {
  const [from, to] = [sequence(...a), sequence(...b)]
  const hunks = pairUp(diffSequences(from, to, 1000, { left: 1e6 }), others, from, to, { left })
  return hunks.map(
    ({ aFrom, aTo, bFrom, bTo }) => `${a.slice(aFrom, aTo).join('|')} => ${b.slice(bFrom, bTo).join('|')}`,
  )
}

const fog = 'the fog came in at four'
const lamp = 'a keeper lit his only lamp'
const ships = 'two ships answered from afar'

describe('pairing units by their words', () => {
  test('one deleted, the next changed', () => {
    expect(paired([fog, '', lamp, '', ships], ['a keeper lit his new lamp', '', ships])).toEqual([
      `${fog}| => `,
      `${lamp} => a keeper lit his new lamp`,
    ])
  })

  test('one added above a changed one', () => {
    expect(paired([lamp], [fog, '', 'a keeper lit his new lamp'])).toEqual([
      ` => ${fog}|`,
      `${lamp} => a keeper lit his new lamp`,
    ])
  })

  test('two joined are no pair: the hunk stays whole', () => {
    expect(paired([fog, lamp], [`${fog} and ${lamp}`])).toEqual([`${fog}|${lamp} => ${fog} and ${lamp}`])
  })

  test('one split is no pair either', () => {
    expect(paired([`${fog} and ${lamp}`], [fog, lamp])).toEqual([`${fog} and ${lamp} => ${fog}|${lamp}`])
  })

  test('as many as before and none alike: each stands for the one in its place', () => {
    expect(paired([fog, '', lamp], ['nothing left', '', 'all gone'])).toEqual([
      `${fog} => nothing left`,
      `${lamp} => all gone`,
    ])
  })

  test('fewer than before and none alike: one change', () => {
    expect(paired([fog, '', lamp], ['nothing left'])).toEqual([`${fog}||${lamp} => nothing left`])
  })

  test('far from the other side nothing is paired', () => {
    const far: readonly Hunk[] = [{ aFrom: 50, aTo: 51, bFrom: 50, bTo: 51 }]
    expect(paired([fog, lamp], ['a keeper lit his new lamp'], far)).toEqual([
      `${fog}|${lamp} => a keeper lit his new lamp`,
    ])
  })

  test('where little work is left nothing is paired, and none is taken', () => {
    expect(paired([fog, lamp], ['a keeper lit his new lamp'], everywhere, 50)).toEqual([
      `${fog}|${lamp} => a keeper lit his new lamp`,
    ])
  })
})

test('hunks that touch are joined where they may be', () => {
  const hunks = [
    { aFrom: 0, aTo: 1, bFrom: 0, bTo: 0 },
    { aFrom: 1, aTo: 2, bFrom: 0, bTo: 1 },
    { aFrom: 3, aTo: 4, bFrom: 2, bTo: 3 },
  ]
  expect(joinTouching(hunks)).toEqual([{ aFrom: 0, aTo: 2, bFrom: 0, bTo: 1 }, hunks[2]])
  expect(joinTouching(hunks, (index) => index !== 1)).toEqual(hunks)
})

test('of many places that were changed on both sides only as many are read as the work allows', () => {
  const around = Array.from({ length: 1_000 }, (_, n) => [
    `${fog} ${n}`,
    '',
    `${lamp} ${n}`,
    '',
    `stands ${n}`,
    '',
  ])
  const before = around.flat()
  const after = around.flatMap(([, , second, , stands]) => [`${second} now`, '', stands!, ''])
  const [from, to] = [sequence(...before), sequence(...after)]
  const hunks = diffSequences(from, to, numbers.size, { left: 1e6 })
  const told = (left: number) =>
    pairUp(hunks, [{ aFrom: 0, aTo: before.length, bFrom: 0, bTo: after.length }], from, to, { left }).length
  expect(told(1e9)).toBeGreaterThanOrEqual(2_000)
  expect(told(1e5)).toBeLessThan(1_050)
})
