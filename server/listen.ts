import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { AppError, problem } from '../shared/problem'
import type { App } from './app'

export interface Listening {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Takes no more requests, gives running ones `graceMs` to end, then cuts them. */
  stop(graceMs?: number): Promise<void>
}

/** A client that sends or takes nothing for so long is let go. */
const IDLE_MS = 60_000
const HEADERS_MS = 15_000
/** Longer than clients keep an idle connection, so that none is closed under a request that is on its way. */
const KEEP_ALIVE_MS = 65_000

/** Serves `app` over HTTP. Throws an AppError with one sentence where the address cannot be taken. */
export async function listen(app: App, options: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request) => app(request),
    createServer,
    serverOptions: {
      headersTimeout: HEADERS_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // an upload may take hours; one that stalls is ended by IDLE_MS
      requestTimeout: 0,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 5_000,
    },
  }) as Server
  server.setTimeout(IDLE_MS, (socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(addressError(error, options)))
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return {
    url: `http://${host}:${port}`,
    async stop(graceMs = 5_000) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
    },
  }
}

function addressError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): AppError {
  const sentence =
    error.code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken by another program.`
      : error.code === 'EACCES'
        ? `This account may not listen on port ${port}.`
        : `Nothing can listen on ${host}, port ${port}: ${error.message}.`
  return new AppError(problem('unreachable', sentence))
}
