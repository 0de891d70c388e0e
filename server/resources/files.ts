import type { FileRecord } from '../../shared/api/api-records'
import { createOnce } from '../http/idempotency'
import { fileEtag, requireMatch } from '../http/preconditions'
import { invalid } from '../http/refusal'
import { metaOfAll, pageReply, timestampOf, type Handlers, type RouteParts } from '../http/routes'
import type { BlobStore } from '../store/blobs'
import { sendFile } from './send-file'
import { singlesOf } from './single'
import type { StoredFile } from '../store/files'
import { cleanName, receiveUploads } from '../http/upload'

type Names =
  | 'files.list'
  | 'files.upload'
  | 'files.get'
  | 'files.update'
  | 'files.delete'
  | 'files.download'
  | 'files.serve'

/** Uploaded HTML and SVG may be shown but may not act: no script, no form, no request. */
const SHOWN = {
  disposition: 'inline',
  'Content-Security-Policy': "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
}

/** Files (content API, section 4); their bytes are streamed to and from `blobs`. */
export function fileHandlers(parts: RouteParts, blobs: BlobStore): Pick<Handlers, Names> {
  const { store, settings, now } = parts

  const { existing, etagOf, answerWith, get } = singlesOf(store.files, 'file', fileEtag, recordOf)

  return {
    'files.list': (call) => pageReply(store.files, recordOf, call),

    'files.get': get,

    async 'files.upload'(call) {
      const { accountId, request } = call
      const uploads = await receiveUploads(request, blobs, settings.maxFileBytes)
      const sent = uploads.map(({ name, mimeType, received }) => ({
        name,
        mimeType,
        size: received.size,
        sha256: received.sha256,
      }))
      const discard = () => Promise.all(uploads.map(({ received }) => received.discard()))
      try {
        const { reply, isRepeat } = createOnce(parts, call, Buffer.from(JSON.stringify(sent)), () => {
          for (const { received } of uploads) received.keep()
          const records = sent.map((file) =>
            recordOf(existing(accountId, store.files.add(accountId, file, now()))),
          )
          return { body: { data: records, meta: metaOfAll(records.length) } }
        })
        if (isRepeat) await discard()
        return reply
      } catch (error) {
        for (const { sha256 } of sent) if (!store.files.isNamed(sha256)) blobs.remove(sha256)
        await discard()
        throw error
      }
    },

    'files.update': ({ accountId, id, body, request }) =>
      store.transaction(() => {
        const before = existing(accountId, id)
        requireMatch(request.headers, etagOf(before), settings.strictRevisions)
        const name = body.name ?? before.name
        if (body.name !== undefined && cleanName(name) !== name)
          throw invalid({ name: ['A name must not hold a path, control characters or space at its ends.'] })
        const alt = body.alt ?? before.alt
        if (name === before.name && alt === before.alt) return answerWith(before)
        const after = { ...before, name, alt, revision: before.revision + 1, updatedAt: now() }
        store.files.update(after)
        return answerWith(after)
      }),

    'files.delete'({ accountId, id, request }) {
      const { sha256 } = store.transaction(() => {
        const file = existing(accountId, id)
        requireMatch(request.headers, etagOf(file), settings.strictRevisions)
        store.files.remove(accountId, id)
        return file
      })
      if (!store.files.isNamed(sha256)) blobs.remove(sha256)
      return { kind: 'empty' }
    },

    'files.download': ({ accountId, id, request }) =>
      sendFile(blobs, existing(accountId, id), request, { disposition: 'attachment' }),

    'files.serve': ({ accountId, id, request }) => sendFile(blobs, existing(accountId, id), request, SHOWN),
  }
}

const recordOf = (file: StoredFile): FileRecord => ({
  id: file.id,
  name: file.name,
  mime_type: file.mimeType,
  size: file.size,
  sha256: file.sha256,
  alt: file.alt,
  created_at: timestampOf(file.createdAt),
  updated_at: timestampOf(file.updatedAt),
})
