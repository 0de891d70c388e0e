import path from 'node:path'
import type { TestReport } from '../../shared/ipc/ipc-sync'
import type { AsyncCommand, CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import { connect, type ConnectingParts } from './connecting'
import { connectionName } from './list/connection-list'
import { createRemoving, type Removing, type RemovingParts } from './removing'
import { testConnection } from '../sync/service/test-connection'
import { writeUnsent } from './workspace/unsent-files'

interface ConnectionsParts extends RemovingParts, ConnectingParts {
  readonly workspaces: RemovingParts['workspaces'] & ConnectingParts['workspaces']
  /** Asks the writer to choose a folder; `undefined` where she chooses none. */
  readonly chooseFolder: () => Promise<string | undefined>
  /** Why this app does not talk to services on other machines; absent where it does. */
  readonly restriction?: string
}

/** The commands for connections; a connection is an address and an account (requirement C7). */
export interface Connections extends Pick<Removing, 'remove' | 'restore' | 'delete' | 'deleteExpired'> {
  list(): Promise<CommandOutput<'connections.list'>>
  /** Tests a connection. A later test of the same window cancels it. */
  test(input: CommandInput<'connection.test'>, window: number): Promise<TestReport>
  cancelTest(window: number): void
  readonly connect: AsyncCommand<'connection.connect'>
  readonly rename: AsyncCommand<'connection.rename'>
  readonly unlock: AsyncCommand<'connection.unlock'>
  readonly unsent: AsyncCommand<'connection.unsent'>
  readonly readUnsent: AsyncCommand<'connection.read-unsent'>
  readonly exportUnsent: AsyncCommand<'connection.export-unsent'>
}

export function createConnections(parts: ConnectionsParts): Connections {
  const { list, secrets, workspaces, fetch, clock } = parts

  /** The running tests, by window. */
  const tests = new Map<number, AbortController>()
  const removing = createRemoving(parts)

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

    connect: (asked) => connect(parts, removing.bringBack, asked),

    async rename({ id, name }) {
      const known = workspaces.listed(id)
      list.put({ ...known, name: connectionName(name) || known.name })
      workspaces.active().settingsChanged()
    },

    async unlock({ id, passphrase }) {
      await secrets.unlock(workspaces.listed(id), passphrase)
      await workspaces.keyChanged(id)
    },

    unsent: ({ id }) =>
      workspaces.visit(workspaces.listed(id), (workspace) => {
        const { texts, changes, recovered, captured } = workspace.unsent()
        return { texts: [...texts], changes: [...changes], recovered, captured }
      }),

    readUnsent: ({ id, documentId }) =>
      workspaces.visit(workspaces.listed(id), ({ documents }) => {
        const found = documents.read(documentId)
        if (found === undefined) throw appError('not-found-here', 'This text is not on this device.')
        return { text: found.text }
      }),

    async exportUnsent({ id }) {
      const connection = workspaces.listed(id)
      const chosen = await parts.chooseFolder()
      if (chosen === undefined) return { files: 0 }
      return workspaces.visit(connection, async (workspace) => ({
        folder: path.basename(chosen),
        files: await writeUnsent(chosen, workspace),
      }))
    },
  }
}
