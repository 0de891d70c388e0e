import type { Store } from '../../store/store'
import { createApiClient, type ApiClient } from '../../sync/http/api-client'
import { withIdentity } from '../../sync/http/identity'
import { whileOpen } from '../../sync/http/while-open'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { createConnection, type Connection } from '../../sync/service/connection'
import { createKeyMemory, type KeyMemory } from '../keys/key-memory'
import type { ConnectionParts } from './workspace-answers'

interface ServiceSideParts extends ConnectionParts {
  readonly store: Store
  /** The capabilities of the service that are known beforehand. */
  readonly capabilities?: ServiceCapabilities
  /** Whether the library is open; after that no request is sent. */
  readonly isOpen: () => boolean
  /** Called when a known document came back as another one: the service may have been restored from a backup. */
  readonly sawAnother: () => void
}

interface ServiceSide {
  readonly connection: Connection
  readonly keyMemory: KeyMemory
  readonly client: ApiClient
}

/** The service of a library: the known facts about it and the key, and the client that sends requests to it. */
export function openServiceSide(parts: ServiceSideParts): ServiceSide {
  const { store, clock, known } = parts
  // At each start the embedded service gets another key, for the same account and with every ability.
  const keyMemory = createKeyMemory(store.facts, known.id, () =>
    known.kind === 'embedded' ? undefined : parts.credential()?.key,
  )
  const connection = createConnection({
    clock,
    isOwn: known.kind === 'embedded',
    abilityStore: { read: keyMemory.abilities, write: keyMemory.keep },
    capabilityStore: {
      read: () => ({
        ...(store.facts.read('capabilities') as ServiceCapabilities | undefined),
        ...parts.capabilities,
      }),
      write: (capabilities) => store.facts.write('capabilities', capabilities),
    },
  })
  if (keyMemory.isAnother()) connection.keyChanged()
  keyMemory.claim()
  connection.subscribe(keyMemory.claim)
  const client = withIdentity(
    whileOpen(
      createApiClient({
        address: parts.address,
        credential: parts.credential,
        fetch: parts.fetch,
        clock,
        connection,
      }),
      parts.isOpen,
    ),
    connection,
    (remoteId) => {
      const row = store.table.byRemoteId(remoteId)
      return row?.phase === 'deleted' ? undefined : row?.remoteCreatedAt
    },
    parts.sawAnother,
  )
  return { connection, keyMemory, client }
}
