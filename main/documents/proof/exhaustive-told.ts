import { search } from './exhaustive'
import { begin, type Start } from './starts'

/** Test support. Deeper than in `npm test`: `STET_EXHAUSTIVE_DEPTH=3` follows every story three moves further. */
const DEEPER = Number(process.env['STET_EXHAUSTIVE_DEPTH'] ?? 0)

/** Searches from here: how many states there were, and the shortest story of what is broken. */
export function searchFrom(start: Start): { readonly states: number; readonly broken: readonly string[] } {
  const { states, violation } = search({ ...start, start: begin(start), depth: start.depth + DEEPER })
  return {
    states,
    broken: violation ? [...start.story, ...violation.story, `broken: ${violation.broken}`] : [],
  }
}
