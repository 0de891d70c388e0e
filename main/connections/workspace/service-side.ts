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
  /** What is known of the service beforehand. */
  readonly capabilities?: ServiceCapabilities
  /** Nothing is sent any more once it answers false. */
  readonly isOpen: () => boolean
  /** A known document came back as another one: the service may have been restored from a backup. */
  readonly sawAnother: () => void
}

interface ServiceSide {
  readonly connection: Connection
  readonly keyMemory: KeyMemory
  readonly client: ApiClient
}

/** The service of a library: what is known of it and of the key from earlier times, and the client that asks it. */
export function openServiceSide(parts: ServiceSideParts): ServiceSide {
  const { store, clock, known } = parts
  // The embedded service gets another key, for the same account and with every ability, at each start.
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
