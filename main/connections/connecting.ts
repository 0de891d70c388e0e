import type { CommandInput } from '../../shared/ipc/ipc'
import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import { AppError, appError, problem } from '../../shared/problem'
import type { Clock } from '../system/clock'
import { keyFormOf } from '../sync/http/address'
import type { Credential, Fetch } from '../sync/http/fetch'
import { testConnection } from '../sync/service/test-connection'
import type { Secrets } from './keys/secrets'
import {
  connectionName,
  freeName,
  withoutRemoval,
  type ConnectionList,
  type KnownConnection,
} from './list/connection-list'
import type { Removing } from './removing'
import type { Workspaces } from './workspaces'

export interface ConnectingParts {
  readonly list: ConnectionList
  readonly secrets: Secrets
  readonly workspaces: Pick<Workspaces, 'active' | 'current' | 'list' | 'activate' | 'visit' | 'keyChanged'>
  readonly clock: Clock
  readonly fetch: Fetch
  readonly newUuid: () => string
}

/** Connects to the account that a key opens: to this device's library of that account, or to a new library. */
export async function connect(
  { list, secrets, workspaces, clock, fetch, newUuid }: ConnectingParts,
  bringBack: Removing['bringBack'],
  { name, address, key, form, keep, passphrase, of }: CommandInput<'connection.connect'>,
): Promise<ConnectionRecord> {
  const outcome = await testConnection(
    { fetch, clock },
    { address, key, ...(form !== undefined && { form }) },
  )
  const { report, address: tested } = outcome
  if (!report.ok || tested === undefined)
    throw new AppError({
      ...(report.problem ?? problem('unreachable', '')),
      message: report.lines[0] ?? 'The service could not be reached.',
    })
  const credential = { key: key.trim(), form: outcome.form ?? keyFormOf(key.trim()) }
  const before = await sameAccount({ list, workspaces }, tested, credential, of)
  const id = before?.id ?? `c-${newUuid()}`
  await secrets.set({ id, address: tested }, credential.key, keep, passphrase)
  bringBack({
    ...(before && withoutRemoval(before)),
    id,
    name: name?.trim() || before?.name || freeNameOf(tested, workspaces.list()),
    kind: 'service',
    address: tested,
    form: credential.form,
  })
  if (id === workspaces.current().id) await workspaces.keyChanged(id)
  else
    await workspaces.activate(id).catch((error: unknown) => {
      // A connection that was not in the list and cannot be opened is removed from the list again.
      if (before === undefined) {
        list.remove(id)
        secrets.remove(id)
      } else list.put(before)
      throw error
    })
  return workspaces.active().record()
}

/**
 * The connection with this address whose account the key opens; `undefined` leads to a new connection. The order of
 * candidates: a connection whose account is proved, the one for which the writer entered the key, and an empty library,
 * which could belong to any account.
 */
async function sameAccount(
  { list, workspaces }: Pick<ConnectingParts, 'list' | 'workspaces'>,
  address: string,
  key: Credential,
  of: string | undefined,
): Promise<KnownConnection | undefined> {
  const current = workspaces.current()
  const candidates = [current, ...list.withAddress(address).filter(({ id }) => id !== current.id)]
  let meant: KnownConnection | undefined
  let empty: KnownConnection | undefined
  for (const candidate of candidates.filter((one) => one.address === address))
    switch (await workspaces.visit(candidate, (workspace) => workspace.accountOf(key))) {
      case 'same':
        return candidate
      case 'unproved':
        empty ??= candidate
        break
      case 'in-doubt':
        throw appError(
          'unreachable',
          `Stet could not check whether this key opens the account of “${candidate.name}”. Nothing was changed. Try again later.`,
        )
      // Only the writer could tell: as she has not, another candidate may be the right one.
      case 'ask':
        if (candidate.id === of) meant = candidate
    }
  return meant ?? empty
}

/** A free name for the connection. Two accounts on one host are told apart by a number until the writer names them. */
const freeNameOf = (address: string, listed: readonly ConnectionRecord[]): string =>
  freeName(connectionName(new URL(address).host), new Set(listed.map(({ name }) => name)))
