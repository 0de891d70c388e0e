import { HEADER } from '../../shared/api/api'
import { isRangeCurrent, rangeOf } from '../http/byte-range'
import { isUnchanged } from '../http/preconditions'
import { Refusal } from '../http/refusal'
import type { Reply } from '../http/routes'
import type { BlobStore } from '../store/blobs'
import type { StoredFile } from '../store/files'

/** Sends the bytes of a file, or the requested part of them. */
export async function sendFile(
  blobs: BlobStore,
  file: StoredFile,
  request: Request,
  { disposition, ...more }: { readonly disposition: string } & Readonly<Record<string, string>>,
): Promise<Reply> {
  // The bytes under one id never change, so their hash identifies them.
  const etag = `"${file.sha256}"`
  if (isUnchanged(request.headers, etag)) return { kind: 'unchanged', etag }
  const headers: Record<string, string> = {
    ...more,
    'Content-Type': file.mimeType,
    'Content-Disposition': `${disposition}; ${nameIn(file.name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    [HEADER.etag]: etag,
  }
  const range = isRangeCurrent(request.headers, etag) ? rangeOf(request.headers, file.size) : undefined
  if (range === 'unsatisfiable')
    throw new Refusal(
      416,
      { message: 'The file ends before this range.' },
      { 'Content-Range': `bytes */${file.size}` },
    )
  const blob = await blobs.open(file.sha256)
  if (blob === undefined || blob.size !== file.size) {
    await blob?.close()
    throw new Refusal(500, { message: 'The content of this file is missing on the service.' })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (range !== undefined) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`
  const isBodyWanted = request.method !== 'HEAD' && file.size > 0
  if (!isBodyWanted) await blob.close()
  return {
    kind: 'bytes',
    status: range === undefined ? 200 : 206,
    headers,
    body: isBodyWanted ? blob.stream(start, end) : null,
  }
}

/** The file name in the forms for old and for new readers of the header (RFC 6266). */
function nameIn(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${full}`
}
