import { expect } from 'vitest'
import { search } from './exhaustive'
import { begin, type Start } from './starts'

/** Deeper than in `npm test`: `STET_EXHAUSTIVE_DEPTH=3` follows every story three moves further. */
const DEEPER = Number(process.env['STET_EXHAUSTIVE_DEPTH'] ?? 0)

/** Searches from here, says how many states there were, and shows the shortest story of what is broken. */
export function expectNothingBroken(start: Start): void {
  const depth = start.depth + DEEPER
  const { states, violation } = search({ ...start, start: begin(start), depth })
  console.info(`${start.name}: ${states} states, stories of up to ${depth} moves`)
  expect(violation && [...start.story, ...violation.story, `broken: ${violation.broken}`]).toBeUndefined()
}
