import type { Session } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FileHere } from './library/file-bytes'

export const FILE_SCHEME = 'app-file'

/**
 * What a file may do when it is shown: nothing. Only images have a type of their own, so nothing else is drawn, and
 * SVG cannot run or load anything.
 */
const INERT = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** The link in an address such as `app-file://library/stet-file%3A…`; `undefined` for every other address. */
export function linkOfAddress(address: string): string | undefined {
  try {
    const { protocol, host, pathname } = new URL(address)
    if (protocol !== `${FILE_SCHEME}:` || host !== 'library') return undefined
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return undefined
  }
}

/**
 * Serves the files of the library on screen: from this device, else from the service with the key, which stays in main.
 * The answer is not kept by Chromium, since another library may use the same link for another file.
 */
export function serveFiles(session: Session, open: (link: string) => Promise<FileHere>): void {
  session.protocol.handle(FILE_SCHEME, async (request) => {
    const link = linkOfAddress(request.url)
    const found = link === undefined ? undefined : await open(link).catch(() => undefined)
    if (found === undefined) return new Response('Not found', { status: 404 })
    return new Response(Readable.toWeb(createReadStream(found.path)) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': found.type,
        'Content-Security-Policy': INERT,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...(found.type.startsWith('image/') ? {} : { 'Content-Disposition': 'attachment' }),
      },
    })
  })
}
