import { createHash } from 'node:crypto'
import { HEADER, type OperationName } from '../../shared/api/api'
import { invalid } from './refusal'
import type { Call, Reply, RouteParts } from './routes'
import { DAY_MS } from '../../shared/day'

/** How long a create is remembered (requirement F, "lost answer to a create"). */
const REMEMBERED_MS = DAY_MS

/** The result of a create: the body of its answer, and the ETag where it has one. */
interface Created {
  readonly body: object
  readonly etag?: string
}

/**
 * Runs `create` in one transaction, once per `Idempotency-Key`: a repeat with the same body gets the first answer
 * again, even when both arrive at the same time; the same key with another body is a 422. `fingerprint` represents the
 * body.
 */
export function createOnce<N extends OperationName>(
  parts: RouteParts,
  call: Call<N>,
  fingerprint: Uint8Array,
  create: () => Created,
): { readonly reply: Reply; readonly isRepeat: boolean } {
  const { store, now } = parts
  const key = keyOf(call.request.headers)
  const bodyHash = createHash('sha256').update(fingerprint).digest()
  return store.transaction(() => {
    if (key !== undefined) {
      store.idempotency.forgetBefore(now() - REMEMBERED_MS)
      const first = store.idempotency.find(call.accountId, key)
      if (first !== undefined) {
        if (first.operation !== call.name || !bodyHash.equals(first.bodyHash))
          throw invalid({ [HEADER.idempotencyKey]: ['This key was used for another request.'] })
        return { reply: { kind: 'text', text: first.answer, etag: first.etag }, isRepeat: true }
      }
    }
    const { body, etag } = create()
    const text = JSON.stringify(body)
    if (key !== undefined)
      store.idempotency.add(
        call.accountId,
        key,
        { operation: call.name, bodyHash, etag, answer: text },
        now(),
      )
    return { reply: { kind: 'text', text, etag }, isRepeat: false }
  })
}

function keyOf(headers: Headers): string | undefined {
  const key = headers.get(HEADER.idempotencyKey)
  if (key === null) return undefined
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalid({ [HEADER.idempotencyKey]: ['The key must be 1 to 255 visible ASCII characters.'] })
}
