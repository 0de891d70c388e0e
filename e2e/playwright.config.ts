import { defineConfig } from '@playwright/test'
import { chromiumExecutable } from './chromium'

const asRoot = process.getuid?.() === 0
const executablePath = chromiumExecutable()

export default defineConfig({
  outputDir: '../test-results',
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  // The default is half of the cores.
  workers: 3,
  use: { screenshot: 'only-on-failure', trace: 'off' },
  projects: [
    {
      name: 'ui',
      testMatch: 'ui/**/*.spec.ts',
      fullyParallel: true,
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
