import fs from 'node:fs'
import path from 'node:path'
import type { CommandInput, CommandName, CommandOutput } from '../shared/ipc'
import { AppError, problem } from '../shared/problem'
import type { Clock } from './clock'
import { EMBEDDED_ID, type ConnectionList, type KnownConnection } from './connection-list'
import type { Secrets } from './secrets'
import { keyFormOf } from './sync/address'
import type { Credential, Fetch } from './sync/api-client'
import { testConnection } from './sync/test-connection'
import { writeUnsent } from './unsent-files'
import { folderOf, type Workspaces } from './workspaces'

export interface ConnectionsParts {
  readonly profile: string
  readonly list: ConnectionList
  readonly secrets: Secrets
  readonly workspaces: Workspaces
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
  readonly test: Command<'connection.test'>
  readonly connect: Command<'connection.connect'>
  readonly rename: Command<'connection.rename'>
  readonly unlock: Command<'connection.unlock'>
  readonly unsent: Command<'connection.unsent'>
  readonly readUnsent: Command<'connection.read-unsent'>
  readonly exportUnsent: Command<'connection.export-unsent'>
  readonly remove: Command<'connection.remove'>
}

export function createConnections(parts: ConnectionsParts): Connections {
  const { list, secrets, workspaces, fetch, clock } = parts

  /** The one from the environment is not in the list. */
  const all = () => [workspaces.current(), ...list.all()]

  function known(id: string): KnownConnection {
    const found = all().find((one) => one.id === id)
    if (found === undefined)
      throw new AppError(problem('not-found-here', 'This connection is not known any more.'))
    return found
  }

  /** The connection of this address whose account the key opens; none: it is to be a new one. */
  async function sameAccount(address: string, key: Credential): Promise<KnownConnection | undefined> {
    const current = workspaces.current()
    const candidates = [current, ...list.withAddress(address).filter(({ id }) => id !== current.id)]
    for (const candidate of candidates.filter((one) => one.address === address))
      if (await workspaces.visit(candidate, (workspace) => workspace.isAccountOf(key))) return candidate
    return undefined
  }

  return {
    list: async () => ({
      connections: [...workspaces.list()],
      activeId: workspaces.current().id,
      keychain: await secrets.hasKeychain(),
      ...(parts.restriction !== undefined && { restriction: parts.restriction }),
    }),

    async test({ form, ...asked }) {
      const request = { ...asked, ...(form !== undefined && { form }) }
      return (await testConnection({ fetch, clock }, request)).report
    },

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
      await secrets.set(id, credential.key, keep, passphrase)
      const { isRemoved: _isRemoved, ...kept } = before ?? {}
      list.put({
        ...kept,
        id,
        name: name?.trim() || before?.name || freeName(new URL(tested).host),
        kind: 'service',
        address: tested,
        form: credential.form,
      })
      if (id === workspaces.current().id) await workspaces.keyChanged()
      else await workspaces.activate(id)
      return workspaces.active().record()
    },

    async rename({ id, name }) {
      list.put({ ...known(id), name: name.trim() || known(id).name })
      workspaces.active().settingsChanged()
    },

    async unlock({ id, passphrase }) {
      await secrets.unlock(id, passphrase)
      if (id === workspaces.current().id) await workspaces.keyChanged()
    },

    unsent: ({ id }) => workspaces.visit(known(id), (workspace) => workspace.unsent()),

    readUnsent: ({ id, documentId }) =>
      workspaces.visit(known(id), ({ documents }) => {
        const found = documents.read(documentId)
        if (found === undefined)
          throw new AppError(problem('not-found-here', 'This text is not on this device.'))
        return { text: found.text }
      }),

    async exportUnsent({ id }) {
      const connection = known(id)
      const chosen = await parts.chooseFolder()
      if (chosen === undefined) return { files: 0 }
      return workspaces.visit(connection, (workspace) => {
        const texts = workspace.unsent().flatMap(({ documentId, title }) => {
          const found = workspace.documents.read(documentId)
          return found === undefined ? [] : [{ title, text: found.text }]
        })
        return { folder: path.basename(chosen), files: writeUnsent(chosen, texts) }
      })
    },

    async remove({ id }) {
      const connection = known(id)
      if (id === EMBEDDED_ID) throw new AppError(problem('not-allowed', 'The library on this machine stays.'))
      const unsent = await workspaces.visit(connection, (workspace) => workspace.unsent())
      if (id === workspaces.current().id) await workspaces.activate(EMBEDDED_ID)
      secrets.remove(id)
      if (unsent.length > 0) {
        list.put({ ...connection, isRemoved: true })
        return
      }
      list.remove(id)
      fs.rmSync(folderOf(parts.profile, id), { recursive: true, force: true, maxRetries: 3 })
    },
  }

  /** Two accounts on one host are told apart by a number until they have names. */
  function freeName(host: string): string {
    const taken = new Set(all().map(({ name }) => name))
    for (let count = 1; ; count++) {
      const name = count === 1 ? host : `${host} (${count})`
      if (!taken.has(name)) return name
    }
  }
}
