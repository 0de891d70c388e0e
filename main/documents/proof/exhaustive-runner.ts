import { search } from './exhaustive'
import { begin, type Start } from './starts'

/** Test support. `STET_EXHAUSTIVE_DEPTH=3` follows every story three moves further than `npm test` does. */
const DEEPER = Number(process.env['STET_EXHAUSTIVE_DEPTH'] ?? 0)

/** Searches from this start; returns the number of states and the shortest story that breaks a promise. */
export function searchFrom(start: Start): { readonly states: number; readonly broken: readonly string[] } {
  const { states, violation } = search({ ...start, start: begin(start), depth: start.depth + DEEPER })
  return {
    states,
    broken: violation ? [...start.story, ...violation.story, `broken: ${violation.broken}`] : [],
  }
}
