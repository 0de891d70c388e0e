import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { root } from './paths.mjs'
import { SlowestFirst } from './slowest-first.mjs'

const exclude = ['**/node_modules/**', '**/out/**']

/** Tests of code that keeps nothing between calls: they share their modules, which takes half the time. */
const TOGETHER = ['{shared,node,renderer,preload,main,server}/**/*.test.{ts,tsx}']
/** What of these fills the memory, ends processes, or changes the environment. */
const NOT_TOGETHER = ['main/**/{proof,system}/**/*.test.ts', '**/*kill.test.ts', 'server/server.test.ts']

export default defineConfig({
  root,
  resolve: { alias: { electron: fileURLToPath(new URL('electron-absent.mjs', import.meta.url)) } },
  test: {
    // More than the cores: a test waits for a disk or a process now and then.
    maxWorkers: availableParallelism() + 1,
    // Ends a test that hangs; nothing is measured by it.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      // First, so that most of what a change can break is told in the first minutes.
      {
        extends: true,
        test: {
          name: 'together',
          include: TOGETHER,
          exclude: [...exclude, ...NOT_TOGETHER],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [...NOT_TOGETHER, 'e2e/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
