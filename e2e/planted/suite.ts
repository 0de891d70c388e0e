import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../paths'
import type { PlantedBug } from './bug'

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/**
 * The names of the tests that fail with this bug, among files whose paths begin with one of `files`, and with `named`
 * in their names.
 */
export function failingTests(bug: PlantedBug, files: readonly string[], named?: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'stet-planted-'))
  const report = join(folder, 'report.json')
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        ...['--config', join(ROOT, 'e2e', 'planted', 'vitest.config.mjs')],
        ...['--reporter=json', `--outputFile=${report}`],
        ...(named === undefined ? [] : ['-t', named]),
        ...files,
      ],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, STET_PLANTED: JSON.stringify(bug) } },
    )
    if (status === null) throw new Error(`the suite did not run: ${stderr}`)
    return failedTests(report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The names of the failed tests in Vitest's report. */
export function failedTests(report: string): readonly string[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  // A file that does not load proves nothing about a bug.
  const broken = testResults.find(({ assertionResults }) => assertionResults.length === 0)
  if (broken) throw new Error(`the suite does not load: ${broken.message}`)
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
}
