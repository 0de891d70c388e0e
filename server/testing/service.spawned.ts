import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { runServer, startServer, type Finished, type RunningServer } from '../contract/server-process'

// Services in processes of their own, for tests that kill one or test its command line.

const root = resolve(import.meta.dirname, '..', '..')
let built: Promise<string> | undefined
/** Files that the code reads at run time, relative to itself. */
const DATA = [join(root, 'server', 'search', 'thesaurus.txt')]

/**
 * Bundles the entry and its worker once per test file, so that each start of a process is quick. The folder is below
 * the root, so that packages resolve.
 */
export function serverEntry(): Promise<string> {
  built ??= (async () => {
    const folder = join(root, 'node_modules', '.cache', 'stet', `spawned-${process.pid}`)
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { external: true },
      plugins: [
        {
          name: 'data-beside',
          generateBundle() {
            for (const file of DATA)
              this.emitFile({ type: 'asset', fileName: basename(file), source: readFileSync(file) })
          },
        },
      ],
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: {
          input: {
            server: join(root, 'server', 'server.ts'),
            'search.worker': join(root, 'server', 'search', 'search.worker.ts'),
          },
          external: [...builtinModules, /^node:/],
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return join(folder, 'server.mjs')
  })()
  return built
}

/**
 * Starts a service on any free port and waits for its first line of output. Throws with its output where it does not
 * start.
 */
export const startService = async (folder: string, args: readonly string[] = []): Promise<RunningServer> =>
  startServer(await serverEntry(), ['--data', folder, '--port', '0', ...args])

/** Runs a command of the service to completion. */
export const runService = async (args: readonly string[]): Promise<Finished> =>
  runServer(await serverEntry(), args)

/** Starts it as the app does: with a parent port, which is the child's own channel here. */
export async function startUtility(folder: string): Promise<{
  /** Its first message. */
  readonly message: unknown
  tell(message: object): void
  readonly ended: Promise<number | null>
}> {
  const port = `process.parentPort = {
    postMessage: (message) => process.send(message),
    on: (event, listener) => process.on(event, (data) => listener({ data })),
  }
  await import(process.argv[1])`
  const args = ['--input-type=module', '-e', port, await serverEntry(), '--data', folder, '--port', '7']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const message = await new Promise<unknown>((done) => child.once('message', done))
  return { message, tell: (told) => void child.send(told), ended }
}

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'stet-service-'))
