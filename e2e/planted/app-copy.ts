import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { withOwnDisplay } from '../display'
import { ROOT, electronExecutable, freshFolder, removeFolder } from '../paths'
import type { AppBug } from './app-bugs'
import { failedTests } from './suite'

/** Generated files, and files that belong only to this checkout. */
const LEFT_OUT = new Set(['.git', 'dist', 'node_modules', 'release', 'test-results'])
/** The records of `scripts/build.mjs` about its builds, so that parts without the bug are not built again. */
const BUILDS = path.join('node_modules', '.cache', 'stet', 'build')

/** The names of the tests that fail in a copy of this checkout that was built with the bug. */
export async function failingInCopy(bug: AppBug): Promise<readonly string[]> {
  const folder = freshFolder('planted-app')
  try {
    copyCheckout(folder)
    const file = path.join(folder, bug.file)
    fs.writeFileSync(
      file,
      fs.readFileSync(file, 'utf8').replace(bug.text, () => bug.replacement),
    )
    if (bug.suite.endsWith('.test.ts')) return await failingOfVitest(bug, folder)
    await run(folder, ['--input-type=module', '--eval', BUILD])
    return await failingOfPlaywright(bug, folder)
  } finally {
    removeFolder(folder)
  }
}

const BUILD = `await (await import('./scripts/build.mjs')).build()`

function copyCheckout(folder: string): void {
  for (const name of fs.readdirSync(ROOT))
    if (!LEFT_OUT.has(name)) fs.cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true })
  fs.mkdirSync(path.join(folder, 'node_modules'))
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '.cache')
      fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name))
  if (fs.existsSync(path.join(ROOT, BUILDS)))
    fs.cpSync(path.join(ROOT, BUILDS), path.join(folder, BUILDS), { recursive: true })
}

async function failingOfVitest({ suite, tests }: AppBug, folder: string): Promise<readonly string[]> {
  const report = path.join(folder, 'report.json')
  const words = ['run', '--config', 'scripts/vitest.config.mjs', '-t', tests, suite]
  await run(folder, ['node_modules/vitest/vitest.mjs', ...words, '--reporter=json', `--outputFile=${report}`])
  return failedTests(report)
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
}

async function failingOfPlaywright({ suite, tests }: AppBug, folder: string): Promise<readonly string[]> {
  const report = path.join(folder, 'report.json')
  await withOwnDisplay(() =>
    run(
      folder,
      [
        ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
        ...['--project=e2e', '--workers=1', '--reporter=json', '--grep', tests, suite],
      ],
      { STET_ELECTRON: electronExecutable(), STET_TEST_BUILD: '', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ),
  )
  const { suites, errors } = JSON.parse(fs.readFileSync(report, 'utf8')) as Suite & {
    readonly errors: readonly { readonly message?: string }[]
  }
  // A file that does not load proves nothing about a bug.
  const specs = specsOf({ ...(suites && { suites }) })
  if (specs.length === 0) throw new Error(`no test ran: ${errors.map(({ message }) => message).join('\n')}`)
  return specs.filter(({ ok }) => !ok).map(({ title }) => title)
}

const specsOf = ({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Runs Node in the folder and ignores its exit code, because the result is in its report. */
function run(
  folder: string,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: folder,
      env: { ...process.env, ...more },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.pipe(process.stderr)
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
