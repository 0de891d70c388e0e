import type { EmbeddedServer } from './embedded-server'
import type { Fetch } from '../../sync/http/fetch'

/** A fixed address that stands for the embedded service, whose port differs at every start; it is never resolved. */
export const EMBEDDED_ADDRESS = 'http://embedded.localhost'

/** Node's fetch, directed to the present address of the embedded service. While that is starting, nothing is sent. */
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
