import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../shared/testing/fuzz-runs'
import { createJudge } from './exhaustive'
import { KINDS } from './fuzz'
import { judgedBy } from './judged'
import { replay, TOGETHER } from './moves'
import { brokenBy, runMany } from './random-stories'
import { startRun, SKELETON } from './run'
import { createWorld } from './world'

const MOVES = 40
const SHORT = 1_000
/** The long run makes a million moves. */
const { seed: first, numRuns, interruptAfterTimeLimit } = fuzzRuns(SHORT, 1_000_000 / MOVES)

test(`[fuzz] ${numRuns} stories at random from seed ${first}: no word lost or doubled, no unguarded write, no false conflict`, () => {
  console.info(`STET_FUZZ_SEED=${first}`)
  const until = Date.now() + interruptAfterTimeLimit
  const { stories, moves, kinds, broken } = runMany(KINDS, MOVES, { first, most: numRuns, until })
  console.info(`${stories} stories, ${moves} moves, ${kinds} kinds of services and writers`)
  expect(broken).toEqual([])
  expect(stories < SHORT || kinds === KINDS.length).toBe(true)
})

/** Seeds that once broke a promise. */
test.each([17336, 21165, 23798, 272911069, 50000042])('[fuzz] the story of seed %i', (seed) => {
  expect(brokenBy(KINDS, seed, MOVES)).toEqual([])
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
  expect(createJudge(judgedBy({ apart: true, guarded: true, alone: true }))(run)).toBeUndefined()
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
  expect(createJudge(judgedBy({ apart: false, guarded: true }))(run)).toBeUndefined()
})
