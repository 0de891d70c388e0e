import type { Session } from 'electron'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { LibraryEpoch } from '../../shared/terms'
import type { FileHere } from '../library/files/file-bytes'

export const FILE_SCHEME = 'app-file'

/**
 * A file that is shown may do nothing. Only images keep their type, so nothing else is rendered, and SVG cannot run or
 * load anything.
 */
const INERT = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export interface AddressedFile {
  readonly library: LibraryEpoch
  readonly link: string
}

/** The library and the link in an address such as `app-file://library/c-1%3A2/stet-file%3A…`; `undefined` for every other address. */
function fileOfAddress(address: string): AddressedFile | undefined {
  try {
    const { protocol, host, pathname } = new URL(address)
    if (protocol !== `${FILE_SCHEME}:` || host !== 'library') return undefined
    const [library = '', link = '', ...more] = pathname.slice(1).split('/').map(decodeURIComponent)
    return library === '' || link === '' || more.length > 0
      ? undefined
      : { library: library as LibraryEpoch, link }
  } catch {
    return undefined
  }
}

/**
 * Serves the files of open libraries: from this device, or else from the service with the key, which stays in main. The
 * address contains the library, because another library may use the same link for another file (rule W22).
 */
export function serveFiles(session: Session, open: (file: AddressedFile) => Promise<FileHere>): void {
  session.protocol.handle(FILE_SCHEME, async (request) => {
    const file = fileOfAddress(request.url)
    const found = file === undefined ? undefined : await open(file).catch(() => undefined)
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
