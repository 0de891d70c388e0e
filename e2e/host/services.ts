import type { EmbeddedServer, EmbeddedServerOptions } from '../../main/connections/embedded/embedded-server'
import type { Fetch } from '../../main/sync/http/fetch'
import { openMemoryService, type MemoryParts, type MemoryService } from '../../server/testing/app.memory'
import type { App, ServiceVariant } from '../foreign/service-variants'
import { fetchOf } from '../protocol/client'

/** A service in this process, with its address. */
export interface Served extends MemoryService {
  readonly address: string
}

/** The services of a test, each at its own address; other addresses are unreachable. */
export interface Services {
  readonly fetch: Fetch
  /** Opens an empty service. */
  open(parts?: MemoryParts): Served
  /** Makes the service at an address answer like a variant from now on. */
  vary(address: string, variant: ServiceVariant): void
  /** Sets the service for a data folder, which is used when the embedded server starts with this folder. */
  putInto(dataFolder: string, service: Served): void
  /** Starts the service for a data folder, or an empty one if none was set. */
  start(options: Pick<EmbeddedServerOptions, 'onReady' | 'dataFolder'>): EmbeddedServer
  close(): Promise<void>
}

export function createServices(common: MemoryParts): Services {
  const services = new Map<string, Served>()
  const embedded = new Map<string, Served>()
  const apps = new Map<string, App>()

  function open(parts: MemoryParts = {}): Served {
    const address = `http://127.0.0.1:${services.size + 1}`
    const service = { ...openMemoryService({ ...common, ...parts }), address }
    services.set(address, service)
    apps.set(address, service.app)
    return service
  }

  return {
    open,
    async fetch(url, init) {
      const app = apps.get(new URL(url).origin)
      if (app !== undefined) return fetchOf(app)(url, init)
      const code = url.startsWith('http://127.') ? 'ECONNREFUSED' : 'ENOTFOUND'
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
    },
    vary: (address, variant) => void apps.set(address, variant(services.get(address)!.app)),
    putInto: (dataFolder, service) => void embedded.set(dataFolder, service),
    start({ onReady, dataFolder }) {
      const { address, key } = embedded.get(dataFolder) ?? open()
      const endpoint = { baseUrl: address, key }
      queueMicrotask(() => onReady(endpoint))
      return { endpoint: () => endpoint, stop: async () => {} }
    },
    async close() {
      for (const service of services.values()) await service.close()
    },
  }
}
