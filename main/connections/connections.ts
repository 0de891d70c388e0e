import path from 'node:path'
import type { TestReport } from '../../shared/ipc/ipc-sync'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/ipc'
import { AppError, appError, problem } from '../../shared/problem'
import { connectionName, type KnownConnection, withoutRemoval } from './list/connection-list'
import { createRemoving, type Removing, type RemovingParts } from './removing'
import { keyFormOf } from '../sync/http/address'
import type { Credential, Fetch } from '../sync/http/fetch'
import { testConnection } from '../sync/service/test-connection'
import { writeUnsent } from './workspace/unsent-files'
import type { Workspaces } from './workspaces'

interface ConnectionsParts extends RemovingParts {
  readonly workspaces: RemovingParts['workspaces'] & Pick<Workspaces, 'list' | 'keyChanged'>
  readonly fetch: Fetch
  readonly newUuid: () => string
  /** Asks the writer for a folder; `undefined` where none is chosen. */
  readonly chooseFolder: () => Promise<string | undefined>
  /** Why this app does not talk to services on other machines, where it does not. */
  readonly restriction?: string
}

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>>

/** What a writer does with connections: each is an address and an account (requirement C7). */
export interface Connections extends Pick<Removing, 'remove' | 'restore' | 'delete' | 'deleteExpired'> {
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

  const removing = createRemoving(parts, known)

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
    remove: removing.remove,
    restore: removing.restore,
    delete: removing.delete,
    deleteExpired: removing.deleteExpired,
    list: async () => ({
      connections: [...workspaces.list()],
      activeId: workspaces.current().id,
      removed: removing.listed(),
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
      removing.bringBack({
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
