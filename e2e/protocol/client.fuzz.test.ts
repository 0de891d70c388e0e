import { expect, test } from 'vitest'
import { fuzzRuns } from '../../shared/fuzz-runs'
import { KINDS, KINDS_WITHOUT_ROOM } from './fuzz/cast'
import { tellStory } from './fuzz/story'

const { seed: FIRST, numRuns: RUNS, interruptAfterTimeLimit } = fuzzRuns(120, 1_000_000)
const MOVES = 50

/** The shape of a story that once broke a promise: [seed, what was broken]. */
const ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [2, 'a clock set back stopped the pull for as long'],
  [23, 'a read without an ETag was followed by an unguarded write'],
  [44, 'a folder that a pull took in before its own create was answered broke the row'],
  [86, 'where every known document was deleted none was told'],
  [91, 'a document kept as new was taken for another account, and stopped every write'],
  [390, 'after a crash a document waited for a tag that was no more'],
  [194, 'a folder deleted here, and filled elsewhere, waited for ever without a word'],
]

test.each(ONCE_BROKEN)('[fuzz] story %i goes well: %s', async (seed) => {
  expect((await tellStory(seed, MOVES)).broken).toBeUndefined()
})

test('[fuzz] story 1013 without room goes well: a folder made in one that was deleted meanwhile waited for ever', async () => {
  expect((await tellStory(1013, 60, KINDS_WITHOUT_ROOM)).broken).toBeUndefined()
})

test('[fuzz] the whole client against the real service: no word lost or doubled, no unguarded write, no false conflict, and all agree', async () => {
  console.info(`STET_FUZZ_SEED=${FIRST}`)
  const until = Date.now() + interruptAfterTimeLimit
  const kinds = new Set<string>()
  const sum = { moves: 0, exchanges: 0, states: 0 }
  let runs = 0
  for (; runs < RUNS && Date.now() < until; runs++) {
    const { kind, story, broken, ...counts } = await tellStory(
      FIRST + runs,
      MOVES,
      runs % 6 === 5 ? KINDS_WITHOUT_ROOM : KINDS,
    )
    kinds.add(kind.name)
    for (const name of ['moves', 'exchanges', 'states'] as const) sum[name] += counts[name]
    if (broken === undefined) continue
    expect([`seed ${FIRST + runs}, ${kind.name}`, ...story, `broken: ${broken}`]).toEqual([])
  }
  console.info(
    `${runs} stories: ${sum.moves} moves, ${sum.exchanges} exchanges, ${sum.states} durable states; ${kinds.size} of ${KINDS.length + KINDS_WITHOUT_ROOM.length} kinds of writers and services`,
  )
}, 0)
