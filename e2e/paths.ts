import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** A fresh folder under the system's temporary one; the caller removes it. */
export function freshFolder(name: string): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), `stet-${name}-`))
}

/** Processes of the app that end a moment after it may still write there. */
export const removeFolder = (folder: string): void =>
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })

let executable: string | undefined
/** The Electron that `scripts/electron-runtime.mjs` found; `npm test` has already asked it. */
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
 * The packed app that `npm test` tests (`npm run package -- --dir --test`); undefined where a test is run by hand, which
 * takes the built source tree.
 */
export const testBuild = (): string | undefined => process.env['STET_TEST_BUILD'] || undefined

/** The command line that starts the app, without what a test adds to it. */
export const appCommand = (): readonly [executable: string, ...words: string[]] => {
  const packed = testBuild()
  return packed === undefined ? [electronExecutable(), ROOT] : [packed]
}

/** How long anything is waited for, on a machine that has much else to do; it ends what hangs and measures nothing. */
export const WAIT_MS = 60_000

/** Asks until the answer is there, at most `withinMs`; for outcomes outside a page, where no locator waits. */
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
 * What a test passes to Electron: no sandbox as root, where Chromium refuses it; no graphics process, which on a
 * virtual display fails while it starts and now and then takes the start with it.
 */
export const TEST_FLAGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
]

/** Brought into a process with `--require`: its clock goes so many ms ahead of this machine's (`virtual-clock.cjs`). */
export const virtualClock = (aheadMs: number) => ({
  arguments: ['--require', path.join(ROOT, 'e2e/virtual-clock.cjs')],
  env: { STET_TEST_CLOCK_AHEAD_MS: String(aheadMs) },
})
