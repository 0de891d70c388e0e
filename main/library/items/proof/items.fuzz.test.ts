import { expect, test } from 'vitest'
import { fuzzRuns } from '../../../../shared/testing/fuzz-runs'
import { runMany } from '../../../documents/proof/random-stories'
import { KINDS } from './kinds'

const MOVES = 40
const SHORT = 1_000
/** The long run makes a million moves. */
const { seed: first, numRuns, interruptAfterTimeLimit } = fuzzRuns(SHORT, 1_000_000 / MOVES)

test(`[fuzz] ${numRuns} stories of folders, tags and files from seed ${first}: no change lost or doubled, no unguarded write, no false question`, () => {
  console.info(`STET_FUZZ_SEED=${first}`)
  const until = Date.now() + interruptAfterTimeLimit
  const { stories, moves, kinds, broken } = runMany(KINDS, MOVES, { first, most: numRuns, until })
  console.info(`${stories} stories, ${moves} moves, ${kinds} kinds of services and writers`)
  expect(broken).toEqual([])
  expect(stories < SHORT || kinds === KINDS.length).toBe(true)
})
