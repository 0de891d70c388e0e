import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { root } from './paths.mjs'
import { SlowestFirst } from './slowest-first.mjs'

const exclude = ['**/node_modules/**', '**/out/**']

/** Tests of code that keeps nothing between calls: they share their modules, which takes half the time. */
const TOGETHER = ['{shared,renderer,main/{library,search,history,porting},server/store}/**/*.test.{ts,tsx}']

export default defineConfig({
  root,
  resolve: { alias: { electron: fileURLToPath(new URL('electron-absent.mjs', import.meta.url)) } },
  test: {
    maxWorkers: availableParallelism(),
    // Ends a test that hangs; nothing is measured by it.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{shared,main,server,preload,renderer,e2e}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          exclude: [...exclude, ...TOGETHER],
        },
      },
      { extends: true, test: { name: 'together', include: TOGETHER, exclude, isolate: false } },
    ],
  },
})
