import { expect, test } from 'vitest'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { merge3 } from '../../shared/merge3'
import {
  clashesOf,
  hasMarks,
  mergedSoFar,
  numbered,
  openClashes,
  withDecision,
  withDecisions,
} from './clashes'

const base = 'One.\n\nTwo.\n\nThree.\n\nFour.\n'
const mine = 'One.\n\nTwo mine.\n\nThree.\n\nFour mine.\n'
const theirs = 'One.\n\nTwo theirs.\n\nThree.\n\nFour theirs.\n'

function conflict(change: Partial<ConflictView> = {}): ConflictView {
  const merge = merge3(base, mine, theirs)
  if (merge.kind !== 'clashes') throw new Error('the example has to clash')
  return {
    id: 'd',
    kind: 'text',
    reviewed: 'r',
    base,
    mine,
    theirs,
    regions: [...merge.regions],
    decisions: {},
    texts: {},
    fields: [],
    ...change,
  }
}

test('clashes are numbered in order; other regions have no number', () => {
  expect(numbered(conflict()).flatMap(({ clash }) => clash ?? [])).toEqual([0, 1])
})

test('open are the clashes without a decision, fields included', () => {
  const title = { field: 'title' as const, base: 'a', mine: 'b', theirs: 'c' }
  expect(openClashes(conflict())).toBe(2)
  expect(openClashes(conflict({ decisions: { '0': 'mine' }, fields: [title] }))).toBe(2)
  expect(openClashes(conflict({ fields: [{ ...title, decision: 'mine' }] }))).toBe(2)
})

test('the merged text holds what is decided and a bracket for each open place', () => {
  const { text, open } = mergedSoFar(conflict({ decisions: { '1': 'theirs' } }))
  expect(text).toBe('One.\n\n[ Two mine. … ]\n\nThree.\n\nFour theirs.\n')
  expect(open.map(({ from, to }) => text.slice(from, to))).toEqual(['[ Two mine. … ]'])
})

test('all decided, nothing is left in brackets', () => {
  const { text, open } = mergedSoFar(conflict({ decisions: { '0': 'mine', '1': { text: 'Four ours.' } } }))
  expect(text).toBe('One.\n\nTwo mine.\n\nThree.\n\nFour ours.\n')
  expect(open).toEqual([])
})

test('a conflict too large to compare is one clash of the whole', () => {
  const view = conflict({ kind: 'too-large', regions: [], decisions: { '0': 'theirs' } })
  expect(clashesOf(view)).toBe(1)
  expect(mergedSoFar(view).text).toBe(theirs)
})

test('a decision comes into a text changed by hand at its own mark, also where another reads the same', () => {
  const mark = '[ She ran … ]'
  const before = {
    text: `${mark} A. ${mark} B.`,
    open: [
      { from: 0, to: mark.length },
      { from: mark.length + 4, to: 2 * mark.length + 4 },
    ],
  }
  const after = { text: `${mark} A. She swam. B.`, open: [before.open[0]!] }
  expect(withDecision(`By hand. ${mark} A! ${mark} B.`, before, after)).toBe(
    `By hand. ${mark} A! She swam. B.`,
  )
  // Written over, or put back to be decided anew: what the writer wrote stays.
  expect(withDecision('All by hand.', before, after)).toBe('All by hand.')
  expect(withDecision('She swam.', after, before)).toBe('She swam.')
})

test('a text changed by hand takes in all that was decided, also what was decided before it was read again', () => {
  const typed = `By hand. ${mergedSoFar(conflict()).text}`
  expect(hasMarks(conflict(), typed)).toBe(true)
  const half = conflict({ decisions: { 1: 'both' } })
  expect(hasMarks(half, withDecisions(typed, half))).toBe(true)
  const whole = conflict({ decisions: { 0: 'theirs', 1: 'both' } })
  const words = 'By hand. One.\n\nTwo theirs.\n\nThree.\n\nFour mine.\n\nFour theirs.\n'
  expect(withDecisions(typed, whole)).toBe(words)
  expect(withDecisions(withDecisions(typed, half), whole)).toBe(words)
  expect(hasMarks(whole, words)).toBe(false)
})
