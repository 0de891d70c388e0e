import type { SyncLogEntry } from '../../store/sync-log'
import type { ConnectionState } from './connection-state'

/** The log entry for a service that has become reachable or unreachable; `undefined` where neither has happened. */
export function reachMessage(
  now: ConnectionState,
  before: ConnectionState,
): Pick<SyncLogEntry, 'what' | 'detail'> | undefined {
  if (now.reach === before.reach) return undefined
  switch (now.reach) {
    case 'connecting':
      return undefined
    case 'online':
      return before.reach === 'connecting' ? undefined : { what: 'Online again', detail: '' }
    case 'offline':
      return { what: 'Offline', detail: now.problem?.message ?? '' }
    case 'throttled':
      return { what: 'Waiting', detail: 'The service asked to wait' }
    case 'unauthorized':
      return { what: 'Key not accepted', detail: 'Nothing is sent until the key is changed' }
    case 'account-deletion':
      return { what: 'Account is being deleted', detail: 'Nothing is sent' }
  }
}
