import type { Connection } from '../../shared/ipc/ipc-sync'

/** The state of the connection in words. */
export function connectionWords(connection: Connection | undefined, nowMs: number): string {
  if (connection === undefined) return ''
  if (connection.locked) return 'Locked'
  if (!connection.configured) return 'No key'
  switch (connection.state) {
    case 'online':
      return 'Online'
    case 'offline':
      return 'Offline'
    case 'connecting':
      return 'Connecting'
    case 'unauthorized':
      return 'Key not accepted'
    case 'throttled':
      return `Waiting (${secondsUntil(connection.retryAt, nowMs)} s)`
    case 'paused':
      return 'Paused'
    case 'account-deletion':
      return 'Account is being deleted'
  }
}

/** Green if all is well, ochre if the writer can do something, and grey otherwise. */
export function connectionLook(connection: Connection | undefined): 'saved' | 'attention' | 'idle' {
  if (connection?.state === 'online' && !connection.locked) return 'saved'
  return connection?.locked === true ||
    connection?.configured === false ||
    connection?.state === 'unauthorized' ||
    connection?.state === 'account-deletion'
    ? 'attention'
    : 'idle'
}

export const secondsUntil = (at: number | undefined, nowMs: number): number =>
  Math.max(0, Math.ceil(((at ?? nowMs) - nowMs) / 1000))
