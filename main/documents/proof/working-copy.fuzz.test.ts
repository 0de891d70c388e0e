import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { createJudge } from './exhaustive'
import { KINDS, shorten, runRandom } from './fuzz'
import { replay, TOGETHER } from './moves'
import { startRun, SKELETON } from './run'
import { createWorld } from './world'

const MOVES = 40
/** The long run makes a million moves. */
const { seed: first, numRuns, interruptAfterTimeLimit } = fuzzRuns(2_000, 1_000_000 / MOVES)

/** A story that breaks a promise, in as few moves as it needs. */
function brokenBy(seed: number): readonly string[] {
  const result = runRandom(seed, MOVES)
  if (result.broken === undefined) return []
  const { story, broken } = shorten(result)
  return [`seed ${seed}, ${result.kind.name}`, ...story, `broken: ${broken ?? result.broken}`]
}

test(`[fuzz] ${numRuns} stories at random from seed ${first}: no word lost or doubled, no unguarded write, no false conflict`, () => {
  console.info(`STET_FUZZ_SEED=${first}`)
  const until = Date.now() + interruptAfterTimeLimit
  const kinds = new Set<string>()
  let moves = 0
  let stories = 0
  let found: readonly string[] = []
  while (found.length === 0 && stories < numRuns && Date.now() < until) {
    const { story, kind, broken } = runRandom(first + stories, MOVES)
    if (broken !== undefined) found = brokenBy(first + stories)
    moves += story.length
    stories += 1
    kinds.add(kind.name)
  }
  console.info(`${stories} stories, ${moves} moves, ${kinds.size} kinds of services and writers`)
  expect(found).toEqual([])
  expect(stories < 2_000 || kinds.size === KINDS.length).toBe(true)
})

/** Seeds that once broke a promise. */
test.each([21165, 23798, 272911069, 50000042])('[fuzz] the story of seed %i', (seed) => {
  expect(brokenBy(seed)).toEqual([])
})

test('[W21] a lone writer who undoes what was written unguarded, and crashes before the answer, is asked nothing', () => {
  const world = createWorld({ clients: ['ann'], shared: { text: SKELETON }, guarded: false })
  const story = [
    'ann types',
    'ann pauses',
    'ann is answered (read)',
    'ann saves',
    'ann is answered (write)',
    'ann undoes',
    'ann is answered (versions)',
    'ann is answered (read)',
    'ann reaches (write)',
    'ann crashes',
  ]
  const run = replay(startRun(world), story, TOGETHER)
  expect(createJudge({ apart: true, guarded: true, alone: true })(run)).toBeUndefined()
})

test('[W8] a text that came in while two titles clash comes in once, however often theirs moves', () => {
  const { setting, lines } = KINDS.find(({ name }) => name === 'no history')!
  const story = [
    'ben types (B)',
    'ann types (A)',
    'ann saves',
    'ben saves',
    'ann is answered (write)',
    'ben types (A)',
    'ben is answered (write)',
    'ben renames',
    'ann types (X)',
    'ben is answered (read)',
    'ben merges',
    'ben is answered (write)',
    'ann renames',
    'ben tags',
  ]
  const run = replay(startRun(createWorld(setting)), story, lines)
  expect(createJudge({ apart: false, guarded: true })(run)).toBeUndefined()
})
