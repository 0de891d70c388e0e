import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

/** A service in a process of its own, for tests that kill one or look at its command line. */
export interface SpawnedService {
  readonly url: string
  readonly key: string | null
  readonly pid: number
  /** Ends it; answers with its exit code, `null` after a signal that it did not handle. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const root = resolve(import.meta.dirname, '..')
let built: Promise<string> | undefined

/** Bundles the entry and its worker once per test file, so that each start of a process is quick; into a folder below the root, so that packages resolve. */
function bundle(): Promise<string> {
  built ??= (async () => {
    const folder = join(root, 'node_modules', '.cache', 'stet', `spawned-${process.pid}`)
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { external: true },
      build: {
        ssr: true,
        outDir: folder,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: {
          input: {
            server: join(root, 'server', 'server.ts'),
            'search.worker': join(root, 'server', 'search.worker.ts'),
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

/** Starts a service on any free port and waits for its first line. Throws with what it said where it does not start. */
export async function startService(folder: string, args: readonly string[] = []): Promise<SpawnedService> {
  const child = await start(['--data', folder, '--port', '0', ...args])
  const said = collect(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const firstLine = new Promise<string>((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve)
  })
  const line = await Promise.race([firstLine, ended.then(() => undefined)])
  if (line === undefined) throw new Error(`the service did not start: ${said().stderr}`)
  const { url, key } = JSON.parse(line) as { url: string; key: string | null }
  return {
    url,
    key,
    pid: child.pid ?? 0,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a command of the service to its end. */
export async function runService(args: readonly string[]): Promise<Finished> {
  const child = await start(args)
  const said = collect(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...said() }
}

async function start(args: readonly string[]): Promise<ChildProcess> {
  return spawn(process.execPath, [await bundle(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** As the app starts it: with a parent port, which is the child's own channel here. */
export async function startUtility(folder: string): Promise<{
  /** The first thing that it says. */
  readonly message: unknown
  tell(message: object): void
  readonly ended: Promise<number | null>
}> {
  const port = `process.parentPort = {
    postMessage: (message) => process.send(message),
    on: (event, listener) => process.on(event, (data) => listener({ data })),
  }
  await import(process.argv[1])`
  const args = ['--input-type=module', '-e', port, await bundle(), '--data', folder, '--port', '7']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const message = await new Promise<unknown>((resolve) => child.once('message', resolve))
  return { message, tell: (told) => void child.send(told), ended }
}

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  return () => ({ stdout, stderr })
}

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), 'stet-service-'))
