import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignByMyers } from './myers'
import { diffSequences } from './sequence-diff'
import type { Hunk } from './sequence'

const plenty = () => ({ left: 1e9 })
const numbers = (letters: string) => Int32Array.from(letters, (letter) => letter.charCodeAt(0))
const sequence = (letters: string) => ({
  ids: numbers(letters),
  textOf: (index: number) => letters.charAt(index),
})
const diff = (a: string, b: string) => diffSequences(sequence(a), sequence(b), 128, plenty())

/** Hunks as words: `2-4>1-1` says that a[2..4) became b[1..1). */
const words = (hunks: readonly Hunk[]) =>
  hunks.map((hunk) => `${hunk.aFrom}-${hunk.aTo}>${hunk.bFrom}-${hunk.bTo}`).join(' ')

describe('hunks of two sequences', () => {
  test.each([
    ['', '', ''],
    ['abc', 'abc', ''],
    ['', 'abc', '0-0>0-3'],
    ['abc', '', '0-3>0-0'],
    ['abc', 'axc', '1-2>1-2'],
    ['abc', 'abxc', '2-2>2-3'],
    ['abcd', 'acbd', '1-2>1-1 3-3>2-3'],
    ['abcde', 'xbcdy', '0-1>0-1 4-5>4-5'],
  ])('%s to %s', (a, b, expected) => expect(words(diff(a, b))).toBe(expected))

  test('an insertion among equal values stands as far down as it can', () => {
    expect(words(diff('a__b', 'a___b'))).toBe('3-3>3-4')
    expect(words(diff('a_b', 'a_x_b'))).toBe('2-2>2-4')
  })

  test('a deletion among equal values stands as far down as it can', () => {
    expect(words(diff('a___b', 'a__b'))).toBe('3-4>3-3')
    expect(words(diff('a_x_b', 'a_b'))).toBe('2-4>2-2')
  })

  test('a unique value is an anchor, however much surrounds it', () => {
    expect(words(diff('____u____', '__u_______'))).toBe('2-4>2-2 9-9>7-10')
  })

  test('where blocks changed places, words outvote separators', () => {
    expect(words(diff('ab_cd', 'd_ab'))).toBe('0-0>0-2 2-5>4-4')
  })

  test('rows changed one for one among equal rows keep their places', () => {
    expect(words(diff('rrrrrrrr', 'rxrrryrr'))).toBe('1-2>1-2 5-6>5-6')
  })
})

describe('any two sequences', () => {
  const letters = (alphabet: string, maxLength = 24) =>
    fc.array(fc.constantFrom(...alphabet), { maxLength }).map((parts) => parts.join(''))

  test('between hunks both sides are equal, and no two hunks touch', () => {
    fc.assert(
      fc.property(letters('ab_xyz'), letters('ab_xyz'), (a, b) => {
        let [aAt, bAt] = [-1, -1]
        let rest = ''
        let from = 0
        for (const hunk of diff(a, b)) {
          expect(hunk.aFrom > aAt && hunk.bFrom > bAt).toBe(true)
          expect(hunk.aTo > hunk.aFrom || hunk.bTo > hunk.bFrom).toBe(true)
          rest += a.slice(from, hunk.aFrom) + b.slice(hunk.bFrom, hunk.bTo)
          from = aAt = hunk.aTo
          bAt = hunk.bTo
        }
        expect(rest + a.slice(from)).toBe(b)
      }),
      { numRuns: 400 },
    )
  })

  test('Myers finds a longest common subsequence', () => {
    fc.assert(
      fc.property(letters('abc', 14), letters('abc', 14), (a, b) => {
        const partner = new Int32Array(a.length).fill(-1)
        const places = (text: string) => Int32Array.from(text, (_, index) => index)
        alignByMyers(numbers(a), numbers(b), places(a), places(b), partner, plenty())
        const pairs = [...partner.entries()].filter(([, j]) => j >= 0)
        for (const [i, j] of pairs) expect(a[i]).toBe(b[j])
        expect(pairs.map(([, j]) => j)).toEqual(pairs.map(([, j]) => j).sort((p, q) => p - q))
        expect(pairs.length).toBe(longestCommon(a, b))
      }),
      { numRuns: 400 },
    )
  })

  test('when the work is spent the rest counts as changed, and is still true', () => {
    const a = 'ab'.repeat(60)
    const b = 'ba'.repeat(40) + 'a'.repeat(30)
    const spent = { left: 300 }
    const hunks = diffSequences(sequence(a), sequence(b), 128, spent)
    expect(spent.left).toBeLessThan(0)
    let rest = ''
    let from = 0
    for (const hunk of hunks) {
      rest += a.slice(from, hunk.aFrom) + b.slice(hunk.bFrom, hunk.bTo)
      from = hunk.aTo
    }
    expect(rest + a.slice(from)).toBe(b)
  })
})

function longestCommon(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, () => 0)
  for (const letter of a) {
    let diagonal = 0
    for (let j = 0; j < b.length; j++) {
      const above = row[j + 1]!
      row[j + 1] = b[j] === letter ? diagonal + 1 : Math.max(above, row[j]!)
      diagonal = above
    }
  }
  return row[b.length]!
}
