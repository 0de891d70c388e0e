import { expect, test } from 'vitest'
import { isLongFuzz } from '../../shared/testing/fuzz-runs'
import { runAnyApp, runApp } from './fuzz/app/story'
import { inWords, runMany } from './fuzz/run'

/** Seeds that once failed, because of the app or of the test machinery: [seed, failure]. */
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
  [12_156, 'a word that a window had not handed over at a kill counted as kept, as its library was removed'],
  [540_104, 'words of a removed library that the writer let go as she quit counted as kept'],
  [560_045, 'a word of somebody else that went with a delete, whose answer a kill took, counted as lost'],
  [561_000, 'words that a decision let go counted as due, as their library was left before its answer came'],
]

/** The same for stories in which the disk stays full and services are restored. */
const BROKEN_WITH_LOSSES: readonly (readonly [seed: number, broken: string])[] = [
  [74, 'what went back behind newer changes was noticed by the daily walk only'],
  [73_004_011, 'a create of which half was stored, and whose answer was lost, counted as told twice'],
  [380_000_179, 'a text that a restore replaced was kept only as one that was opened'],
  [380_000_051, 'undoing her words to the base, in a conflict with a restored text, lost the base'],
  [490_000_530, 'an item of a list replaced what was just saved, where the service had gone back'],
  [490_000_086, 'words typed while a conflict was decided were in Recovered texts alone'],
  [490_000_516, 'a decision whose answer did not come before the app was quit let nothing go'],
  [490_000_563, 'a create was given the id of a known document, which was then written with its old ETag'],
  [490_000_038, 'a document that was found after a lost answer had no time at which it was made'],
  [620_000_043, 'drafts that a full disk kept in memory alone were posted to another account'],
  [630_000_086, 'what stood against mine in an open question went with the document'],
  [630_000_228, 'a create that was looked for, and whose key another request had used, lost its fields'],
  [640_000_462, 'what stood against a delete in question went with the document'],
  [640_000_895, 'a field that was undone ended a question about a text that was not stored, and took theirs'],
  [640_000_974, 'a base that the history of a restored service does not have was replaced'],
  [650_000_347, 'a library with drafts alone was connected a second time with its own key'],
  [660_000_486, 'a text was taken over while a field of it waited, and kept nowhere'],
  [5_298, 'what stood against mine in a question was replaced after a restore, before it was looked at'],
  [670_000_167, 'a write went out while a full disk kept what it replaced in memory alone'],
  [700_000_260, 'the messages for a window that had stood still came slower than any window reads them'],
  [700_000_315, 'a document asked into a folder whose id a restored service gave out again stayed nowhere'],
  [72_420, 'a repeated create that a full disk held back went out with another key, and came twice'],
  [151_014, 'a write went out without its guard, as a restore was heard of while the history was read'],
  [151_015, 'an app that ended over a connect had given an empty library to another account'],
  [490_000_410, 'what had failed once and then waited for the writer was not sent any more'],
  [382_395, 'a repeated create whose key was used, and whose refusal came without a body, lost its folder'],
  [401_162, 'a title counted as the text of its document, which the service alone had, and forgot'],
  [403_567, 'a decision to delete that a full disk had not taken yet counted as one that kept the text'],
  [501_174, 'a create that another document had written over before it was found was kept nowhere'],
  [502_158, 'the account of a library that had read nothing got a second one with another key, as it must'],
  [505_013, 'a document on its way into a folder that was deleted counted as one that is still there'],
  [508_522, 'where the one id known here was another document’s, nobody could say whose account it was'],
  [
    531_339,
    'a removed library with drafts alone did not come back with its own key, as a full disk had kept no mark',
  ],
  [551_302, 'a delete took along the versions with what an edit under an old ETag had replaced'],
  [572_022, 'a text that went back by less than a second, to a state that was never read, was replaced'],
  [
    551_438,
    'what stood against mine went, as the service showed the base again at a time that was noted before',
  ],
  [
    740_231,
    'what stood against a delete in question went with it, as a restored service showed the base again',
  ],
  [610_239, 'a create that was given the id of a document that is gone was made twice, and one never shown'],
]

/**
 * Each of these failures has a test of its own, so the short run repeats only the last seeds, and the long run all of
 * them.
 */
const told = <Seed>(seeds: readonly Seed[]): readonly Seed[] => (isLongFuzz ? seeds : seeds.slice(-3))

test.each(told(ONCE_BROKEN))('[fuzz] story %i of the whole app goes well: %s', async (seed) => {
  expect((await runApp(seed)).broken).toBeUndefined()
})

test.each(told(BROKEN_WITH_LOSSES))(
  '[fuzz] story %i of the whole app with losses goes well: %s',
  async (seed) => {
    expect((await runAnyApp(seed)).broken).toBeUndefined()
  },
)

test('[fuzz] the whole app with several libraries: no word lost, none in another library or account, no key told, and it always starts', async () => {
  const { broken } = await runMany('app', 8)
  expect(broken.flatMap(inWords)).toEqual([])
}, 0)
