import type { Session } from 'electron'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Of the page that draws diagrams: a scheme of its own, so that Chromium gives it a process of its own. */
export const DIAGRAM_SCHEME = 'app-diagram'
export const DIAGRAM_PAGE = `${DIAGRAM_SCHEME}://page/diagram.html`

/**
 * The page runs its own scripts, in a frame of a window and nowhere else, and loads nothing: not from the network, not
 * from the library. Mermaid writes styles into what it draws.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${DIAGRAM_SCHEME}:`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors app:',
  'sandbox allow-scripts',
].join('; ')

export interface DiagramFiles {
  /** The folder of the built renderer. */
  readonly renderer: string
  /** The library that draws, compressed. */
  readonly mermaid: string
}

/** Serves the page that draws diagrams, its script and the library that it draws with. */
export function serveDiagrams(session: Session, files: DiagramFiles): void {
  session.protocol.handle(DIAGRAM_SCHEME, async ({ url }) => {
    const bytes = await bytesOf(url, files).catch(() => undefined)
    if (bytes === undefined) return new Response('Not found', { status: 404 })
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': url.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        // A page in a sandbox has no origin, and asks for its modules as a stranger.
        'Access-Control-Allow-Origin': '*',
      },
    })
  })
}

async function bytesOf(url: string, { renderer, mermaid }: DiagramFiles): Promise<Buffer | undefined> {
  if (url === DIAGRAM_PAGE) return readFile(path.join(renderer, 'diagram.html'))
  const name = url.slice(`${DIAGRAM_SCHEME}://page/`.length)
  if (name === 'mermaid.js') return promisify(brotliDecompress)(await readFile(mermaid))
  return /^assets\/[\w-]+\.js$/.test(name) ? readFile(path.join(renderer, name)) : undefined
}
