import { createHash } from 'node:crypto'
import { AppError, appError } from '../../../shared/problem'
import { normaliseAddress } from '../../sync/http/address'
import { withoutRemoval, type ConnectionList, type KnownConnection } from './connection-list'
import type { Secrets } from '../keys/secrets'

export interface KnownConnectionsParts {
  readonly connections: ConnectionList
  readonly secrets: Secrets
  /** The service that the environment names: it is opened instead, with its key for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
}

/** Opens the connections of this profile, with the one that the environment names. */
export async function openKnownConnections({ connections, secrets, service }: KnownConnectionsParts) {
  const fromEnvironment = service === undefined ? undefined : environmentConnection(service.address)
  const isFromEnvironment = ({ id }: KnownConnection) => id === fromEnvironment?.id
  if (fromEnvironment !== undefined) {
    await secrets.set(fromEnvironment, service?.key ?? '', 'session')
    // The writer works in this library from now on, so it must not be deleted when the time after its removal is over.
    const removed = connections.removed().find(isFromEnvironment)
    if (removed !== undefined) connections.put(withoutRemoval(removed))
  }

  const all = () => {
    const kept = connections.all()
    const isListed = [...kept, ...connections.removed()].some(isFromEnvironment)
    return fromEnvironment === undefined || isListed ? kept : [...kept, fromEnvironment]
  }

  return {
    fromEnvironment,
    all,
    listed(id: string): KnownConnection {
      const known = all().find((one) => one.id === id)
      if (known === undefined) throw appError('not-found-here', 'This connection is not known any more.')
      return known
    },
    latest: (known: KnownConnection) => all().find(({ id }) => id === known.id) ?? known,
  }
}

/**
 * The connection for an address of the environment. The same address gives the same connection at the next start,
 * whatever the key (C7 detects another account).
 */
function environmentConnection(typed: string): KnownConnection {
  const address = normaliseAddress(typed)
  if (!address.ok)
    throw new AppError({
      ...address.problem,
      message: `STET_URL is not a usable address. ${address.problem.message}`,
    })
  const id = `env-${createHash('sha256').update(address.value).digest('hex').slice(0, 16)}`
  return { id, name: new URL(address.value).host, kind: 'service', address: address.value }
}
