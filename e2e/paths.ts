import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** Creates a folder under the system's temporary one; the caller removes it. */
export function freshFolder(name: string): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), `stet-${name}-`))
}

/** Removes a folder, with retries because ending processes of the app may still write there for a moment. */
export const removeFolder = (folder: string): void =>
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

let executable: string | undefined
/**
 * The Electron found by `scripts/electron-runtime.mjs`; under `npm test`, the environment already contains its path.
 */
export function electronExecutable(): string {
  executable ??= process.env['STET_ELECTRON']
  executable ??= execFileSync(process.execPath, [path.join(ROOT, 'scripts/electron-runtime.mjs')], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .at(-1)
  if (executable === undefined || executable === '') throw new Error('no Electron to run')
  return executable
}

/**
 * The packed app that `npm test` tests (`npm run package -- --dir --test`); undefined if a test is run by hand, which
 * uses the built source tree.
 */
export const testBuild = (): string | undefined => process.env['STET_TEST_BUILD'] || undefined

/** The command line that starts the app, without the arguments added by tests. */
export const appCommand = (): readonly [executable: string, ...words: string[]] => {
  const packed = testBuild()
  return packed === undefined ? [electronExecutable(), ROOT] : [packed]
}

/** The timeout for all waiting, long enough for a busy machine. It only ends hanging tests and measures nothing. */
export const WAIT_MS = 60_000

/**
 * Calls `ask` until it returns a result, for at most `withinMs`. For conditions outside a page, where no locator waits.
 */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  withinMs = WAIT_MS,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > until) throw new Error(`nothing came within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * The flags that tests pass to Electron: no sandbox as root, because Chromium refuses it; no graphics process, because
 * on a virtual display that process fails at its start and sometimes makes the app's start fail too.
 */
export const TEST_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
]

/**
 * The arguments and environment that set a process's clock ahead by this many ms, using `--require`
 * (`virtual-clock.cjs`).
 */
export const virtualClock = (aheadMs: number) => ({
  arguments: ['--require', path.join(ROOT, 'e2e/virtual-clock.cjs')],
  env: { STET_TEST_CLOCK_AHEAD_MS: String(aheadMs) },
})
