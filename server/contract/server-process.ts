import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A service in a process of its own. */
export interface RunningServer {
  readonly url: string
  readonly key: string | null
  readonly pid: number
  /** Ends it if it still runs; returns its exit code, or the signal that ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended>
}

export type Ended = number | NodeJS.Signals | null

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Starts the service from its entry and waits for its first line of output. Throws with its output where it does not
 * start.
 */
export async function startServer(entry: string, args: readonly string[]): Promise<RunningServer> {
  const child = start(entry, args)
  const said = collect(child)
  const ended = new Promise<Ended>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
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

/** Runs a command of the service to completion. */
export async function runServer(entry: string, args: readonly string[]): Promise<Finished> {
  const child = start(entry, args)
  const said = collect(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, ...said() }
}

const start = (entry: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  return () => ({ stdout, stderr })
}
