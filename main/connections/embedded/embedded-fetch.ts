import type { EmbeddedServer } from './embedded-server'
import type { Fetch } from '../../sync/http/fetch'

/** Stands for the embedded service, whose port is another one at every start; never resolved. */
export const EMBEDDED_ADDRESS = 'http://embedded.localhost'

/** Node's fetch, led to where the embedded service listens now. While it is starting, nothing is sent. */
export function createEmbeddedFetch(endpoint: EmbeddedServer['endpoint'], fetch: Fetch): Fetch {
  return async (url, init) => {
    const there = endpoint()
    if (there === undefined)
      throw new TypeError('the service is starting', {
        cause: Object.assign(new Error('not started'), { code: 'ECONNREFUSED' }),
      })
    return fetch(url.replace(EMBEDDED_ADDRESS, there.baseUrl), init)
  }
}
