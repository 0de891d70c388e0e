import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT, freshFolder, testBuild } from '../paths'
import { HOUR_BOUNDS, writeForHours, type HourMeasure, type Hours } from './hours'
import { growthOf, type Growth } from './measures'
import { openServiceElsewhere, openServiceOfApp, type World } from './worlds'
import { faultsOf, killRounds, makeDocuments, writeFor, type Run } from './writing'

const usage = `npm run soak -- [--hours N] [--minutes N] [--kills N] [--seed N] [--write]
  --hours    of a virtual clock, in which two devices write on a bad network, before the app does (4)
  --minutes  how long it writes in one process (30); memory is held from ten on
  --kills    how often it is ended by SIGKILL while it writes afterwards (200)
  --own-minutes, --own-kills  the same in the library of the service that the app runs itself (10, 40)
  --seed     of the order in which things happen
  --write    keep the report in docs/soak.md`

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '30' },
    kills: { type: 'string', default: '200' },
    'own-minutes': { type: 'string', default: '10' },
    'own-kills': { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
/** How long the app writes, and how often it is killed afterwards. */
interface Part {
  readonly minutes: number
  readonly kills: number
}

interface Asked {
  readonly hours: number
  readonly seed: number
  readonly elsewhere: Part
  readonly own: Part
}

/** The result of a part. */
interface Written extends Part {
  /** How often the process of the service was killed. */
  readonly ended: number
  readonly words: number
  readonly growth: readonly Growth[]
  readonly faults: readonly string[]
}

/** Returns the exit code: 0 if nothing was lost and nothing exceeded its bound. */
async function soak(asked: Asked): Promise<number> {
  const { seed } = asked
  console.log(`seed ${seed}`)
  const hours = await writeForHours(asked.hours, randomOf(seed), console.log)
  const elsewhere = await write(asked.elsewhere, await openServiceElsewhere(freshFolder('soak')), seed)
  const own = await write(asked.own, await openServiceOfApp(freshFolder('soak')), seed, 1)
  const report = reportOf(asked, { elsewhere, own, hours })
  console.log(report)
  if (values.write) writeFileSync(path.join(ROOT, 'docs/soak.md'), report)
  const parts = [elsewhere, own]
  const isHeld = parts.every(({ growth, minutes }) => growth.every((one) => isWithin(one, minutes) !== false))
  const isHeldForHours = growthOfHours(hours).every(({ after, bound }) => after <= bound)
  const isComplete = [...parts, hours].every(({ faults }) => faults.length === 0)
  return isHeld && isHeldForHours && isComplete ? 0 : 1
}

/** Writes in a world and then kills the app there repeatedly. `ended`: as in `growthOf`. */
async function write({ minutes, kills }: Part, world: World, seed: number, ended = 0): Promise<Written> {
  const run: Run = {
    world,
    documents: await makeDocuments(world.service, 6),
    random: randomOf(seed),
    say: console.log,
  }
  try {
    const growth = minutes === 0 ? [] : growthOf(await writeFor(run, minutes * 60_000), ended)
    for (const one of growth) console.log(JSON.stringify(one))
    const afterWriting = await faultsOf(run)
    if (kills > 0) await killRounds(run, kills)
    const faults = [...afterWriting, ...(await faultsOf(run))]
    const words = run.documents.reduce((sum, { typed, others }) => sum + typed.length + others.length, 0)
    return { minutes, kills, ended: world.ended(), growth, faults, words }
  } finally {
    await world.close()
  }
}

/** In a shorter run, most of the memory growth is that of the warm-up. */
const MEMORY_FROM_MINUTES = 10

/** Whether a value is within its bound; undefined if the run was too short to decide. */
const isWithin = ({ what, after, bound }: Growth, minutes: number): boolean | undefined =>
  (what === 'main' || what === 'renderer') && minutes < MEMORY_FROM_MINUTES ? undefined : after <= bound

const NAMES: Readonly<Record<Growth['what'], string>> = {
  main: 'memory of main, MB',
  renderer: 'memory of the window, MB',
  descriptors: 'file descriptors',
  threads: 'threads',
  processes: 'processes',
  journals: 'write-ahead logs, MB',
  logs: 'logs, MB',
}

const HOUR_NAMES: Readonly<Record<keyof HourMeasure, string>> = {
  heap: 'memory of JavaScript, MB',
  descriptors: 'file descriptors',
  timers: 'tasks that wait for the clock',
  journals: 'write-ahead logs, MB',
}

/** Compares the last hour with the first. */
function growthOfHours({ measures }: Hours) {
  const [first, last] = [measures[0], measures.at(-1)]
  if (first === undefined || last === undefined) return []
  return (Object.keys(HOUR_NAMES) as (keyof HourMeasure)[]).map((what) => ({
    name: HOUR_NAMES[what],
    before: first[what],
    after: last[what],
    bound: HOUR_BOUNDS[what](first[what]),
  }))
}

const figure = (value: number) => String(Math.round(value * 10) / 10)

const row = (name: string, { before, after, bound }: Omit<Growth, 'what'>, kept: string) =>
  `| ${name} | ${figure(before)} | ${figure(after)} | ${figure(bound)} | ${kept} |`

/** A sentence about the result for the words. */
const outcome = (faults: readonly string[]) =>
  faults.length === 0 ? 'None is lost, none is doubled, all are in order.' : faults.join('; ')

const tableOf = ({ growth, minutes }: Written): string => {
  const rows = growth.map((one) => {
    const within = isWithin(one, minutes)
    return row(NAMES[one.what], one, within === undefined ? 'too short to tell' : within ? 'yes' : 'no')
  })
  return `| held | after a third | at the end | bound | kept |
| ---- | ------------: | ---------: | ----: | ---- |
${rows.join('\n')}`
}

function reportOf(
  asked: Asked,
  { elsewhere, own, hours }: { readonly elsewhere: Written; readonly own: Written; readonly hours: Hours },
): string {
  const ofHours = growthOfHours(hours).map((one) => row(one.name, one, one.after <= one.bound ? 'yes' : 'no'))
  const words = [
    ...['--hours', asked.hours, '--minutes', elsewhere.minutes, '--kills', elsewhere.kills],
    ...['--own-minutes', own.minutes, '--own-kills', own.kills, '--seed', asked.seed],
  ].join(' ')
  return `# Soak

The last run of \`npm run soak -- ${words}\`, on ${os.cpus().length} cores: the packed test build on Electron ${electronVersion()} writes in six documents on a service behind a proxy that refuses, drops, halves, slows and repeats exchanges, while another device writes in the same documents. Then it is ended by SIGKILL ${elsewhere.kills} times while it writes. Every word has a number, and each must stand once and in its place on the service at the end.

**Words**: ${elsewhere.words}. ${outcome(elsewhere.faults)}

${tableOf(elsewhere)}

Memory is the least private memory within a fifth of the run, measured after garbage was collected in main and in the window. It is held from ${MEMORY_FROM_MINUTES} minutes on.

## On its own service

The same app writes for ${own.minutes} minutes in six documents of the service that it runs itself, whose process is ended by SIGKILL ${own.ended} times meanwhile; then the app is, ${own.kills} times. At the end the service is started alone on the same data and asked for every word. One of its processes more is allowed, with what it holds, because the service may have been down at the first measure.

**Words**: ${own.words}. ${outcome(own.faults)}

${tableOf(own)}

## ${asked.hours} hours of a virtual clock

Two devices write in six documents on one service, in one process: one at the end of each text, one at its beginning, both on networks that fail.

**Words**: ${hours.words}. ${outcome(hours.faults)}

| held | after an hour | at the end | bound | kept |
| ---- | ------------: | ---------: | ----: | ---- |
${ofHours.join('\n')}
`
}

const electronVersion = (): string =>
  readFileSync(path.join(path.dirname(testBuild() ?? ''), 'version'), 'utf8').trim()

/** Mulberry32: the same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

if (values.help) console.log(usage)
else {
  process.exitCode = await soak({
    hours: Number(values.hours),
    seed: Number(values.seed),
    elsewhere: { minutes: Number(values.minutes), kills: Number(values.kills) },
    own: { minutes: Number(values['own-minutes']), kills: Number(values['own-kills']) },
  })
}
