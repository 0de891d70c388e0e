import { relative } from 'node:path'
import { readJson, root } from './paths.mjs'

/**
 * The result of a stage. `troubles` lists failed and skipped tests, one line each. A skipped test counts as failed,
 * because a test that did not run proves nothing; so does one that passed only when repeated. `notRun` lists tests that
 * need another program which is not installed: they count neither as passed nor as failed.
 *
 * @typedef {{passed: number, failed: number, troubles: string[], notRun?: string[]}} Tally
 */

/**
 * The part of vitest's report that this file reads.
 *
 * @typedef {{name: string, status: string, assertionResults: {status: string, fullName: string}[]}} TestFile
 */

/**
 * The part of Playwright's report that this file reads.
 *
 * @typedef {{
 *   title: string,
 *   specs?: {title: string, tests: {status: PlaywrightStatus}[]}[],
 *   suites?: Suite[],
 * }} Suite
 */

/**
 * The result of a stage with a single check.
 *
 * @param {string} name
 * @param {number} code
 * @returns {Tally}
 */
export function check(name, code) {
  return code === 0
    ? { passed: 1, failed: 0, troubles: [] }
    : { passed: 0, failed: 1, troubles: [`failed: ${name}`] }
}

/**
 * The sum of several checks or stages.
 *
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sum(tallies) {
  const notRun = tallies.flatMap((tally) => tally.notRun ?? [])
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    troubles: tallies.flatMap(({ troubles }) => troubles),
    ...(notRun.length > 0 && { notRun }),
  }
}

/**
 * The tally of `vitest run`, by its JSON report and its exit code.
 *
 * @param {string} file
 * @param {number} code
 */
export function readVitest(file, code) {
  /** @type {{testResults: TestFile[]} | undefined} */
  const report = readJson(file)
  const tally = empty()
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const place = relative(root, name)
    for (const test of assertionResults) count(tally, test.status, `${place}: ${test.fullName}`)
    // A file that could not be loaded contains no tests that fail.
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed'))
      count(tally, 'failed', `${place} could not be run`)
  }
  return close(tally, code)
}

/**
 * The tally of `playwright test`, by its JSON report and its exit code.
 *
 * @param {string} file
 * @param {number} code
 */
export function readPlaywright(file, code) {
  /** @type {{suites: Suite[], errors: {message?: string}[]} | undefined} */
  const report = readJson(file)
  const tally = empty()
  const visit = (/** @type {Suite} */ suite, /** @type {readonly string[]} */ path) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        count(tally, playwrightStatus[test.status], [...path, spec.title].join(' › '))
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title])
  }
  for (const suite of report?.suites ?? []) visit(suite, [suite.title])
  for (const error of report?.errors ?? []) count(tally, 'failed', (error.message ?? '').split('\n')[0] ?? '')
  return close(tally, code)
}

/** @typedef {keyof typeof playwrightStatus} PlaywrightStatus */
const playwrightStatus = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }

/** @returns {Tally} */
function empty() {
  return { passed: 0, failed: 0, troubles: [] }
}

/**
 * @param {Tally} tally
 * @param {string} status
 * @param {string} title
 */
function count(tally, status, title) {
  if (status === 'passed') tally.passed += 1
  else if (status !== 'failed' && NEEDS.test(title)) (tally.notRun ??= []).push(title)
  else {
    tally.failed += 1
    tally.troubles.push(`${status === 'failed' ? 'failed' : 'skipped'}: ${title}`)
  }
}

/** The end of the title of a test that reads our files with another program (`e2e/corpus/other-readers.ts`). */
const NEEDS = /\(needs [\w ]{1,40}\)$/

/**
 * Counts a stage as failed that ended with an error but without a failing test, or without any test.
 *
 * @param {Tally} tally
 * @param {number} code
 */
function close(tally, code) {
  if (code !== 0 && tally.failed === 0) count(tally, 'failed', `the stage ended with exit code ${code}`)
  else if (tally.passed + tally.failed + (tally.notRun?.length ?? 0) === 0)
    count(tally, 'failed', 'there was no test to run')
  return tally
}
