import { RUNNERS, type RunnerName } from './runners'

/**
 * One process of the long run: runs every n-th seed until its time is over. Each line on stdout is the JSON of a
 * `SeedResult`.
 */
const [name, ...numbers] = process.argv.slice(2) as [RunnerName, ...string[]]
const [first, step, last, until] = numbers.map(Number) as [number, number, number, number]

for (let seed = first; seed <= last && Date.now() < until; seed += step) {
  const { kind, story, broken, ...counts } = await RUNNERS[name](seed)
  const line = { seed, kind: kind.name, counts, ...(broken !== undefined && { broken, story }) }
  // The story of a failure may be longer than the buffer of a pipe.
  await new Promise((written) => process.stdout.write(`${JSON.stringify(line)}\n`, written))
}
