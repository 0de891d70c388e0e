import path from 'node:path'
import type { TestReport } from '../../shared/ipc/ipc-sync'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/ipc'
import { messageOf } from '../../shared/message-of'
import { AppError, appError, problem } from '../../shared/problem'
import type { Clock } from '../system/clock'
import {
  connectionName,
  EMBEDDED_ID,
  type ConnectionList,
  type KnownConnection,
  withoutRemoval,
} from './list/connection-list'
import { deleteFolder, deleteLeftFolders } from './delete-folder'
import { counted, deletedAt } from './list/removed-time'
import type { Secrets } from './keys/secrets'
import { keyFormOf } from '../sync/http/address'
import type { Credential, Fetch } from '../sync/http/fetch'
import { testConnection } from '../sync/service/test-connection'
import { writeUnsent } from './workspace/unsent-files'
import type { Workspaces } from './workspaces'

export interface ConnectionsParts {
  readonly profile: string
  readonly list: ConnectionList
  readonly secrets: Secrets
  readonly workspaces: Pick<
    Workspaces,
    'active' | 'current' | 'list' | 'activate' | 'keyChanged' | 'visit' | 'stopSending'
  > & { readonly open: Pick<Workspaces['open'], 'whenClosed'> }
  readonly fetch: Fetch
  readonly clock: Clock
  readonly newUuid: () => string
  /** Asks the writer for a folder; `undefined` where none is chosen. */
  readonly chooseFolder: () => Promise<string | undefined>
  /** Why this app does not talk to services on other machines, where it does not. */
  readonly restriction?: string
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>>

/** What a writer does with connections: each is an address and an account (requirement C7). */
export interface Connections {
  list(): Promise<CommandOutput<'connections.list'>>
  /** A later test of the same window ends it. */
  test(input: CommandInput<'connection.test'>, window: number): Promise<TestReport>
  cancelTest(window: number): void
  readonly connect: Command<'connection.connect'>
  readonly rename: Command<'connection.rename'>
  readonly unlock: Command<'connection.unlock'>
  readonly unsent: Command<'connection.unsent'>
  readonly readUnsent: Command<'connection.read-unsent'>
  readonly exportUnsent: Command<'connection.export-unsent'>
  readonly remove: Command<'connection.remove'>
  readonly restore: Command<'connection.restore'>
  readonly delete: Command<'connection.delete'>
  /**
   * Counts the time of removed libraries, and deletes those whose time is over; once at each start. One that cannot be
   * deleted keeps no other one; rejects after all were tried.
   */
  deleteExpired(): Promise<void>
}

export function createConnections(parts: ConnectionsParts): Connections {
  const { list, secrets, workspaces, fetch, clock } = parts

  /** Under way, by window. */
  const tests = new Map<number, AbortController>()

  /** The one from the environment is not in the list. */
  const all = () => [workspaces.current(), ...list.all()]

  function known(id: string): KnownConnection {
    const found = all().find((one) => one.id === id)
    if (found === undefined) throw appError('not-found-here', 'This connection is not known any more.')
    return found
  }

  function removed(id: string): KnownConnection {
    const found = list.removed().find((one) => one.id === id)
    if (found === undefined) throw appError('not-found-here', 'This library is not on this device any more.')
    return found
  }

  const isRemoved = (id: string) => list.removed().some((one) => one.id === id)
  /** Who waits for a removed library to be closed waits no more once it is wanted again: it may be on screen for days. */
  const wanted = new Map<string, (() => void)[]>()

  /** Resolves when nobody has the removed library open any more; false where it was wanted again meanwhile. */
  async function letGo(id: string): Promise<boolean> {
    const isWanted = new Promise<void>((resolve) => wanted.set(id, [...(wanted.get(id) ?? []), resolve]))
    await Promise.race([workspaces.open.whenClosed(id), isWanted])
    return isRemoved(id)
  }

  function bringBack(connection: KnownConnection): void {
    list.put(connection)
    for (const told of wanted.get(connection.id) ?? []) told()
    wanted.delete(connection.id)
  }

  /** A kill before its folder leaves its place leaves the whole library, which the next start finds and lists again. */
  async function deleteForGood(id: string): Promise<void> {
    if (!(await letGo(id))) return
    const connection = removed(id)
    secrets.remove(id)
    list.remove(id)
    await deleteFolder(parts.profile, id).catch((error: unknown) => {
      list.put(connection)
      throw error
    })
  }

  async function countOn(one: KnownConnection, now: number): Promise<void> {
    // It is still here where the app was ended before the library was closed.
    secrets.remove(one.id)
    if (deletedAt(one) === undefined) return
    const deletion = counted(one, now)
    if (deletion.at < now) await deleteForGood(one.id)
    else list.put({ ...one, deletion })
  }

  /**
   * The connection of this address whose account the key opens; none: it is to be a new one. One that is proved goes
   * before an empty library, which could be of any account.
   */
  async function sameAccount(address: string, key: Credential): Promise<KnownConnection | undefined> {
    const current = workspaces.current()
    const candidates = [current, ...list.withAddress(address).filter(({ id }) => id !== current.id)]
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
            `It could not be checked whether this key opens the account of “${candidate.name}”. Nothing was changed. Try again later.`,
          )
        case 'ask':
        case 'other':
      }
    return empty
  }

  return {
    list: async () => ({
      connections: [...workspaces.list()],
      activeId: workspaces.current().id,
      removed: list
        .removed()
        .map((one) => {
          const at = deletedAt(one)
          const { id, name, address, removedAt = 0 } = one
          return { id, name, address, removedAt, ...(at !== undefined && { deletedAt: at }) }
        })
        .sort((a, b) => b.removedAt - a.removedAt),
      keychain: await secrets.hasKeychain(),
      ...(parts.restriction !== undefined && { restriction: parts.restriction }),
    }),

    async test({ form, ...asked }, window) {
      tests.get(window)?.abort()
      const stop = new AbortController()
      tests.set(window, stop)
      const request = { ...asked, ...(form !== undefined && { form }), signal: stop.signal }
      const { report } = await testConnection({ fetch, clock }, request)
      if (tests.get(window) === stop) tests.delete(window)
      return report
    },

    cancelTest: (window) => tests.get(window)?.abort(),

    async connect({ name, address, key, form, keep, passphrase }) {
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
      const before = await sameAccount(tested, credential)
      const id = before?.id ?? `c-${parts.newUuid()}`
      await secrets.set({ id, address: tested }, credential.key, keep, passphrase)
      bringBack({
        ...(before && withoutRemoval(before)),
        id,
        name: name?.trim() || before?.name || freeName(new URL(tested).host),
        kind: 'service',
        address: tested,
        form: credential.form,
      })
      if (id === workspaces.current().id) await workspaces.keyChanged(id)
      else
        await workspaces.activate(id).catch((error: unknown) => {
          // A library that was not in the list and cannot be opened is not in the list afterwards either.
          if (before === undefined) {
            list.remove(id)
            secrets.remove(id)
          } else list.put(before)
          throw error
        })
      return workspaces.active().record()
    },

    async rename({ id, name }) {
      list.put({ ...known(id), name: connectionName(name) || known(id).name })
      workspaces.active().settingsChanged()
    },

    async unlock({ id, passphrase }) {
      await secrets.unlock(known(id), passphrase)
      await workspaces.keyChanged(id)
    },

    unsent: ({ id }) =>
      workspaces.visit(known(id), (workspace) => {
        const { texts, changes, recovered, captured } = workspace.unsent()
        return { texts: [...texts], changes: [...changes], recovered, captured }
      }),

    readUnsent: ({ id, documentId }) =>
      workspaces.visit(known(id), ({ documents }) => {
        const found = documents.read(documentId)
        if (found === undefined) throw appError('not-found-here', 'This text is not on this device.')
        return { text: found.text }
      }),

    async exportUnsent({ id }) {
      const connection = known(id)
      const chosen = await parts.chooseFolder()
      if (chosen === undefined) return { files: 0 }
      return workspaces.visit(connection, async (workspace) => ({
        folder: path.basename(chosen),
        files: await writeUnsent(chosen, workspace),
      }))
    },

    async remove({ id }) {
      const connection = known(id)
      if (id === EMBEDDED_ID) throw appError('not-allowed', 'The library on this machine stays.')
      workspaces.stopSending(id)
      if (id === workspaces.current().id) await workspaces.activate(EMBEDDED_ID)
      if (await workspaces.visit(connection, ({ documents }) => documents.unwritten().length > 0))
        throw appError(
          'storage-full',
          'Some words of this library could not be written to this disk yet. Make room first.',
        )
      // From now on it cannot be chosen. Windows may still have words of it, which count among those that no service has.
      const { sending: _sending, ...kept } = connection
      const gone = { ...kept, removedAt: clock.now() }
      list.put({ ...gone, unsent: 1 })
      if (!(await letGo(id))) return
      const only = await workspaces.visit(connection, (workspace) => workspace.unsent())
      const { texts, changes, setAside, captured } = only
      const unsent = texts.length + changes.length + setAside + (captured.trim() === '' ? 0 : 1)
      // Whoever has connected to it again meanwhile keeps it.
      if (!isRemoved(id)) return
      // Of a library that this app serves there is nothing anywhere else.
      const onlyHere = connection.kind === 'embedded' ? Math.max(1, unsent) : unsent
      list.put({ ...gone, ...(onlyHere > 0 && { unsent: onlyHere }) })
      secrets.remove(id)
      workspaces.active().settingsChanged()
    },

    async restore({ id }) {
      bringBack(withoutRemoval(removed(id)))
      workspaces.active().settingsChanged()
    },

    async delete({ id }) {
      await deleteForGood(removed(id).id)
      workspaces.active().settingsChanged()
    },

    async deleteExpired() {
      const failures: unknown[] = []
      const failed = (error: unknown) => void failures.push(error)
      const now = clock.now()
      for (const one of list.removed()) await countOn(one, now).catch(failed)
      await deleteLeftFolders(parts.profile).catch(failed)
      if (failures.length > 0) throw new AggregateError(failures, failures.map(messageOf).join(' '))
    },
  }

  /** Two accounts on one host are told apart by a number until they have names. */
  function freeName(host: string): string {
    const short = host.slice(0, 90)
    const taken = new Set(all().map(({ name }) => name))
    for (let count = 1; ; count++) {
      const name = count === 1 ? short : `${short} (${count})`
      if (!taken.has(name)) return name
    }
  }
}
