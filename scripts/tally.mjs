import { relative } from 'node:path'
import { readJson, root } from './place.mjs'

/**
 * What a stage came to. `troubles` names what failed or was skipped, one line each. A skipped test counts as failed, because
 * a test that did not run proves nothing; so does one that passed at a second try.
 *
 * @typedef {{passed: number, failed: number, troubles: string[]}} Tally
 */

/** A stage that is one check. @returns {Tally} */
export function check(name, code) {
  return code === 0
    ? { passed: 1, failed: 0, troubles: [] }
    : { passed: 0, failed: 1, troubles: [`failed: ${name}`] }
}

/** @returns {Tally} from the JSON report of `vitest run` and its exit code */
export function readVitest(file, code) {
  const report = readJson(file)
  const tally = empty()
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const place = relative(root, name)
    for (const test of assertionResults) count(tally, test.status, `${place}: ${test.fullName}`)
    // A file that could not be loaded has no tests to fail.
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed'))
      count(tally, 'failed', `${place} could not be run`)
  }
  return close(tally, code)
}

/** @returns {Tally} from the JSON report of `playwright test` and its exit code */
export function readPlaywright(file, code) {
  const report = readJson(file)
  const tally = empty()
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        count(tally, playwrightStatus[test.status], [...path, spec.title].join(' › '))
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title])
  }
  for (const suite of report?.suites ?? []) visit(suite, [suite.title])
  for (const error of report?.errors ?? []) count(tally, 'failed', String(error.message).split('\n')[0])
  return close(tally, code)
}

const playwrightStatus = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }

function empty() {
  return { passed: 0, failed: 0, troubles: [] }
}

function count(tally, status, title) {
  if (status === 'passed') tally.passed += 1
  else {
    tally.failed += 1
    tally.troubles.push(`${status === 'failed' ? 'failed' : 'skipped'}: ${title}`)
  }
}

/** A stage that ended badly without a failing test, or without any test, has failed too. */
function close(tally, code) {
  if (code !== 0 && tally.failed === 0) count(tally, 'failed', `the stage ended with exit code ${code}`)
  else if (tally.passed + tally.failed === 0) count(tally, 'failed', 'there was no test to run')
  return tally
}
