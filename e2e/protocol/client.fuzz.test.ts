import { expect, test } from 'vitest'
import { KINDS_LYING, KINDS_WITHOUT_ROOM } from './fuzz/participants'
import { inWords, runMany } from './fuzz/run'
import { runShortStories, runStory } from './fuzz/story'

const MOVES = 50

/** Seeds of long stories that once failed: [seed, failure]. */
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
  expect((await runStory(seed, MOVES)).broken).toBeUndefined()
})

/** The same for short stories. */
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
  expect((await runShortStories(seed)).broken).toBeUndefined()
})

/** The same with services that lie. */
const LIED_ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [29, 'an answer with another text wiped what was written, and called it saved'],
  [10, 'a create that was answered with a known document lost its text'],
  [57, 'where lists show times of whole seconds nothing was ever written'],
  [30, 'where no program reads the times nothing was ever written'],
  [7, 'a refusal that names the key was shown with it'],
  [79, 'a refusal that names the key was shown with it, encoded'],
]

test.each(LIED_ONCE_BROKEN)('[fuzz] the lying service of seed %i does no harm: %s', async (seed) => {
  expect((await runShortStories(seed, KINDS_LYING)).broken).toBeUndefined()
})

/** The same as long stories. */
const LIED_STORIES_ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [16, 'an answer with the text as it was wiped what was written'],
  [72, 'a document stored without its text, and deleted here, was never listed again'],
  [31_000_263, 'a paragraph that two writers had added alike stood twice'],
  [
    720_000_687,
    'one document held back while a create was in doubt, another deleted elsewhere: as many as before, and neither was seen',
  ],
]

test.each(LIED_STORIES_ONCE_BROKEN)('[fuzz] story %i of a lying service goes well: %s', async (seed) => {
  expect((await runStory(seed, MOVES, KINDS_LYING)).broken).toBeUndefined()
})

test('[fuzz] story 1013 without room goes well: a folder made in one that was deleted meanwhile waited for ever', async () => {
  expect((await runStory(1013, 60, KINDS_WITHOUT_ROOM)).broken).toBeUndefined()
})

test('[fuzz] the whole client against the real service: no word lost or doubled, no unguarded write, no false conflict, and all agree', async () => {
  const { broken } = await runMany('client', 70)
  expect(broken.flatMap(inWords)).toEqual([])
}, 0)
