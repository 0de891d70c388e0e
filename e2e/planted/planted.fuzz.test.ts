import { describe, expect, test } from 'vitest'
import { isLongFuzz } from '../../shared/testing/fuzz-runs'
import { APP_BUGS } from './app-bugs'
import { failingInCopy } from './app-copy'
import type { CoreBug, PlantedBug } from './bug'
import { CORE_BUGS } from './core-bugs'
import { ITEM_BUGS } from './item-bugs'
import { loadCore } from './load-core'
import { OTHER_BUGS } from './other-bugs'
import { placesOf } from './plant'
import { SAFETY_BUGS } from './safety-bugs'
import { failingTests } from './suite'

/**
 * Tests the tests: every planted bug must be detected. In `npm test`, the exhaustive check looks for the first bug of
 * each rule, from the start that finds it soonest, and one bug is detected by a rule's tests and one by a suite. In the
 * long run (`npm run planted`), the exhaustive check looks for every bug of a core; rules, stories and fuzz run with
 * each bug of the core, and its suite with each other bug. Bugs of the running app are built into a copy of the app.
 */
const FUZZ_STORIES = 20_000
const MOVES = 40
const LONG_MS = 600_000
/** On a busy machine, a fault that slows down its suite is detected late. */
const SUITE_MS = 1_800_000

test('there are bugs enough, each can be planted, and each has a name of its own', () => {
  const bugs = [...CORE_BUGS, ...ITEM_BUGS, ...OTHER_BUGS, ...SAFETY_BUGS, ...APP_BUGS]
  expect(CORE_BUGS.length).toBeGreaterThanOrEqual(25)
  expect(bugs.filter((bug) => placesOf(bug) !== 1).map(({ name }) => name)).toEqual([])
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
})

/** Builds titles here, because Vitest truncates values that it formats itself. */
const titled = <B extends PlantedBug>(bugs: readonly B[]): readonly (readonly [title: string, bug: B])[] =>
  bugs.map((bug) => [`[${bug.rule}] ${bug.name}`, bug])

const firstOfEachRule = (bugs: readonly CoreBug[]): readonly CoreBug[] =>
  bugs.filter(({ rule }, index) => bugs.findIndex((other) => other.rule === rule) === index)
const SOUGHT = isLongFuzz
  ? [...CORE_BUGS, ...ITEM_BUGS]
  : [...firstOfEachRule(CORE_BUGS), ...firstOfEachRule(ITEM_BUGS)]

describe('the exhaustive check finds', () => {
  test.each(titled(SOUGHT))('%s', async (_title, bug) => {
    const { storyFrom } = await loadCore(bug)
    expect(storyFrom(bug.start).at(-1)).toMatch(/^broken: /)
  })
})

/** The long run tries all bugs; the short run shows that the method works. */
const TRIED = isLongFuzz ? CORE_BUGS : CORE_BUGS.filter(({ rule }) => rule === 'W7').slice(0, 1)
const OTHERS_TRIED = isLongFuzz ? [...OTHER_BUGS, ...SAFETY_BUGS] : OTHER_BUGS.slice(-1)

describe('rules, stories or fuzz find', () => {
  test.each(titled(TRIED))(
    '%s',
    async (_title, bug) => {
      const tests = failingTests(bug, ['main/documents/core/rules-', 'main/documents/core/stories.test.ts'])
      if (!isLongFuzz && tests.length > 0) return
      const [{ runRandom }, whole] = await Promise.all([loadCore(bug), loadCore()])
      let seed = 1
      while (seed <= FUZZ_STORIES && runRandom(seed, MOVES).broken === undefined) seed += 1
      // A story that fails even without the bug proves nothing about it.
      if (seed <= FUZZ_STORIES) expect(whole.runRandom(seed, MOVES).broken).toBeUndefined()
      const stories = seed > FUZZ_STORIES ? 'none' : `the story of seed ${seed}`
      console.info(`${bug.rule} ${bug.name}: ${tests.length} tests, ${stories}, exhaustive "${bug.start}"`)
      expect(tests.length > 0 || seed <= FUZZ_STORIES).toBe(true)
    },
    LONG_MS,
  )
})

describe('its own suite finds', () => {
  test.each(titled(OTHERS_TRIED))(
    '%s',
    (_title, bug) => {
      expect(failingTests(bug, bug.suites, bug.tests)).not.toEqual([])
    },
    SUITE_MS,
  )
})

/** The bugs tried in the short run need no build. */
const APP_TRIED = isLongFuzz ? APP_BUGS : APP_BUGS.filter(({ suite }) => suite.endsWith('.test.ts')).slice(-1)

describe('a test of the running app, or of what it is packed by, finds', () => {
  test.each(titled(APP_TRIED))(
    '%s',
    async (_title, bug) => {
      expect(await failingInCopy(bug)).not.toEqual([])
    },
    SUITE_MS,
  )
})
