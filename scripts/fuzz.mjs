import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { runTool } from './child.mjs'
import { root, runScript, say } from './paths.mjs'
import { withQuickFolder } from './quick-folder.mjs'
import { withDisplay } from './screen.mjs'
import { installPackages, setUp } from './setup.mjs'

const usage = `npm run fuzz -- [options] [part of a file's name ...]
  hand            a careless hand over the running app, --minutes for each of --runs seeds (1)
  windows         every hostile text through every place of the window, an hour or so; \`npm test\` gives each place
                  a sixth of those that were found
  kill            SIGKILL of main's modules 200 times each while typing, saving, pulling and making a library
  --runs N        runs of each fuzz test (STET_FUZZ_RUNS)
  --minutes N     at most this long for each fuzz test (STET_FUZZ_MINUTES, 10)
  --seed N        start from this seed (STET_FUZZ_SEED)
  --exhaustive    the bounded exhaustive check alone, deeper than in \`npm test\`
  --deeper N      so many moves deeper (STET_EXHAUSTIVE_DEPTH, 2)`

/** The long run of every fuzz test; the tests read its settings from the environment. */
async function fuzz() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string' },
      exhaustive: { type: 'boolean', default: false },
      deeper: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    say(usage)
    return 0
  }
  if (positionals.includes('hand')) return hand(values)
  if (positionals.includes('windows')) return windows()
  await installPackages()
  const asked = {
    STET_FUZZ_LONG: '1',
    STET_FUZZ_MINUTES: values.minutes,
    ...(values.runs && { STET_FUZZ_RUNS: values.runs }),
    ...(values.seed && { STET_FUZZ_SEED: values.seed }),
    ...(values.exhaustive && { STET_EXHAUSTIVE_DEPTH: values.deeper }),
  }
  const filters =
    positionals.length > 0 ? positionals : values.exhaustive ? ['exhaustive'] : ['.fuzz.test.ts', 'hostile-']
  const config = join(root, 'scripts', 'vitest.config.mjs')
  const options = ['--config', config, '--testTimeout', '0', '--disableConsoleIntercept']
  const { code } = await withQuickFolder(() =>
    runTool('vitest', ['run', ...options, ...filters], { env: { ...process.env, ...asked } }),
  )
  return code
}

/** Tries every hostile text in every place of the window, and a longer random session. */
async function windows() {
  await setUp('test')
  await build(['ui', 'host'])
  const env = { ...process.env, STET_FUZZ_LONG: '1' }
  return playwright('ui', ['--grep', 'no (hostile )?text (breaks|runs)|a random session'], env)
}

/**
 * @param {'ui' | 'e2e'} project
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function playwright(project, args, env) {
  const config = join(root, 'e2e', 'playwright.config.ts')
  const all = ['test', '--config', config, `--project=${project}`, '--retries=0', ...args]
  return (await runTool('@playwright/test', all, { command: 'playwright', env })).code
}

/**
 * Runs the random user of `npm test` for longer and with other seeds.
 *
 * @param {{minutes: string, runs?: string, seed?: string}} options
 */
async function hand({ minutes, runs, seed }) {
  const { electron } = await setUp('test')
  await build()
  return withDisplay(() => {
    // The display is in the environment only from here on.
    const env = {
      ...process.env,
      STET_ELECTRON: electron.executable,
      STET_HAND_MINUTES: minutes,
      ...(runs && { STET_HAND_SEEDS: runs }),
      ...(seed && { STET_HAND_SEED: seed }),
    }
    return playwright('e2e', ['--workers=1', 'careless-hand'], env)
  })
}

await runScript(fuzz)
