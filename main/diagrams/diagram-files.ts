import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const HOST = 'app-diagram://page/'

/**
 * The page runs only its own scripts, only in a frame of a window, and loads nothing: neither from the network nor from
 * the library. Mermaid writes styles into its drawings.
 */
const POLICY = [
  "default-src 'none'",
  'script-src app-diagram:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors app:',
  'sandbox allow-scripts',
].join('; ')

/**
 * The response for an address of the page that draws diagrams, its script, or the drawing library; 404 for every other.
 *
 * @param built the folder of main's own files, beside that of the renderer
 */
export async function diagramFile(url: string, built: string): Promise<Response> {
  const bytes = await bytesOf(url, built).catch(() => undefined)
  if (bytes === undefined) return new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': url.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // A sandboxed page has no origin, so it requests its modules as a foreign one.
      'Access-Control-Allow-Origin': '*',
    },
  })
}

async function bytesOf(url: string, built: string): Promise<Buffer | undefined> {
  const name = url.startsWith(HOST) ? url.slice(HOST.length) : ''
  if (name === 'mermaid.js')
    return promisify(brotliDecompress)(await readFile(path.join(built, 'mermaid.js.br')))
  return name === 'diagram.html' || /^assets\/[\w-]+\.js$/.test(name)
    ? readFile(path.join(built, '../renderer', name))
    : undefined
}
