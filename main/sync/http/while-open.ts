import type { ApiClient } from './api-client'

/** Once closed no answer comes any more, so that nothing which waits for one goes on over a closed database. */
export function whileOpen(client: ApiClient, isOpen: () => boolean): ApiClient {
  const gate = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer
    return isOpen() ? value : new Promise<never>(() => {})
  }
  return {
    call: (name, request) => gate(client.call(name, request)),
    bytes: (name, request) => gate(client.bytes(name, request)),
  }
}
