import { existsSync } from 'node:fs'
import { findProgram, runTool } from './child.mjs'
import { say } from './paths.mjs'

/** Provides a Chromium for the UI tests: the system's on Linux, otherwise the one that Playwright downloads. */
export async function installBrowser() {
  if (
    process.platform === 'linux' &&
    findProgram(
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    )
  )
    return
  const { chromium } = await import('playwright')
  if (existsSync(chromium.executablePath())) return
  say('Fetching a Chromium for the UI tests (playwright install chromium, once).')
  const { code, output } = await runTool('playwright', ['install', 'chromium'], {
    quiet: true,
    timeoutMs: 15 * 60_000,
  })
  if (code !== 0) throw new Error(`No Chromium for the UI tests could be fetched:\n${output.trim()}`)
}
