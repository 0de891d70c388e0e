import { expect, test } from 'vitest'
import { tellAnyApp, tellApp } from './fuzz/app/story'
import { inWords, tellMany } from './fuzz/run'

/** Seeds that once broke a promise, or the machine that tells the story: [seed, what was broken]. */
const ONCE_BROKEN: readonly (readonly [seed: number, broken: string])[] = [
  [77_000_007, 'an app that had ended while it started opened a library that the next one needed'],
  [11_000_015, 'a library whose removal the app did not survive was waited for'],
  [5_000_092, 'a library with things to send that could not be opened counted as a fault of the app'],
  [31_000_135, 'an answer for a window that had ended was waited for, with one that switched'],
  [31_000_159, 'an answer for a window that had ended was waited for, with a library that was connected'],
  [31_000_343, 'an answer for a window that had ended was waited for, with windows that stood still'],
  [
    31_000_161,
    'a lie was looked up without the key where that stands in X-API-Key, so a good key was refused',
  ],
  [31_000_089, 'a text that was changed before its copy came back was told as one that stands twice'],
  [
    31_000_206,
    'a text that was changed elsewhere before its copy came back was told as one that stands twice',
  ],
  [31_000_243, 'a copy that was changed before it came back was told as one that stands twice'],
  [91_000_386, 'words typed in a window that opened while the app quit went with that window'],
  [91_000_361, 'words that a decision let go counted as kept while a window that stood still showed them'],
  [91_000_400, 'a create whose key another request had used lost its folder, tags and status'],
  [52_000_044, 'a key in X-API-Key was refused by a lie, in the library that another was moved into'],
]

/** The same, told with full disks that are left behind and services that are restored. */
const BROKEN_WITH_LOSSES: readonly (readonly [seed: number, broken: string])[] = [
  [74, 'what went back behind newer changes was noticed by the daily walk only'],
  [73_004_011, 'a create of which half was stored, and whose answer was lost, counted as told twice'],
  [380_000_179, 'a text that a restore replaced was kept only as one that was opened'],
  [380_000_051, 'undoing her words to the base, in a conflict with a restored text, lost the base'],
]

test.each(ONCE_BROKEN)('[fuzz] story %i of the whole app goes well: %s', async (seed) => {
  expect((await tellApp(seed)).broken).toBeUndefined()
})

test.each(BROKEN_WITH_LOSSES)('[fuzz] story %i of the whole app with losses goes well: %s', async (seed) => {
  expect((await tellAnyApp(seed)).broken).toBeUndefined()
})

test('[fuzz] the whole app with several libraries: no word lost, none in another library or account, no key told, and it always starts', async () => {
  const { broken } = await tellMany('app', 36)
  expect(broken.flatMap(inWords)).toEqual([])
}, 0)
