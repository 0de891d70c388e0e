import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { root } from './place.mjs'

export default defineConfig({
  root,
  resolve: { alias: { electron: fileURLToPath(new URL('electron-absent.mjs', import.meta.url)) } },
  test: {
    include: ['{shared,main,server,preload,renderer,e2e}/**/*.test.{ts,tsx}', 'scripts/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/out/**'],
    maxWorkers: availableParallelism(),
    // Ends a test that hangs; nothing is measured by it.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
