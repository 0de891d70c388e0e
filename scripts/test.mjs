import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { findProgram, runTool, wasInterrupted } from './child.mjs'
import { endWith, messageOf, remembered, root, say } from './paths.mjs'
import { testBuild } from './package.mjs'
import { withQuickFolder } from './quick-folder.mjs'
import { withDisplay } from './screen.mjs'
import { installPackages, setUp } from './setup.mjs'
import { check, readPlaywright, readVitest, sum } from './tally.mjs'

const usage = `npm test -- [--only STAGE ...] [part of a file's name ...]
Stages: check (types, lint and format), first (a test of each part of the window and of the app), unit (with contract, fuzz and protocol tests), ui, e2e`

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {Tally & {name: string, seconds: number}} StageResult */

const vitestConfig = join(root, 'scripts', 'vitest.config.mjs')
const playwrightConfig = join(root, 'e2e', 'playwright.config.ts')

/**
 * The stages. Each runs to its end and returns its tally; the next one runs whatever the result. A filter is a part of
 * a test file's name.
 *
 * @type {Record<string, (filters: readonly string[], wanted: readonly string[]) => Promise<Tally>>}
 */
const stages = {
  // The two run in parallel with one thread each: with several threads they repeat much of their work in each.
  async check() {
    const [types, lint, format] = await Promise.all([
      runTool('typescript', ['-b', '--singleThreaded'], { command: 'tsc' }),
      runTool('oxlint', ['--deny-warnings'], { env: { ...process.env, GOMAXPROCS: '1' } }),
      runTool('prettier', ['--check', '--log-level', 'warn', '.']),
    ])
    return sum([check('types', types.code), check('lint', lint.code), check('format', format.code)])
  },
  // The most frequent failures are reported before the stages that take minutes.
  first: (filters) =>
    electronTests('first', ['--project=ui', '--project=e2e', `--grep=${FIRST}`, ...filters]),
  async unit(filters) {
    const file = reportFile('unit')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runTool('vitest', ['run', '--config', vitestConfig, ...reporters, ...filters])
    return readVitest(file, code)
  },
  ui: (filters, wanted) => playwright('ui', ['--project=ui', ...rest(wanted), ...filters]),
  e2e: (filters, wanted) => electronTests('e2e', ['--project=e2e', ...rest(wanted), ...filters]),
}

/** The tag of tests that run before all others. */
const FIRST = '@first'

/**
 * Leaves out the tests that have run before.
 *
 * @param {readonly string[]} wanted
 */
const rest = (wanted) => (wanted.includes('first') ? [`--grep-invert=${FIRST}`] : [])

/**
 * Tests that open windows run in parallel only where each can have a display of its own.
 *
 * @param {string} stage
 * @param {readonly string[]} args
 */
const electronTests = (stage, args) =>
  withDisplay(() => playwright(stage, findProgram('Xvfb') ? args : ['--workers=1', ...args]))

/**
 * @param {string} stage
 * @param {readonly string[]} args
 */
async function playwright(stage, args) {
  const file = reportFile(stage)
  const { code } = await runTool(
    '@playwright/test',
    ['test', '--config', playwrightConfig, '--reporter=list,json', ...args],
    { command: 'playwright', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  )
  return readPlaywright(file, code)
}

/** @param {string} stage */
function reportFile(stage) {
  const file = join(remembered, 'reports', `${stage}.json`)
  mkdirSync(join(remembered, 'reports'), { recursive: true })
  // A report of an earlier run must never be read as that of this one.
  rmSync(file, { force: true })
  return file
}

async function test() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', multiple: true }, help: { type: 'boolean' } },
  })
  const wanted = values.only ?? Object.keys(stages)
  if (values.help || !wanted.every((name) => Object.hasOwn(stages, name))) {
    say(usage)
    return values.help ? 0 : 1
  }
  const needsElectron = wanted.includes('first') || wanted.includes('e2e')
  const needsApp = needsElectron || wanted.includes('ui')
  const electron = needsApp ? (await setUp('test')).electron : undefined
  if (electron) process.env.STET_ELECTRON = electron.executable
  else await installPackages()

  return report(
    await withQuickFolder(() => runStages(wanted, positionals, needsElectron ? electron : undefined)),
  )
}

/**
 * @param {readonly string[]} wanted
 * @param {readonly string[]} filters
 * @param {import('./electron-runtime.mjs').Electron | undefined} electron
 */
async function runStages(wanted, filters, electron) {
  /** @type {StageResult[]} */
  const results = []
  /** @type {boolean | undefined} */
  let isBuilt
  for (const name of wanted) {
    const stage = stages[name]
    if (!stage || wasInterrupted()) break
    // The check needs no build, and reports faults sooner.
    if (isBuilt === undefined && name !== 'check') {
      const broken = await buildAll(electron).then(() => '', String)
      isBuilt = broken === ''
      if (broken) {
        say(broken)
        results.push({ name: 'build', ...check('build', 1), seconds: 0 })
      }
    }
    say(`\n— ${name}`)
    const started = Date.now()
    const isBlocked = isBuilt === false && name !== 'unit'
    const tally = isBlocked
      ? check(`${name}, which needs the build`, 1)
      : await stage(filters, wanted).catch(crashed)
    results.push({ name, ...tally, seconds: (Date.now() - started) / 1000 })
  }
  return results
}

/**
 * Builds everything, and where an Electron is given packs the app for the end-to-end tests.
 *
 * @param {import('./electron-runtime.mjs').Electron | undefined} electron
 */
async function buildAll(electron) {
  await build(['main', 'server', 'preload', 'renderer', 'ui', 'host'])
  if (electron) process.env.STET_TEST_BUILD = (await testBuild(electron)).executable
}

/**
 * @param {unknown} error
 * @returns {Tally}
 */
function crashed(error) {
  say(messageOf(error))
  return { passed: 0, failed: 1, troubles: [messageOf(error)] }
}

/** @param {readonly StageResult[]} results */
function report(results) {
  console.log()
  for (const { name, passed, failed, troubles, notRun = [], seconds } of results) {
    console.log(
      `${name.padEnd(6)} ${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
    )
    for (const trouble of troubles) console.log(`       ${trouble}`)
    for (const title of notRun) console.log(`       not run: ${title}`)
  }
  if (wasInterrupted()) console.log('       interrupted')
  const all = sum(results)
  const failed = all.failed + (wasInterrupted() ? 1 : 0)
  const missing = all.notRun?.length ?? 0
  if (missing > 0) console.log(`${missing} not run: the programs that they need are not installed`)
  console.log(`${all.passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

try {
  endWith(await test())
} catch (error) {
  say(messageOf(error))
  console.log('0 passed, 1 failed')
  endWith(1)
}
