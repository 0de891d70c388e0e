import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzRuns } from '../testing/fuzz-runs'
import { normalForm, sameNormalForm } from './normal-form'

/** Characters that compose, decompose, reorder, end lines, are trimmed, or stand in pairs. */
const letters = [
  ...['a', 'e', '\u0301', '\u0323', '\u0300', '\u00e9', '\u00e1', '\u1eb9', '\u304b', '\u3099', '\u304c'],
  ...['\u1100', '\u1161', '\u11a8', '\uac00', '\uac01', '\u212b', '\u00c5', '\u{1f600}', '\ud83d', '\ude00'],
  ...['\r', '\n', '\r\n', ' ', '\u00a0', '\ufeff', 'x'],
]
const text = fc.array(fc.constantFrom(...letters), { maxLength: 12 }).map((parts) => parts.join(''))
const padding = fc.constantFrom(
  '',
  'x'.repeat(70),
  '\u304c'.repeat(70),
  '\u0301'.repeat(70),
  'a\r\n'.repeat(9000),
)

test('[W4] the cheap comparison says what the normal forms say', () => {
  fc.assert(
    fc.property(text, text, text, padding, padding, (a, b, shared, before, after) => {
      for (const [left, right] of [
        [a, b],
        [before + a + after, before + b + after],
        [shared + a + shared, shared + b + shared],
        [a, a.normalize('NFD')],
        [before + a + after, before + normalForm(a) + after],
      ] as const)
        expect(sameNormalForm(left, right)).toBe(normalForm(left) === normalForm(right))
    }),
    fuzzRuns(400),
  )
})
