import { protocol, type ProtocolResponse, type Session } from 'electron'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { resolveAsset } from './asset-path'
import { FILE_SCHEME } from './file-protocol'
import { attempt } from '../../shared/thrown'

/** The scheme of pages that are printed (`main/export/print`). */
export const PRINT_SCHEME = 'app-print'
/** The scheme of the page that draws diagrams; it has its own, so that Chromium gives it a process of its own. */
export const DIAGRAM_SCHEME = 'app-diagram'
export const DIAGRAM_PAGE = `${DIAGRAM_SCHEME}://page/diagram.html`

/**
 * Allows no inline script and nothing from elsewhere. A style element needs the page's nonce, which the editor and the
 * menus use for the sheets that they write at run time (`renderer/editor/nonce.ts`); one in a hostile text does not
 * have it.
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
    // `dompurify` is the second line of defence of the reading view (`renderer/reading/page-elements.ts`).
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
 * Serves the built renderer, and nothing else, under `app://stet/`.
 *
 * It uses `registerBufferProtocol`, because every byte of the first window comes through it: `protocol.handle` builds
 * the Fetch API in main before its first answer and passes bodies through JavaScript streams (electron/electron#42612).
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
  // There is no opener policy: our windows have no opener and can open none (`window.ts`), and with such a policy
  // Chromium discards the process that it has started for the window, and starts another.
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

/** Serves the page that draws diagrams; `answer` returns the response for an address. */
export const serveDiagrams = (session: Session, answer: (address: string) => Promise<Response>): void =>
  session.protocol.handle(DIAGRAM_SCHEME, ({ url }) => answer(url))

/** Reads synchronously: the window waits for the file, and reading takes less time than another turn of this thread. */
const readAsset = (file: string): Buffer | undefined => attempt(() => readFileSync(file))

/** The built page, with the nonce where its own scripts find it. */
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
  '.ttf': 'font/ttf',
}
