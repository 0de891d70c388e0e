import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseIn } from '../library/library'
import { openDatabase } from '../store/database'
import { createStore } from '../store/store'
import { runServer, startServer, type RunningServer } from './server-process'
import type { ServerProcess, Target } from './target'

const OTHER_SETTINGS = {
  lenient: ['--strict-revisions', 'off'],
  rateLimited: ['--rate-limit', '20/3600'],
  quotaLimited: ['--search-quota', '3/3600'],
} as const

/**
 * Starts servers of our own from the entry at `entry`, as `npm run server` does, one for each setting, so that the
 * whole suite can run. `more`: further arguments for each of them. `stop` removes their libraries.
 */
export async function ownProcesses(
  entry: string,
  more: readonly string[],
): Promise<{ target: Target; stop: () => Promise<void> }> {
  const base = mkdtempSync(join(tmpdir(), 'stet-conformance-'))
  const started: ServerProcess[] = []
  const open = async (name: string, args: readonly string[]) => {
    const server = await startProcess(entry, join(base, name), [...more, ...args])
    started.push(server)
    return server
  }
  const target = async (name: string, args: readonly string[]): Promise<Target> => {
    const server = await open(name, args)
    const keyOf = async (...options: readonly string[]) =>
      (await server.run('keys', 'create', ...options)).stdout.trim()
    const deletingKey = await keyOf('--account', 'leaving')
    beginDeletion(server.folder, 'leaving')
    return {
      baseUrl: server.url,
      fetch: (request) => fetch(request, { redirect: 'manual' }),
      key: server.key,
      limitedKey: await keyOf('--abilities', 'documents:read'),
      otherAccountKey: await keyOf('--account', 'other'),
      deletingKey,
    }
  }
  const stop = async () => {
    await Promise.all(started.map((server) => server.end('SIGTERM')))
    rmSync(base, { recursive: true, force: true })
  }
  try {
    return {
      target: {
        ...(await target('main', [])),
        lenient: await target('lenient', OTHER_SETTINGS.lenient),
        rateLimited: await target('rate-limited', OTHER_SETTINGS.rateLimited),
        quotaLimited: await target('quota-limited', OTHER_SETTINGS.quotaLimited),
        process: await open('process', []),
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a server on a new library in `folder`. */
export async function startProcess(
  entry: string,
  folder: string,
  args: readonly string[],
): Promise<ServerProcess> {
  const start = () => startServer(entry, ['--data', folder, '--port', '0', ...args])
  let running: RunningServer = await start()
  const key = running.key ?? ''
  return {
    folder,
    key,
    get url() {
      return running.url
    },
    end: (signal) => running.end(signal),
    async start() {
      running = await start()
      return running.key
    },
    run: (...command) => runServer(entry, [...command, '--data', folder]),
  }
}

/** Makes the first step of deleting an account, as an interrupted deletion leaves it. */
function beginDeletion(folder: string, name: string): void {
  const store = createStore(openDatabase(databaseIn(folder)))
  store.deleteAccount(store.accounts.findAccount(name) ?? 0).next()
  store.close()
}
