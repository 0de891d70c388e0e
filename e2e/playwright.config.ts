import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumExecutable } from './chromium'
import { WAIT_MS } from './paths'

const asRoot = process.getuid?.() === 0
const executablePath = chromiumExecutable()

export default defineConfig({
  outputDir: '../test-results',
  forbidOnly: true,
  // Both timeouts only end hanging tests. No test has a shorter timeout, because a busy machine may need the time.
  timeout: 5 * WAIT_MS,
  expect: { timeout: WAIT_MS },
  reporter: 'list',
  // The number exceeds that of cores, because an app that starts or ends spends much of its time waiting.
  workers: 4,
  use: { screenshot: 'only-on-failure', trace: 'off', actionTimeout: WAIT_MS },
  projects: [
    {
      name: 'ui',
      testMatch: 'ui/**/*.spec.ts',
      fullyParallel: true,
      // A page only waits for the processor, so more pages than cores would gain nothing.
      workers: Math.min(4, Math.max(2, availableParallelism())),
      use: {
        browserName: 'chromium',
        viewport: { width: 1280, height: 800 },
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: [
            ...(asRoot ? ['--no-sandbox'] : []),
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
          ],
        },
      },
    },
    { name: 'e2e', testMatch: '*.spec.ts', testIgnore: 'ui/**' },
  ],
})
