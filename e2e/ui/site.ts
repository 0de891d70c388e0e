import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { ROOT } from '../paths'

const folder = path.join(ROOT, 'out', 'ui')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** The window of the app. */
export const WINDOW = '/index.html'

/** The page of the app's window with the app's preload script. */
const windowPage = () =>
  fs
    .readFileSync(path.join(folder, 'index.html'), 'utf8')
    .replace('<script', '<script type="module" src="./assets/preload.js"></script><script')

interface RunningSite {
  readonly url: string
  close(): void
}

/**
 * Serves the built renderer (`npm run build ui`) on loopback; `joined` is called for each page that connects to main.
 */
export async function serveRenderer(joined: (socket: WebSocket) => void): Promise<RunningSite> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = path.join(folder, path.posix.normalize(pathname))
    const contentType = CONTENT_TYPES[path.extname(file)]
    if (contentType === undefined || !fs.existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'max-age=3600' })
    if (pathname === WINDOW) response.end(windowPage())
    else fs.createReadStream(file).pipe(response)
  })
  new WebSocketServer({ server }).on('connection', joined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
