import { search } from './exhaustive'
import { createFingerprint } from './fingerprint'
import { judgedBy } from './judged'
import { movesOf } from './moves'
import { begin, type Start } from './starts'

/** Test support. `STET_EXHAUSTIVE_DEPTH=3` follows every story three moves further than `npm test` does. */
export const DEEPER = Number(process.env['STET_EXHAUSTIVE_DEPTH'] ?? 0)

/** Searches from this start; returns the number of states and the shortest story that breaks a promise. */
export function searchFrom(start: Start): { readonly states: number; readonly broken: readonly string[] } {
  const { alphabet, lines, others, promises, depth, story } = start
  const fingerprint = createFingerprint({
    canUndo: alphabet['undoes the merge'] !== undefined,
    canName: alphabet['keeps mine of before'] !== undefined || alphabet['decides while typing'] !== undefined,
    canLag: alphabet['is lied to'] !== undefined,
    canGoBack: alphabet['is restored'] !== undefined,
  })
  const { states, violation } = search({
    start: begin(start),
    alphabet,
    movesOf: (run) => movesOf(run, alphabet, lines),
    judged: judgedBy(promises, fingerprint),
    others,
    depth: depth + DEEPER,
  })
  return { states, broken: violation ? [...story, ...violation.story, `broken: ${violation.broken}`] : [] }
}
