import { expect, test, vi } from 'vitest'
import type { ConflictView } from '../../shared/ipc/ipc-records'
import { merge3 } from '../../shared/merge3'
import {
  canKeepBoth,
  clashesOf,
  marksIn,
  mergedSoFar,
  numbered,
  openClashes,
  redecided,
  withDecisions,
} from './clashes'

const base = 'One.\n\nTwo.\n\nThree.\n\nFour.\n'
const mine = 'One.\n\nTwo mine.\n\nThree.\n\nFour mine.\n'
const theirs = 'One.\n\nTwo theirs.\n\nThree.\n\nFour theirs.\n'

function conflict(change: Partial<ConflictView> = {}): ConflictView {
  const merge = merge3({ base, mine, theirs })
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

test('a place in the front matter gives both sides only where it has no key twice, other places always', () => {
  const hasBoth = (ours: string, other: string, before: string) => {
    const texts = { base: before, mine: ours, theirs: other }
    const merge = merge3(texts)
    if (merge.kind !== 'clashes') throw new Error('the example has to clash')
    const view = conflict({ ...texts, regions: [...merge.regions] })
    return numbered(view).flatMap(({ region, clash }) =>
      clash === undefined ? [] : canKeepBoth(view, region),
    )
  }
  const withHead = (...lines: readonly string[]) =>
    ['---', 'a: 1', ...lines, '---', '', 'Words.', ''].join('\n')
  expect(hasBoth(withHead('author: Ann'), withHead('author: Bea'), withHead('author: Cid'))).toEqual([false])
  expect(hasBoth(withHead('author: Ann'), withHead('author: Bea'), withHead())).toEqual([false])
  const tagged = (tag: string) => withHead('tags:', `  - ${tag}`)
  expect(hasBoth(tagged('sea'), tagged('fog'), tagged('night'))).toEqual([true])
  const below = (words: string) => withHead().replace('Words.', words)
  expect(hasBoth(below('author: Ann'), below('author: Bea'), below('Words.'))).toEqual([true])
})

test('a conflict too large to compare is one clash of the whole', () => {
  const view = conflict({ kind: 'too-large', regions: [], decisions: { '0': 'theirs' } })
  expect(clashesOf(view)).toBe(1)
  expect(mergedSoFar(view).text).toBe(theirs)
})

test('a decision that changes comes into a text changed by hand; what was written at its place stays', () => {
  const decided = (decisions: ConflictView['decisions']) => conflict({ decisions })
  const [theirsFirst, mineFirst, openFirst] = [{ 0: 'theirs' }, { 0: 'mine' }, {}].map((decisions) =>
    decided(decisions as ConflictView['decisions']),
  )
  const before = mergedSoFar(theirsFirst!).text
  const byHand = before.replace('Three.', 'Three by hand.')
  const after = redecided(byHand, mineFirst!, before, mergedSoFar(mineFirst!).text)
  expect(after).toBe(byHand.replace('Two theirs.', 'Two mine.'))
  const asked = redecided(byHand, openFirst!, before, mergedSoFar(openFirst!).text)
  expect(marksIn(openFirst!, asked)).toHaveLength(2)
  const written = before.replace('Two theirs.', 'Two, by hand.')
  expect(redecided(written, mineFirst!, before, mergedSoFar(mineFirst!).text)).toBe(written)
})

test('a decision comes into a text changed by hand at its own mark, also where another reads the same', () => {
  const view = manyClashes(3)
  const typed = `By hand. ${mergedSoFar(view).text.replaceAll('Between', 'Amid')}`
  const later = withDecisions(typed, { ...view, decisions: { 1: 'theirs' } })
  expect(later).toBe(
    'By hand. [ She ran and mine … ]\n\nAmid 0.\n\nShe ran and theirs 1.\n\nAmid 1.\n\n[ She ran and mine … 3 ]\n\nAmid 2.\n',
  )
  const decisions = { 0: 'theirs', 1: 'theirs' } as const
  expect(withDecisions(later, { ...view, decisions })).toBe(
    'By hand. She ran and theirs 0.\n\nAmid 0.\n\nShe ran and theirs 1.\n\nAmid 1.\n\n[ She ran and mine … 3 ]\n\nAmid 2.\n',
  )
  // Words written over a mark, and marks put back to be decided again, stay as the writer left them.
  expect(withDecisions('All by hand.', { ...view, decisions })).toBe('All by hand.')
  expect(withDecisions(later, view)).toBe(later)
})

test('a place for which nothing was decided leaves no empty line in a text changed by hand', () => {
  const view = manyClashes(2)
  const typed = `By hand. ${mergedSoFar(view).text}`
  expect(withDecisions(typed, { ...view, decisions: { 0: { text: '' }, 1: 'mine' } })).toBe(
    `By hand. ${mergedSoFar({ ...view, decisions: { 0: { text: '' }, 1: 'mine' } }).text}`,
  )
})

test('3,000 places that read the same are each decided where they stand, in one walk', () => {
  const view = manyClashes(3_000)
  const decisions = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, clash) => [clash, 'theirs' as const]),
  )
  const whole = { ...view, decisions }
  const typed = `By hand. ${mergedSoFar(view).text}`
  const reads = vi.spyOn(String.prototype, 'slice')
  const made = withDecisions(typed, whole)
  const calls = reads.mock.calls.length
  reads.mockRestore()
  expect(made).toBe(`By hand. ${mergedSoFar(whole).text}`)
  expect(calls).toBeLessThan(50 * 3_000)
})

/** Paragraphs with the same first words, each followed by two more that both sides wrote. */
function manyClashes(count: number): ConflictView {
  const text = (side: string) =>
    Array.from({ length: count }, (_, n) => `She ran and ${side} ${n}.\n\nBetween ${n}.\n`).join('\n')
  const [old, my, their] = ['was', 'mine', 'theirs'].map(text) as [string, string, string]
  let at = { base: 0, mine: 0, theirs: 0 }
  const next = (kind: 'clash' | 'same', words: (side: string) => string) => {
    const sides = { base: words('was'), mine: words('mine'), theirs: words('theirs') }
    const to = {
      base: at.base + sides.base.length,
      mine: at.mine + sides.mine.length,
      theirs: at.theirs + sides.theirs.length,
    }
    const region = {
      kind,
      base: { from: at.base, to: to.base },
      mine: { from: at.mine, to: to.mine },
      theirs: { from: at.theirs, to: to.theirs },
    }
    at = to
    return region
  }
  const regions = Array.from({ length: count }, (_, n) => [
    next('clash', (side) => `She ran and ${side} ${n}.\n`),
    next('same', () => `\nBetween ${n}.\n${n === count - 1 ? '' : '\n'}`),
  ]).flat() as ConflictView['regions']
  return conflict({ base: old, mine: my, theirs: their, regions })
}

test('a text changed by hand takes in all that was decided, also what was decided before it was read again', () => {
  const typed = `By hand. ${mergedSoFar(conflict()).text}`
  expect(marksIn(conflict(), typed)).not.toEqual([])
  const half = conflict({ decisions: { 1: 'both' } })
  expect(marksIn(half, withDecisions(typed, half))).not.toEqual([])
  const whole = conflict({ decisions: { 0: 'theirs', 1: 'both' } })
  const words = 'By hand. One.\n\nTwo theirs.\n\nThree.\n\nFour mine.\n\nFour theirs.\n'
  expect(withDecisions(typed, whole)).toBe(words)
  expect(withDecisions(withDecisions(typed, half), whole)).toBe(words)
  expect(marksIn(whole, words)).toEqual([])
})
