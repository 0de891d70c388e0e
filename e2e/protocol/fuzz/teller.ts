import { writeSync } from 'node:fs'
import { tell } from './story'

/**
 * One process of the long run: tells every n-th seed until its time is over. Each line on stdout is the
 * JSON of an `SeedTold`, written at once.
 */
const [first, step, last, until] = process.argv.slice(2).map(Number) as [number, number, number, number]

for (let seed = first; seed <= last && Date.now() < until; seed += step) {
  const { kind, story, broken, ...counts } = await tell(seed)
  const line = { seed, kind: kind.name, counts, ...(broken !== undefined && { broken, story }) }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
