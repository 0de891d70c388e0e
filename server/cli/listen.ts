import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { AppError, appError } from '../../shared/problem'
import type { App } from '../app'

export interface Listening {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Takes no more requests, gives running ones `graceMs` to end, then cuts them. */
  stop(graceMs?: number): Promise<void>
}

interface Patience {
  /** A client that sends or takes nothing for so long is let go. */
  readonly idleMs: number
  /** So long may a client take to send its headers. */
  readonly headersMs: number
  /** So long may it take, once they are there, to send a JSON body; an upload may take hours. */
  readonly bodyMs: number
}

const PATIENCE: Patience = { idleMs: 60_000, headersMs: 15_000, bodyMs: 300_000 }
/** Longer than clients keep an idle connection, so that none is closed under a request that is on its way. */
const KEEP_ALIVE_MS = 65_000

/** Serves `app` over HTTP. Throws an AppError with one sentence where the address cannot be taken. */
export async function listen(
  app: App,
  options: { readonly host: string; readonly port: number; readonly patience?: Patience },
): Promise<Listening> {
  const { idleMs, headersMs, bodyMs } = options.patience ?? PATIENCE
  const server = createAdaptorServer({
    fetch: (request) => app(request),
    createServer,
    // The Request of this process is also that of the app, whose service may run in it.
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

/** A client that drips its body is cut: the connection is of no use to it or to us. */
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
