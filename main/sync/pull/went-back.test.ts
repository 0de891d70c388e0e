import { expect, test } from 'vitest'
import { isEarlier } from './went-back'

test.each([
  ['2026-01-01T00:00:43.370Z', '2026-01-01T00:00:44.340Z', true],
  ['2026-01-01T00:00:44.340Z', '2026-01-01T00:00:44.340Z', false],
  ['2026-01-01T00:00:44.341Z', '2026-01-01T00:00:44.340Z', false],
  // A list with whole seconds or tenths shows the document's time more coarsely than the document itself.
  ['2026-01-01T00:00:44Z', '2026-01-01T00:00:44.999Z', false],
  ['2026-01-01T00:00:44.9Z', '2026-01-01T00:00:44.999Z', false],
  ['2026-01-01T00:00:43Z', '2026-01-01T00:00:44.001Z', true],
  ['2026-01-01T00:00:43.999Z', '2026-01-01T00:00:44Z', true],
  ['no time', '2026-01-01T00:00:44Z', false],
  ['2026-01-01T00:00:44Z', 'no time', false],
])('%s is shown where %s is known: earlier is %s', (shown, known, earlier) => {
  expect(isEarlier(shown, known)).toBe(earlier)
})
