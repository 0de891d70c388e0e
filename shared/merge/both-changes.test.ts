import { expect, test } from 'vitest'
import { bothChanges } from './both-changes'

test.each([
  ['one side alone', 'a b', 'a b c', 'a b', 'a b c'],
  ['the same on both', 'a', 'a b', 'a b', 'a b'],
  ['apart', 'one two three', 'One two three', 'one two three four', 'One two three four'],
  ['both at the end', 'Ask him', 'Ask him today', 'Ask him about honey', 'Ask him about honey\n\ntoday'],
  ['both begin', '', 'honey', 'rain', 'rain\n\nhoney'],
  ['put into a document by one, continued by the other', 'Ask him', '', 'Ask him today', ' today'],
  ['continued, after the other put it into a document', 'Ask him', 'Ask him today', '', ' today'],
  ['written into what the other took away', 'Ask him', 'Ask old him', '', 'Ask old him'],
  ['a line of each at one place', 'a\nz', 'a\nm\nz', 'a\nt\nz', 'a\nt\n\nm\n\nz'],
  ['halves of a character', '😀', '😁', '😂', '😂\n\n😁'],
])('%s: no word is lost', (_what, base, mine, theirs, both) => {
  expect(bothChanges(base, mine, theirs)).toBe(both)
})

test('whatever two sides write, every word of theirs and mine that is new is there', () => {
  const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  let seed = 7
  const next = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  const changed = (text: string, sign: string): string => {
    const parts = text.split(' ')
    const at = next(parts.length + 1)
    const added = Array.from({ length: 1 + next(2) }, () => `${sign}${next(1_000)}`)
    return parts.toSpliced(at, next(3), ...added).join(next(4) === 0 ? '\n' : ' ')
  }
  for (let round = 0; round < 2_000; round++) {
    const base = Array.from({ length: next(6) }, (_, at) => `b${at}`).join(' ')
    const [mine, theirs] = [changed(base, 'm'), changed(base, 't')]
    const both = words(bothChanges(base, mine, theirs))
    const fresh = [...words(mine), ...words(theirs)].filter((word) => !word.startsWith('b'))
    for (const word of fresh) expect(both, `${base} | ${mine} | ${theirs}`).toContain(word)
  }
})
