import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runTool } from './child.mjs'
import { root, say } from './place.mjs'
import { setUp } from './setup.mjs'

const usage = `npm run fuzz -- [options] [part of a file's name ...]
  kill            SIGKILL of main's modules 200 times each while typing, saving, pulling and making a library
  --runs N        runs of each fuzz test (STET_FUZZ_RUNS)
  --minutes N     at most this long for each fuzz test (STET_FUZZ_MINUTES, 10)
  --seed N        start from this seed (STET_FUZZ_SEED)
  --exhaustive    the bounded exhaustive check alone, deeper than in \`npm test\`
  --deeper N      so many moves deeper (STET_EXHAUSTIVE_DEPTH, 1)`

/** The long run of every fuzz test; the tests read what they are asked for from the environment. */
async function fuzz() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string' },
      exhaustive: { type: 'boolean', default: false },
      deeper: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(usage)
    return 0
  }
  await setUp('packages')
  const env = { ...process.env, STET_FUZZ_LONG: '1', STET_FUZZ_MINUTES: values.minutes }
  if (values.runs) env.STET_FUZZ_RUNS = values.runs
  if (values.seed) env.STET_FUZZ_SEED = values.seed
  if (values.exhaustive) env.STET_EXHAUSTIVE_DEPTH = values.deeper
  const filters = positionals.length > 0 ? positionals : [values.exhaustive ? 'exhaustive' : '.fuzz.test.ts']
  const config = join(root, 'scripts', 'vitest.config.mjs')
  const { code } = await runTool(
    'vitest',
    ['run', '--config', config, '--testTimeout', '0', '--disableConsoleIntercept', ...filters],
    { env },
  )
  return code
}

try {
  process.exitCode = await fuzz()
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
