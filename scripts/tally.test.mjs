import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from './paths.mjs'
import { check, readPlaywright, readVitest, sum } from './tally.mjs'

/** @type {string} */
let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stet-tally-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const written = (/** @type {unknown} */ report) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('a check passes by its exit code', () => {
  expect(check('types', 0)).toEqual({ passed: 1, failed: 0, troubles: [] })
  expect(check('types', 2)).toEqual({ passed: 0, failed: 1, troubles: ['failed: types'] })
})

test('several checks come to their sum, with what is wrong in each', () => {
  expect(sum([check('types', 0), check('lint', 1), check('format', 1)])).toEqual({
    passed: 1,
    failed: 2,
    troubles: ['failed: lint', 'failed: format'],
  })
})

describe('vitest', () => {
  const file = (/** @type {string} */ status, /** @type {[string, string][]} */ ...results) => ({
    name: join(root, 'shared', 'a.test.ts'),
    status,
    assertionResults: results.map(([result, fullName]) => ({ status: result, fullName })),
  })

  test('counts what passed and names what failed', () => {
    const report = written({ testResults: [file('failed', ['passed', 'one'], ['failed', 'two'])] })
    expect(readVitest(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      troubles: ['failed: shared/a.test.ts: two'],
    })
  })

  test('a test that needs a program that is not there counts as neither passed nor failed, and is named', () => {
    const report = written({
      testResults: [file('passed', ['passed', 'one'], ['skipped', 'two (needs LibreOffice)'])],
    })
    const tally = readVitest(report, 0)
    expect(tally).toEqual({
      ...{ passed: 1, failed: 0, troubles: [] },
      notRun: ['shared/a.test.ts: two (needs LibreOffice)'],
    })
    expect(sum([tally, check('types', 0)]).notRun).toHaveLength(1)
    // A test that ran and failed has failed.
    const failing = written({ testResults: [file('failed', ['failed', 'two (needs LibreOffice)'])] })
    expect(readVitest(failing, 1)).toMatchObject({ passed: 0, failed: 1 })
  })

  test.each(['pending', 'skipped', 'todo', 'disabled'])('a test that is %s has not passed', (status) => {
    const report = written({ testResults: [file('passed', ['passed', 'one'], [status, 'two'])] })
    expect(readVitest(report, 0)).toEqual({
      passed: 1,
      failed: 1,
      troubles: ['skipped: shared/a.test.ts: two'],
    })
  })

  test('a file that cannot be run has failed', () => {
    const report = written({ testResults: [file('failed')] })
    expect(readVitest(report, 1)).toMatchObject({
      failed: 1,
      troubles: ['failed: shared/a.test.ts could not be run'],
    })
  })

  test('an error outside the tests has failed, by the exit code', () => {
    const report = written({ testResults: [file('passed', ['passed', 'one'])] })
    expect(readVitest(report, 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('a crash that leaves no report has failed', () => {
    expect(readVitest(join(folder, 'none.json'), 134)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('no test at all has failed', () => {
    expect(readVitest(written({ testResults: [] }), 0)).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('playwright', () => {
  const suite = (/** @type {[string, string][]} */ ...tests) => ({
    title: 'offline.spec.ts',
    suites: [
      {
        title: 'offline',
        specs: tests.map(([status, title]) => ({ title, tests: [{ status }] })),
        suites: [],
      },
    ],
  })

  test('counts what passed and names what failed', () => {
    const report = written({ suites: [suite(['expected', 'one'], ['unexpected', 'two'])], errors: [] })
    expect(readPlaywright(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      troubles: ['failed: offline.spec.ts › offline › two'],
    })
  })

  test('neither a skipped test has passed, nor one that needed a second try', () => {
    const report = written({ suites: [suite(['flaky', 'one'], ['skipped', 'two'])], errors: [] })
    const { passed, failed, troubles } = readPlaywright(report, 0)
    expect({ passed, failed }).toEqual({ passed: 0, failed: 2 })
    expect(troubles).toEqual([
      expect.stringMatching(/^failed: .*one$/),
      expect.stringMatching(/^skipped: .*two$/),
    ])
  })

  test('an error outside the tests has failed', () => {
    const report = written({ suites: [], errors: [{ message: 'cannot load\nthe rest' }] })
    expect(readPlaywright(report, 1)).toEqual({ passed: 0, failed: 1, troubles: ['failed: cannot load'] })
  })
})
