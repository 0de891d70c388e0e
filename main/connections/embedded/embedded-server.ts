import { utilityProcess, type UtilityProcess } from 'electron'
import type { Log } from '../../system/log'
import { restartDelayMs } from '../../sync/outbox/back-off'

/** Where the embedded service listens in this run, and the key made for this run. */
export interface ServiceEndpoint {
  readonly baseUrl: string
  readonly key: string
}

export interface EmbeddedServer {
  /** The endpoint; `undefined` while the service is starting or restarting. */
  endpoint(): ServiceEndpoint | undefined
  /** Stops the service and waits for its end, at most `waitMs`. */
  stop(waitMs: number): Promise<void>
}

export interface EmbeddedServerOptions {
  /** The built entry of `server/server.ts`. */
  readonly entry: string
  readonly dataFolder: string
  readonly log: Log
  readonly onReady: (endpoint: ServiceEndpoint) => void
  /** Called when the service found its library damaged and has made a new one from the readable part. */
  readonly onRecovered: (recovered: { readonly aside: string; readonly documents: number }) => void
  /**
   * Called with the reason why the service cannot run (a damaged database, a read-only folder); it is restarted with
   * growing pauses.
   */
  readonly warn: (sentence: string) => void
  readonly onGone: () => void
}

interface FromService {
  readonly kind: 'ready' | 'failed'
  readonly url?: string
  readonly key?: string
  readonly problem?: string
  readonly recovered?: { readonly aside: string; readonly documents: number }
}

/**
 * Starts the service as a utility process, so that its SQLite never blocks the app, and restarts it when it ends
 * unexpectedly. The key comes over the process's private port; it is never stored.
 */
export function startEmbeddedServer(options: EmbeddedServerOptions): EmbeddedServer {
  let current: ServiceEndpoint | undefined
  let child: UtilityProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  let failures = 0

  const start = () => {
    const started = utilityProcess.fork(
      options.entry,
      ['--data', options.dataFolder, '--port', '0', '--seed'],
      {
        serviceName: 'Stet content service',
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    child = started
    started.stderr?.on('data', (bytes: Buffer) => options.log.info(`service: ${bytes.toString().trimEnd()}`))
    started.on('message', (message: FromService) => {
      if (message.kind === 'ready' && message.url !== undefined && message.key !== undefined) {
        failures = 0
        current = { baseUrl: message.url, key: message.key }
        options.onReady(current)
        if (message.recovered !== undefined) options.onRecovered(message.recovered)
      } else if (message.kind === 'failed') {
        options.warn(message.problem ?? 'The library service could not start.')
      }
    })
    started.on('exit', (code) => {
      if (child !== started) return
      child = undefined
      current = undefined
      if (stopping) return
      options.log.info(`service ended with code ${code}`)
      options.onGone()
      timer = setTimeout(start, restartDelayMs(failures++))
    })
  }
  start()

  return {
    endpoint: () => current,
    stop: (waitMs) =>
      new Promise((resolve) => {
        stopping = true
        clearTimeout(timer)
        const running = child
        if (running === undefined) return resolve()
        const end = setTimeout(() => {
          running.kill()
          resolve()
        }, waitMs)
        running.once('exit', () => {
          clearTimeout(end)
          resolve()
        })
        running.postMessage({ kind: 'stop' })
      }),
  }
}
