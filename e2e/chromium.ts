import fs from 'node:fs'
import path from 'node:path'

/**
 * The system's Chromium on Linux, preferably the headless build; undefined to use the browser that Playwright has
 * installed.
 */
export function chromiumExecutable(): string | undefined {
  if (process.platform !== 'linux') return undefined
  for (const name of [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ])
    for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
      const file = path.join(folder, name)
      if (folder !== '' && fs.existsSync(file)) return file
    }
  return undefined
}
