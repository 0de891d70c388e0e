import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { root } from './paths.mjs'
import { SlowestFirst } from './slowest-first.mjs'

const exclude = ['**/node_modules/**', '**/out/**']

/** Tests of code without state between calls share their modules, which halves the time. */
const TOGETHER = ['{shared,node,renderer,preload,main,server}/**/*.test.{ts,tsx}']
/** Tests among these that fill the memory, end processes, or change the environment. */
const NOT_TOGETHER = ['main/**/{proof,system}/**/*.test.ts', '**/*kill.test.ts', 'server/server.test.ts']

export default defineConfig({
  root,
  resolve: { alias: { electron: fileURLToPath(new URL('electron-absent.mjs', import.meta.url)) } },
  test: {
    // There are more workers than cores, because a test sometimes waits for a disk or a process.
    maxWorkers: availableParallelism() + 1,
    // This ends a test that hangs; it is not used to measure anything.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: SlowestFirst },
    projects: [
      // These run first, so that most failures are reported in the first minutes.
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
