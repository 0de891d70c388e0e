import { createVirtualClock, type VirtualClock } from '../../main/system/clock.virtual'
import { createApiClient, type ApiClient } from '../../main/sync/http/api-client'
import type { Fetch } from '../../main/sync/http/fetch'
import { createConnection, type Connection } from '../../main/sync/service/connection'
import type { ServiceCapabilities } from '../../main/sync/service/capabilities'
import { openMemoryService, type MemoryService } from '../../server/testing/app.memory'
import { createFaults, type Faults } from '../faults'
import type { App, ServiceVariant } from '../foreign/service-variants'

export type { App }

export const ADDRESS = 'http://127.0.0.1:1'

/**
 * Calls the service directly. As over a network, the service is not told when the client stops waiting: only the
 * client's end of the connection handles the abort.
 */
export const fetchOf =
  (app: App): Fetch =>
  async (url, init) =>
    app(new Request(url, { ...init, signal: null }))

/** The real client and the real service in one process, with a clock advanced by the test and faults between them. */
export interface ClientWorld {
  readonly service: MemoryService
  readonly clock: VirtualClock
  readonly faults: Faults
  readonly connection: Connection
  readonly client: ApiClient
  /** A client with direct access to the service, without faults, for changes by others. */
  readonly other: ApiClient
  close(): void
}

export interface ClientWorldOptions {
  /** Changes the answers of the service. */
  readonly variant?: ServiceVariant
  readonly known?: ServiceCapabilities
  readonly key?: (service: MemoryService) => string
  readonly settings?: Parameters<typeof openMemoryService>[0]
}

export function openClientWorld({
  variant = (app) => app,
  known = {},
  key,
  settings,
}: ClientWorldOptions = {}): ClientWorld {
  const clock = createVirtualClock()
  let time = clock.now()
  const service = openMemoryService({ clock: () => (time = Math.max(time + 1, clock.now())), ...settings })
  const app = variant(service.app)
  const faults = createFaults({ sleep: (ms) => new Promise((done) => clock.after(ms, done)) })
  const connection = createConnection({ clock, capabilityStore: { read: () => known, write: () => {} } })
  const credential = key?.(service) ?? service.key
  const common = { address: ADDRESS, clock, credential: () => ({ key: credential, form: 'bearer' as const }) }
  return {
    service,
    clock,
    faults,
    connection,
    client: createApiClient({ ...common, fetch: faults.wrap(fetchOf(app)), connection }),
    other: createApiClient({
      ...common,
      credential: () => ({ key: service.key, form: 'bearer' }),
      fetch: fetchOf(app),
      connection: createConnection({ clock }),
    }),
    close() {
      connection.close()
      void service.close()
    },
  }
}

/** Waits until `work` ends, while the clock advances in steps. */
export async function settled<T>(clock: VirtualClock, work: Promise<T>, stepMs = 1_000): Promise<T> {
  let isOver = false
  void work.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  for (let steps = 0; !isOver; steps++) {
    if (steps > 10_000) throw new Error('it does not end')
    await clock.advance(stepMs)
  }
  return work
}
