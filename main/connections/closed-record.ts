import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import { EMBEDDED_ID, type KnownConnection } from './connection-list'

/** What is known of a connection whose library is not open. */
export function closedRecord(known: KnownConnection, waiting: number, locked: boolean): ConnectionRecord {
  return {
    id: known.id,
    name: known.name,
    kind: known.kind,
    address: known.id === EMBEDDED_ID ? '' : known.address,
    configured: true,
    locked,
    state: 'offline',
    abilities: {
      'documents:read': 'unknown',
      'documents:write': 'unknown',
      'folders:read': 'unknown',
      'folders:write': 'unknown',
      'tags:read': 'unknown',
      'tags:write': 'unknown',
      'files:read': 'unknown',
      'files:write': 'unknown',
      'rag:read': 'unknown',
    },
    otherAccount: false,
    guarded: 'not-seen-yet',
    capabilities: [],
    waiting,
  }
}
