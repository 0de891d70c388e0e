import type { ApiClient } from './api-client'

/**
 * Wraps a client so that its answers never arrive after it was closed: no waiting code goes on with a closed database.
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
