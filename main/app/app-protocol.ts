import { protocol, type ProtocolResponse, type Session } from 'electron'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { resolveAsset } from './asset-path'
import { FILE_SCHEME } from './file-protocol'
import { attempt } from '../../shared/thrown'

/** Of the pages that are printed (`main/export/print`). */
export const PRINT_SCHEME = 'app-print'
/** Of the page that draws diagrams: a scheme of its own, so that Chromium gives it a process of its own. */
export const DIAGRAM_SCHEME = 'app-diagram'
export const DIAGRAM_PAGE = `${DIAGRAM_SCHEME}://page/diagram.html`

/**
 * No inline script, nothing from elsewhere. A style element needs the page's nonce, which the editor and the menus have
 * for the sheets that they write at run time (`renderer/editor/nonce.ts`); one in a hostile text has none.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data: blob: app-file:",
    `frame-src ${DIAGRAM_SCHEME}:`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // `dompurify` is the second wall of the reading view (`renderer/reading/page-elements.ts`).
    'trusted-types default dompurify',
  ].join('; ')
}

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: FILE_SCHEME, privileges: { standard: true, secure: true } },
    { scheme: PRINT_SCHEME, privileges: { standard: true, secure: true } },
    { scheme: DIAGRAM_SCHEME, privileges: { standard: true, secure: true, corsEnabled: true } },
  ])
}

/**
 * Serves the built renderer, and nothing beside it, under `app://stet/`.
 *
 * By `registerBufferProtocol`, since every byte of the first window comes through here: `protocol.handle` builds the
 * Fetch API in main before its first answer and hands bodies through streams of script (electron/electron#42612).
 */
export function serveApp(session: Session, root: string): void {
  session.protocol.registerBufferProtocol('app', ({ url }, answer) => answer(assetAt(root, url)))
}

function assetAt(root: string, url: string): ProtocolResponse {
  const file = resolveAsset(root, url)
  const bytes = file === undefined ? undefined : readAsset(file)
  if (file === undefined || bytes === undefined) return { statusCode: 404, data: Buffer.from('Not found') }
  const nonce = randomBytes(16).toString('base64')
  const isPage = path.extname(file) === '.html'
  // No policy about openers: a window of ours has none and can open none (`window.ts`), and with one Chromium puts away the
  // process that it has begun the window with, and starts another.
  return {
    data: isPage ? Buffer.from(pageOf(bytes.toString('utf8'), nonce)) : bytes,
    headers: {
      'Content-Type': CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
      'Content-Security-Policy': contentSecurityPolicy(nonce),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  }
}

/** Serves the page that draws diagrams by what `answer` finds at an address. */
export const serveDiagrams = (session: Session, answer: (address: string) => Promise<Response>): void =>
  session.protocol.handle(DIAGRAM_SCHEME, ({ url }) => answer(url))

/** At once: the window waits for it, and it is read in less time than another turn of this thread would take. */
const readAsset = (file: string): Buffer | undefined => attempt(() => readFileSync(file))

/** The page as it was built, with the nonce where its own scripts find it. */
const pageOf = (html: string, nonce: string): string =>
  html.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`)

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
