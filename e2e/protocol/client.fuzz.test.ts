import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { fuzzRuns, isLongFuzz } from '../../shared/fuzz-runs'
import { bundled } from './bundled'
import { KINDS_WITHOUT_ROOM } from './fuzz/cast'
import { tell, tellShortStories, tellStory } from './fuzz/story'
import { createTally, type SeedTold, type Tally } from './fuzz/tally'

const { seed: FIRST, numRuns: STORIES, interruptAfterTimeLimit } = fuzzRuns(2_000, 10_000_000)
const MOVES = 50

/** The shape of a story that once broke a promise: [seed, what was broken]. */
const ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [2, 'a clock set back stopped the pull for as long'],
  [23, 'a read without an ETag was followed by an unguarded write'],
  [44, 'a folder that a pull took in before its own create was answered broke the row'],
  [86, 'where every known document was deleted none was told'],
  [91, 'a document kept as new was taken for another account, and stopped every write'],
  [390, 'after a crash a document waited for a tag that was no more'],
  [500_000_508, 'a document in doubt that was deleted hid all that others made from then on'],
  [194, 'a folder deleted here, and filled elsewhere, waited for ever without a word'],
  [
    990_001_320,
    'a tag stored with an empty answer, and deleted before it was seen, was asked about for ever',
  ],
]

test.each(ONCE_BROKEN)('[fuzz] story %i goes well: %s', async (seed) => {
  expect((await tellStory(seed, MOVES)).broken).toBeUndefined()
})

/** As above, of the short ones. */
const SHORT_ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [11_000_019, 'where the only known document was deleted elsewhere, unopened here, it stayed in the list'],
  [
    304_023_779,
    'a deletion elsewhere went unseen for a day, where as many documents had differed once before',
  ],
  [304_023_956, 'a document kept as new stayed in a folder that had refused it, and is no more'],
  [
    812_000_143,
    'one document let go, another deleted elsewhere: as many as before, and the second went unseen',
  ],
  [
    812_001_059,
    'where the history showed an older text again, the question about what stood between came back for ever',
  ],
  [812_005_360, 'a document in a folder made here, kept as new when both were gone, waited for the folder'],
  [500_000_277, 'a folder read without an ETag was followed by an unguarded write'],
  [970_000_736, 'brought back after its folder was deleted elsewhere, a document kept that folder for ever'],
  [980_000_833, 'a folder whose first answers lost their ETags was written without a guard'],
  [304_024_348, 'the stranger overwrote what it had not read'],
  [
    991_002_848,
    'deleted before it was known whether it had arrived, a document asked about a likeness, unseen',
  ],
  [995_000_956, 'a document deleted while its history was asked for made the service one without history'],
  [996_006_325, 'a clock set back made a tag in doubt wait for as long'],
  [996_007_363, 'two devices took each other’s texts for their own lost writes, and wrote in turns for ever'],
  [995_003_828, 'a window that opened while the app died was told of what another life did'],
]

test.each(SHORT_ONCE_BROKEN)('[fuzz] the short stories of seed %i go well: %s', async (seed) => {
  expect((await tellShortStories(seed)).broken).toBeUndefined()
})

test('[fuzz] story 1013 without room goes well: a folder made in one that was deleted meanwhile waited for ever', async () => {
  expect((await tellStory(1013, 60, KINDS_WITHOUT_ROOM)).broken).toBeUndefined()
})

/** What is broken, and how it came to that. */
const inWords = ({ seed, kind, story = [], broken = '' }: SeedTold) => [
  `seed ${seed}, ${kind}`,
  ...story,
  `broken: ${broken}`,
]

test('[fuzz] the whole client against the real service: no word lost or doubled, no unguarded write, no false conflict, and all agree', async () => {
  console.info(`STET_FUZZ_SEED=${FIRST}`)
  const tally = isLongFuzz && STORIES > 1 ? await tellInProcesses() : await tellHere()
  console.info(tally.inWords())
  expect(tally.broken.flatMap(inWords)).toEqual([])
}, 0)

async function tellHere(): Promise<Tally> {
  const tally = createTally()
  const until = Date.now() + interruptAfterTimeLimit
  for (
    let seed = FIRST;
    tally.stories() < STORIES && tally.broken.length === 0 && Date.now() < until;
    seed++
  ) {
    const { kind, story, broken, ...counts } = await tell(seed)
    tally.add({ seed, kind: kind.name, counts, ...(broken !== undefined && { broken, story }) })
  }
  return tally
}

/** One process for each core; what is broken is printed at once, and the others go on. */
async function tellInProcesses(): Promise<Tally> {
  const tally = createTally()
  const { entry, dispose } = await bundled('fuzz/teller.ts')
  const count = availableParallelism()
  const until = Date.now() + interruptAfterTimeLimit
  try {
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const args = [FIRST + at, count, Number.MAX_SAFE_INTEGER, until].map(String)
        const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
        const lines = createInterface({ input: child.stdout })
        lines.on('line', (line) => {
          // The last line of an ended process may be cut.
          if (!line.endsWith('}')) return
          const told = JSON.parse(line) as SeedTold
          tally.add(told)
          if (told.broken !== undefined) console.info(inWords(told).join('\n'))
          if (tally.stories() >= STORIES) child.kill()
        })
        const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
        if (code !== 0 && signal === null) throw new Error(`a teller ended with ${code}`)
      }),
    )
  } finally {
    dispose()
  }
  return tally
}
