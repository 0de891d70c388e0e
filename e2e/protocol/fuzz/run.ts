import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fuzzRuns, isLongFuzz } from '../../../shared/testing/fuzz-runs'
import { bundled } from '../bundled'
import { createTally, type SeedResult, type Tally } from './tally'
import { RUNNERS, type RunnerName } from './runners'

/**
 * Runs stories from the given seed, or from the fixed seed of short runs, until there are enough or the time is over.
 */
export async function runMany(name: RunnerName, short: number): Promise<Tally> {
  const { seed: first, numRuns: count, interruptAfterTimeLimit } = fuzzRuns(short, 10_000_000)
  console.info(`STET_FUZZ_SEED=${first}`)
  const until = Date.now() + interruptAfterTimeLimit
  const tally =
    isLongFuzz && count > 1
      ? await runInProcesses(name, first, count, until)
      : await runHere(name, first, count, until)
  console.info(tally.inWords())
  return tally
}

/** The failure and the story that led to it, in words. */
export const inWords = ({ seed, kind, story = [], broken = '' }: SeedResult): readonly string[] => [
  `seed ${seed}, ${kind}`,
  ...story,
  `broken: ${broken}`,
]

async function runHere(name: RunnerName, first: number, count: number, until: number): Promise<Tally> {
  const tally = createTally()
  for (let seed = first; tally.stories() < count && tally.broken.length === 0 && Date.now() < until; seed++) {
    const { kind, story, broken, ...counts } = await RUNNERS[name](seed)
    tally.add({ seed, kind: kind.name, counts, ...(broken !== undefined && { broken, story }) })
  }
  return tally
}

/** Runs one process for each core; failures are printed at once, and the others continue. */
async function runInProcesses(
  name: RunnerName,
  first: number,
  enough: number,
  until: number,
): Promise<Tally> {
  const tally = createTally()
  const { entry, dispose } = await bundled('fuzz/runner.ts')
  const count = availableParallelism()
  try {
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const args = [name, ...[first + at, count, Number.MAX_SAFE_INTEGER, until].map(String)]
        const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
        const lines = createInterface({ input: child.stdout })
        lines.on('line', (line) => {
          // The last line of a killed process may be incomplete.
          if (!line.endsWith('}')) return
          const result = JSON.parse(line) as SeedResult
          tally.add(result)
          if (result.broken !== undefined) console.info(inWords(result).join('\n'))
          if (tally.stories() >= enough) child.kill()
        })
        const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
        if (code !== 0 && signal === null) throw new Error(`a runner ended with ${code}`)
      }),
    )
  } finally {
    dispose()
  }
  return tally
}
