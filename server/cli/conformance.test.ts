import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { tryCheck } from '../contract/api.contract'
import { openMemoryService } from '../testing/app.memory'
import { FAULTS } from '../contract/faults'
import { startProcess } from '../contract/own-process'
import type { ServerProcess } from '../contract/target'
import { PROCESS_CHECKS } from '../contract/process'
import { databaseIn } from '../library/library'
import { listen, type Listening } from './listen'
import { freshFolder, serverEntry } from '../testing/service.spawned'
import { openDatabase } from '../store/database'

const service = openMemoryService()
const listening: Listening[] = []
afterAll(async () => {
  await Promise.all(listening.map((one) => one.stop(0)))
  await service.close()
})

const serve = async (app: typeof service.app): Promise<string> => {
  const one = await listen(app, { host: '127.0.0.1', port: 0 })
  listening.push(one)
  return one.url
}

const run = (args: readonly string[]): Promise<{ code: number | null; stdout: string }> =>
  new Promise((resolve) => {
    const entry = join(import.meta.dirname, 'conformance.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', entry, ...args], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let stdout = ''
    child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
    child.on('close', (code) => resolve({ code, stdout }))
  })

test('[G5] a server that holds is 0, with a report by requirement', async () => {
  const { code, stdout } = await run([
    '--url',
    await serve(service.app),
    '--key',
    service.key,
    '--only',
    'A14',
  ])
  expect(stdout).toMatch(/^A14 +held +3 checks$/m)
  expect(stdout).toContain('3 held, 0 not held, 0 not tested')
  expect(code).toBe(0)
})

test('[G5] a server that does not is 1, and the report never shows the key', async () => {
  const fault = FAULTS.find(({ name }) => name === 'a tag has a route of its own')
  const url = await serve(fault?.breakIt(service.app, service.app) ?? service.app)
  const { code, stdout } = await run(['--url', url, '--key', service.key, '--only', 'A14'])
  expect(stdout).toContain('NOT HELD   [A14] a tag has no route of its own')
  expect(code).toBe(1)
  expect(stdout).not.toContain(service.key)
})

test('[G5] without an address or a key it says how it is used, and is 2', async () => {
  expect((await run([])).code).toBe(2)
  expect((await run(['--bogus'])).code).toBe(2)
})

describe('what concerns the process and its files', () => {
  const folder = freshFolder()
  let server: ServerProcess
  const open = async () => (server ??= await startProcess(await serverEntry(), join(folder, 'library'), []))
  const outcomeOf = async (title: string, process: ServerProcess) => {
    const check = PROCESS_CHECKS.find((one) => one.title.includes(title))!
    const target = { baseUrl: process.url, key: process.key, fetch: globalThis.fetch, process }
    return (await tryCheck(check, target)).outcome
  }
  afterAll(async () => {
    await server?.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(PROCESS_CHECKS.map(({ ids, title }) => [`[${ids.join('] [')}] ${title}`, title]))(
    '%s',
    async (_, title) => expect(await outcomeOf(title, await open())).toEqual({ kind: 'held' }),
  )

  test('a server that loses what it acknowledged is caught', async () => {
    const sound = await open()
    const forgetful: ServerProcess = {
      ...sound,
      get url() {
        return sound.url
      },
      start() {
        const database = openDatabase(databaseIn(sound.folder))
        database.exec('DELETE FROM documents WHERE id = (SELECT max(id) FROM documents)')
        database.close()
        return sound.start()
      },
    }
    expect(await outcomeOf('SIGKILL', forgetful)).toMatchObject({ kind: 'not held' })
  })

  test('a restore that brings back old ETags is caught', async () => {
    const sound = await open()
    const careless: ServerProcess = {
      ...sound,
      get url() {
        return sound.url
      },
      run: async (command, ...args) =>
        command === 'restore' ? { code: 0, stdout: '', stderr: '' } : sound.run(command, ...args),
    }
    expect(await outcomeOf('never issues an ETag', careless)).toMatchObject({ kind: 'not held' })
  })
})
