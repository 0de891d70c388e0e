import { expect, test } from 'vitest'
import { KINDS, shorten, tellAtRandom } from './fuzz'

/** `STET_FUZZ_SEED` begins at a seed, `STET_FUZZ_RUNS` tells so many stories. */
const FIRST = Number(process.env['STET_FUZZ_SEED'] ?? Date.now() % 1_000_000_000)
const RUNS = Number(process.env['STET_FUZZ_RUNS'] ?? 2_000)
const MOVES = 40

test(`[fuzz] ${RUNS} stories at random from seed ${FIRST}: no word lost or doubled, no unguarded write, no false conflict`, () => {
  console.info(`STET_FUZZ_SEED=${FIRST}`)
  let moves = 0
  const kinds = new Set<string>()
  for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
    const told = tellAtRandom(seed, MOVES)
    moves += told.story.length
    kinds.add(told.kind.name)
    if (told.broken === undefined) continue
    const { story, broken } = shorten(told)
    expect([`seed ${seed}, ${told.kind.name}`, ...story, `broken: ${broken ?? told.broken}`]).toEqual([])
  }
  console.info(`${RUNS} stories, ${moves} moves, ${kinds.size} kinds of services and writers`)
  if (RUNS >= 2_000) expect(kinds.size).toBe(KINDS.length)
})
