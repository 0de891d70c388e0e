import type { ApiClient } from '../../main/sync/http/api-client'
import type { Answer } from '../../main/sync/http/answer'
import type { DocumentSeen } from '../../shared/api/api-reading'

/** Changes a document as another device does; main sees the change at its next check. */
export interface Elsewhere {
  write(id: string, change: Record<string, unknown> & { readonly content?: string }): Promise<void>
  delete(id: string): Promise<void>
  /** Reads the text and fields on the service. */
  read(id: string): Promise<DocumentSeen & { readonly etag: string }>
}

/** @param remoteIdOf converts the id of a document on this device to its id on the service */
export function elsewhereOn(other: ApiClient, remoteIdOf: (id: string) => string): Elsewhere {
  const succeeded = <A extends Answer<unknown>>(answer: A) => {
    if (answer.kind !== 'ok' && answer.kind !== 'empty')
      throw new Error(`another device was answered ${JSON.stringify(answer)}`)
    return answer as Extract<A, { readonly kind: 'ok' }>
  }
  const there = async (id: string) => {
    const { data, etag = '' } = succeeded(
      await other.call('documents.get', { params: { id: remoteIdOf(id) } }),
    )
    return { ...data, etag }
  }
  return {
    read: there,
    async write(id, change) {
      const { etag, content } = await there(id)
      const params = { id: remoteIdOf(id) }
      succeeded(await other.call('documents.update', { params, ifMatch: etag, body: { content, ...change } }))
    },
    async delete(id) {
      const { etag } = await there(id)
      succeeded(await other.call('documents.delete', { params: { id: remoteIdOf(id) }, ifMatch: etag }))
    },
  }
}
