import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { eventually, expect, onLinux } from './app'
import { TEST_FLAGS, appCommand, freshFolder, removeFolder } from './paths'
import { holdersOf, processesUnder } from './processes'
import type { RunningService } from './service'

/** Only Linux starts zygotes before main runs, and shows the memory of processes as files. */

onLinux(
  '[M2] of all processes of the app only main has the key in its memory',
  async ({ start, service }) => {
    const app = await start({ service })
    await expect(app.connection).toContainText('Online')
    const main = app.electron.process().pid ?? 0
    const all = processesUnder(main)
    expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['main', 'zygote', 'renderer']))
    expect(holdersOf(service.key, all)).toEqual(['main'])
  },
)

/** Reads a file; a journal of the database may be deleted before it is read. */
function readNow(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

/**
 * Starts the app from a shell, with the key in its environment, and waits until the app has read the library with it.
 */
async function startFromShell(service: RunningService, profile: string): Promise<ChildProcess> {
  await service.create({ title: 'Tides', content: 'Low water, early.' })
  const env = { ...process.env, STET_PROFILE: profile, STET_URL: service.url, STET_KEY: service.key }
  const [executable, ...words] = appCommand()
  const started = spawn(executable, [...words, ...TEST_FLAGS], { env, stdio: 'ignore' })
  await eventually(() =>
    fs.existsSync(profile) &&
    fs
      .readdirSync(profile, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('library.db'))
      .some((name) => readNow(path.join(profile, name)).includes('Low water, early.'))
      ? true
      : undefined,
  )
  return started
}

const isAlive = (pid: number) => fs.existsSync(`/proc/${pid}`)

onLinux(
  '[M2] a key in the environment is handed over to an app that is started without it',
  async ({ service }) => {
    const profile = freshFolder('profile')
    const first = await startFromShell(service, profile)
    const all = processesUnder(first.pid ?? 0)
    // The first process keeps the key in its environment while it waits; it starts only the app.
    expect(holdersOf(service.key, all).toSorted()).toEqual(['main', 'main'])
    const app = all.find(({ kind, pid }) => kind === 'main' && pid !== first.pid)
    const ended = new Promise<number | null>((resolve) => first.once('exit', resolve))
    process.kill(app?.pid ?? 0, 'SIGTERM')
    expect(await ended).toBe(0)
    removeFolder(profile)
  },
)

onLinux('[M2] an app that was started anew ends with the process that started it', async ({ service }) => {
  const profile = freshFolder('profile')
  const first = await startFromShell(service, profile)
  const all = processesUnder(first.pid ?? 0)
  first.kill('SIGKILL')
  await eventually(() => (all.some(({ pid }) => isAlive(pid)) ? undefined : true))
  removeFolder(profile)
})
