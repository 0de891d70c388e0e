import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startFaultProxy } from '../faults'
import { ROOT, freshFolder, removeFolder, testBuild } from '../paths'
import { startService } from '../service'
import { growthOf, type Growth } from './measures'
import { faultsOf, killRounds, makeDocuments, writeFor, type Run } from './writing'

const usage = `npm run soak -- [--minutes N] [--kills N] [--seed N] [--write]
  --minutes  how long it writes in one process (30); memory is held from ten on
  --kills    how often it is ended by SIGKILL while it writes afterwards (200)
  --seed     of the order in which things happen
  --write    keep the report in docs/soak.md`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
/** The exit code: 0 where nothing was lost and nothing grew past its bound. */
async function soak(minutes: number, kills: number, seed: number): Promise<number> {
  console.log(`seed ${seed}`)
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
    const report = reportOf({ minutes, kills, seed, words, growth, faults })
    console.log(report)
    if (values.write) writeFileSync(path.join(ROOT, 'docs/soak.md'), report)
    return faults.length === 0 && growth.every((one) => isWithin(one, minutes) !== false) ? 0 : 1
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

function reportOf(ran: {
  readonly minutes: number
  readonly kills: number
  readonly seed: number
  readonly words: number
  readonly growth: readonly Growth[]
  readonly faults: readonly string[]
}): string {
  const figure = (value: number) => String(Math.round(value * 10) / 10)
  const rows = ran.growth.map((one) => {
    const within = isWithin(one, ran.minutes)
    const kept = within === undefined ? 'too short to tell' : within ? 'yes' : 'no'
    return `| ${NAMES[one.what]} | ${figure(one.before)} | ${figure(one.after)} | ${figure(one.bound)} | ${kept} |`
  })
  return `# Soak

The last run of \`npm run soak -- --minutes ${ran.minutes} --kills ${ran.kills} --seed ${ran.seed}\`, on ${os.cpus().length} cores: the packed test build on Electron ${electronVersion()} writes in six documents on a service behind a proxy that refuses, drops, halves, slows and repeats exchanges, while another device writes in the same documents. Then it is ended by SIGKILL ${ran.kills} times while it writes. Every word has a number, and each must stand once and in its place on the service at the end.

**Words**: ${ran.words}. ${ran.faults.length === 0 ? 'None is lost, none is doubled, all are in order.' : ran.faults.join('; ')}

| held | after a third | at the end | bound | kept |
| ---- | ------------: | ---------: | ----: | ---- |
${rows.join('\n')}

Memory is the least private memory within a fifth of the run, measured after garbage was collected in main and in the window. It is held from ${MEMORY_FROM_MINUTES} minutes on.
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
else process.exitCode = await soak(Number(values.minutes), Number(values.kills), Number(values.seed))
