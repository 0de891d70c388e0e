import { protocol, type Session } from 'electron'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { resolveAsset } from './asset-path'
import { FILE_SCHEME } from './file-protocol'

export const APP_ORIGIN = 'app://stet'

/**
 * No inline script, nothing from elsewhere. Styles may be inline because the editor and React write them at run time;
 * with no way to load or send anything to another host, a style can reveal nothing.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob: app-file:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: FILE_SCHEME, privileges: { standard: true, secure: true } },
  ])
}

/** Serves the built renderer, and nothing beside it, under `app://stet/`. */
export function serveApp(session: Session, root: string): void {
  session.protocol.handle('app', async (request) => {
    const file = resolveAsset(root, request.url)
    if (file === undefined) return new Response('Not found', { status: 404 })
    // In one piece: a stream of the network's would hand every part of it through this process's one thread.
    const bytes = await readFile(file).catch(() => undefined)
    if (bytes === undefined) return new Response('Not found', { status: 404 })
    return new Response(bytes, {
      headers: {
        'Content-Type': CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Referrer-Policy': 'no-referrer',
      },
    })
  })
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
}
