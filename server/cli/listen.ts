import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { AppError, appError } from '../../shared/problem'
import type { App } from '../app'

export interface Listening {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Accepts no more requests, gives running ones `graceMs` to finish, then closes their connections. */
  stop(graceMs?: number): Promise<void>
}

interface Patience {
  /** A connection without any traffic for this long is closed. */
  readonly idleMs: number
  /** The most time for a client to send its headers. */
  readonly headersMs: number
  /** The most time, after the headers, for a JSON body; an upload may take hours. */
  readonly bodyMs: number
}

const PATIENCE: Patience = { idleMs: 60_000, headersMs: 15_000, bodyMs: 300_000 }
/** Longer than clients keep an idle connection, so that none is closed while a request is in flight. */
const KEEP_ALIVE_MS = 65_000

/** Serves `app` over HTTP. Throws an AppError with one sentence where the address is not available. */
export async function listen(
  app: App,
  options: { readonly host: string; readonly port: number; readonly patience?: Patience },
): Promise<Listening> {
  const { idleMs, headersMs, bodyMs } = options.patience ?? PATIENCE
  const server = createAdaptorServer({
    fetch: (request) => app(request),
    createServer,
    // The process may be that of the app, whose own Request must not be replaced.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: headersMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // An upload may take hours; one that stalls is ended by idleMs.
      requestTimeout: 0,
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: Math.min(5_000, headersMs),
    },
  }) as Server
  server.setTimeout(idleMs, (socket) => socket.destroy())
  server.on('request', (request: IncomingMessage) => endSlowBody(request, bodyMs))
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

/** Closes the connection of a client that sends its body too slowly. */
function endSlowBody(request: IncomingMessage, bodyMs: number): void {
  const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
  const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers
  if (isUpload || !hasBody) return
  const cut = setTimeout(() => request.destroy(), bodyMs)
  cut.unref()
  request.once('end', () => clearTimeout(cut))
  request.once('close', () => clearTimeout(cut))
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
  return appError('unreachable', sentence)
}
