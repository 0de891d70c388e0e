import type { Clock } from '../../../../main/system/clock'
import type { Keychain } from '../../../../main/connections/keys/secrets'
import type { Service } from './services'

const SERVER_START_MS = 300

/** A keychain that inverts some bits. */
export const keychain: Keychain = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x55)),
  decrypt: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x55)).toString(),
}

interface Endpoint {
  readonly baseUrl: string
  readonly key: string
}

/** Starts the service on this machine with a new key. */
export function startEmbedded(
  embedded: Service,
  clock: Clock,
  key: string,
  onReady: (endpoint: Endpoint) => void,
) {
  const endpoint = { baseUrl: embedded.address, key }
  let isUp = false
  clock.after(SERVER_START_MS, () => {
    embedded.addKey('default', key)
    isUp = true
    onReady(endpoint)
  })
  return {
    endpoint: () => (isUp ? endpoint : undefined),
    async stop() {
      isUp = false
    },
  }
}
