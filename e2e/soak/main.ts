import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startFaultProxy } from '../faults'
import { ROOT, freshFolder, removeFolder, testBuild } from '../paths'
import { startService } from '../service'
import { HOUR_BOUNDS, writeForHours, type HourMeasure, type Hours } from './hours'
import { growthOf, type Growth } from './measures'
import { faultsOf, killRounds, makeDocuments, writeFor, type Run } from './writing'

const usage = `npm run soak -- [--hours N] [--minutes N] [--kills N] [--seed N] [--write]
  --hours    of a virtual clock, in which two devices write on a bad network, before the app does (4)
  --minutes  how long it writes in one process (30); memory is held from ten on
  --kills    how often it is ended by SIGKILL while it writes afterwards (200)
  --seed     of the order in which things happen
  --write    keep the report in docs/soak.md`

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '4' },
    minutes: { type: 'string', default: '30' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
interface Asked {
  readonly hours: number
  readonly minutes: number
  readonly kills: number
  readonly seed: number
}

/** The exit code: 0 where nothing was lost and nothing grew past its bound. */
async function soak(asked: Asked): Promise<number> {
  const { minutes, kills, seed } = asked
  console.log(`seed ${seed}`)
  const hours = await writeForHours(asked.hours, randomOf(seed), console.log)
  const service = await startService()
  const proxy = await startFaultProxy(service.url)
  const profile = freshFolder('soak')
  const run: Run = {
    service,
    proxy,
    profile,
    documents: await makeDocuments(service, 6),
    random: randomOf(seed),
    say: console.log,
  }
  try {
    const measures = await writeFor(run, minutes * 60_000)
    const growth = growthOf(measures)
    for (const one of growth) console.log(JSON.stringify(one))
    const afterWriting = await faultsOf(run)
    await killRounds(run, kills)
    const faults = [...afterWriting, ...(await faultsOf(run))]
    const words = run.documents.reduce((sum, { typed, others }) => sum + typed.length + others.length, 0)
    const report = reportOf({ ...asked, words, growth, faults }, hours)
    console.log(report)
    if (values.write) writeFileSync(path.join(ROOT, 'docs/soak.md'), report)
    const isHeld = growth.every((one) => isWithin(one, minutes) !== false)
    const isHeldForHours = growthOfHours(hours).every(({ after, bound }) => after <= bound)
    return isHeld && isHeldForHours && faults.length + hours.faults.length === 0 ? 0 : 1
  } finally {
    await proxy.close()
    await service.dispose()
    removeFolder(profile)
  }
}

/** In a shorter run what an app takes while it warms up is most of what it takes. */
const MEMORY_FROM_MINUTES = 10

/** Whether it is within its bound; undefined where the run was too short to tell. */
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

/** What the last hour holds against the first. */
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

/** What became of the words, in a sentence. */
const outcome = (faults: readonly string[]) =>
  faults.length === 0 ? 'None is lost, none is doubled, all are in order.' : faults.join('; ')

function reportOf(
  ran: Asked & {
    readonly words: number
    readonly growth: readonly Growth[]
    readonly faults: readonly string[]
  },
  hours: Hours,
): string {
  const rows = ran.growth.map((one) => {
    const within = isWithin(one, ran.minutes)
    const kept = within === undefined ? 'too short to tell' : within ? 'yes' : 'no'
    return row(NAMES[one.what], one, kept)
  })
  const ofHours = growthOfHours(hours).map((one) => row(one.name, one, one.after <= one.bound ? 'yes' : 'no'))
  return `# Soak

The last run of \`npm run soak -- --hours ${ran.hours} --minutes ${ran.minutes} --kills ${ran.kills} --seed ${ran.seed}\`, on ${os.cpus().length} cores: the packed test build on Electron ${electronVersion()} writes in six documents on a service behind a proxy that refuses, drops, halves, slows and repeats exchanges, while another device writes in the same documents. Then it is ended by SIGKILL ${ran.kills} times while it writes. Every word has a number, and each must stand once and in its place on the service at the end.

**Words**: ${ran.words}. ${outcome(ran.faults)}

| held | after a third | at the end | bound | kept |
| ---- | ------------: | ---------: | ----: | ---- |
${rows.join('\n')}

Memory is the least private memory within a fifth of the run, measured after garbage was collected in main and in the window. It is held from ${MEMORY_FROM_MINUTES} minutes on.

## ${ran.hours} hours of a virtual clock

Two devices write in six documents on one service, in one process: one at the end of each text, one at its beginning, both on networks that fail.

**Words**: ${hours.words}. ${outcome(hours.faults)}

| held | after an hour | at the end | bound | kept |
| ---- | ------------: | ---------: | ----: | ---- |
${ofHours.join('\n')}
`
}

const electronVersion = (): string =>
  readFileSync(path.join(path.dirname(testBuild() ?? ''), 'version'), 'utf8').trim()

/** Mulberry32: the same numbers for the same seed. */
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
  const { hours, minutes, kills, seed } = values
  process.exitCode = await soak({
    hours: Number(hours),
    minutes: Number(minutes),
    kills: Number(kills),
    seed: Number(seed),
  })
}
