import { Readable } from 'node:stream'
import busboy from 'busboy'
import { NAME_LENGTH_MAX } from '../../shared/api/api-records'
import { Refusal, invalid } from './refusal'
import type { BlobStore, Received } from '../store/blobs'

interface Upload {
  readonly name: string
  readonly mimeType: string
  readonly received: Received
}

export const FILES_PER_UPLOAD_MAX = 100
const FIELD_NAMES = new Set(['files[]', 'files', 'file', 'file[]'])

/**
 * Streams the files of a multipart body to the blob store, one after another. All or none: where one is refused or the
 * body ends early, none of the others is kept. Fields that are not files are ignored.
 */
export async function receiveUploads(
  request: Request,
  blobs: BlobStore,
  maxFileBytes: number,
): Promise<readonly Upload[]> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new Refusal(415, { message: 'Send files as multipart/form-data.' })
  if (request.body === null) throw noFiles()
  const parser = openParser(contentType)
  const body = Readable.fromWeb(request.body)
  const uploads: Upload[] = []
  try {
    await new Promise<void>((resolve, reject) => {
      let turn = Promise.resolve()
      let count = 0
      parser.on('file', (field, stream, info) => {
        const index = count++
        // This stream may never be read; the parser reports the same failure.
        stream.on('error', () => undefined)
        turn = turn.then(async () => {
          if (!FIELD_NAMES.has(field))
            throw invalid({ [field]: ['Files are sent in the field files[], or file.'] })
          const received = await blobs.receive(stream, maxFileBytes)
          if (received === undefined)
            throw invalid({ [`files.${index}`]: [`A file must not be larger than ${maxFileBytes} bytes.`] })
          uploads.push({ name: cleanName(info.filename), mimeType: cleanType(info.mimeType), received })
        })
        turn.catch(reject)
      })
      parser.on('filesLimit', () =>
        reject(invalid({ files: [`At most ${FILES_PER_UPLOAD_MAX} files are taken at once.`] })),
      )
      parser.on('error', () => reject(cutShort()))
      body.on('error', () => reject(cutShort()))
      parser.on('close', () => void turn.then(resolve, reject))
      body.pipe(parser)
    })
    if (uploads.length === 0) throw noFiles()
    return uploads
  } catch (error) {
    body.unpipe(parser)
    body.resume()
    parser.destroy()
    await Promise.all(uploads.map(({ received }) => received.discard()))
    throw error
  }
}

function openParser(contentType: string): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      limits: { files: FILES_PER_UPLOAD_MAX, fields: 100, fieldSize: 1024, parts: 250, headerPairs: 20 },
    })
  } catch {
    throw new Refusal(400, { message: 'The multipart body has no boundary.' })
  }
}

const noFiles = () => invalid({ files: ['The files field is required.'] })
const cutShort = () => new Refusal(400, { message: 'The multipart body is broken or was cut short.' })

/** Control characters, and those that change the text direction: a name must read as what it is. */
// oxlint-disable-next-line no-control-regex -- these are what it is about
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The last part of a path, never empty, with at most NAME_LENGTH_MAX characters and its extension kept. */
export function cleanName(sent: string | undefined): string {
  const name = (sent ?? '').toWellFormed().replace(UNSEEN, '').split(/[\\/]/).at(-1)?.trim() ?? ''
  if (name === '' || name === '.' || name === '..') return 'file'
  if (name.length <= NAME_LENGTH_MAX) return name
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? ''
  return name.slice(0, NAME_LENGTH_MAX - extension.length).toWellFormed() + extension
}

const cleanType = (sent: string): string =>
  sent.length <= 127 && /^[\w.+-]+\/[\w.+-]+$/.test(sent) ? sent.toLowerCase() : 'application/octet-stream'
