import type { ApiClient } from './api-client'

/**
 * The same client, whose answers never arrive once it is closed, so that nothing which waits for one goes on with a
 * closed database.
 */
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
