import { createHash } from 'node:crypto'
import { AppError, appError } from '../../../shared/problem'
import { normaliseAddress } from '../../sync/http/address'
import { withoutRemoval, type ConnectionList, type KnownConnection } from './connection-list'
import type { Secrets } from '../keys/secrets'

export interface KnownConnectionsParts {
  readonly connections: ConnectionList
  readonly secrets: Secrets
  /** From the environment: connect to this instead, its key for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
}

/** The connections of this profile, with the one that the environment names. */
export async function openKnownConnections({ connections, secrets, service }: KnownConnectionsParts) {
  const fromEnvironment = service === undefined ? undefined : environmentConnection(service.address)
  const isFromEnvironment = ({ id }: KnownConnection) => id === fromEnvironment?.id
  if (fromEnvironment !== undefined) {
    await secrets.set(fromEnvironment, service?.key ?? '', 'session')
    // What is written in from now on must not be deleted when the time of its removal is over.
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

/** The same address is the same connection at the next start, whatever the key (C7 decides about another account). */
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
