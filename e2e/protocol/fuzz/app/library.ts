import type { OpenLibrary } from '../../../../main/connections/open-libraries'
import { createApiClient } from '../../../../main/sync/http/api-client'
import { createConnection } from '../../../../main/sync/service/connection'
import type { Workspace } from '../../../../main/connections/workspace/workspace'
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/ipc/ipc'
import { appError } from '../../../../shared/problem'
import { textChanges } from '../../../../shared/text/text-change'
import type { Faults } from '../../../faults'
import { fetchOf } from '../../client'
import type { Window, Writer } from '../../writer'
import { createAccount } from '../account'
import type { Actor, Participants, Counts, Kind } from '../participants'
import type { Liar } from '../lies'
import type { App } from './app'
import type { Service } from './services'
import type { WindowLibrary } from './window'

/** The promises of stories of the whole app: any question may be asked, and the service may lie. */
const KIND: Kind = {
  name: 'the whole app',
  writers: [],
  hasStranger: true,
  isGuarded: true,
  isLying: true,
  keepsOne: true,
}

/**
 * A library of the story: an account on a service. Its words contain its mark, so that a word in the wrong library is
 * recognised.
 */
export interface StoryLibrary {
  readonly mark: string
  readonly service: Service
  readonly account: string
  readonly keys: readonly string[]
  readonly participants: Participants
  readonly actor: Actor
  /** The connection under which the app knows the library; `undefined` if the library is not on this device. */
  connectionId: string | undefined
  /** Marks of libraries that were moved into this one. */
  readonly guests: Set<string>
  /** The time at which the service was restored from a backup, if this was after the last settling. */
  restoredAt?: number | undefined
  /** Connections without documents, one of which may have received the library's key while the answer is unknown. */
  mayHaveTaken?: readonly string[] | undefined
  /** The connection that the writer last asked to remove. */
  removedId?: string
}

export interface LibraryParts {
  readonly mark: string
  readonly service: Service
  readonly account: string
  readonly keys: readonly string[]
  readonly app: App
  readonly random: () => number
  readonly clock: Participants['clock']
  readonly faults: Faults
  readonly liar: Liar
  readonly story: string[]
  readonly breaches: string[]
  readonly counts: Counts
  readonly commits: () => number
  readonly dieAfter: (commits: number) => void
}

export function createLibrary(parts: LibraryParts): StoryLibrary {
  const { mark, service, account, app, random } = parts
  const [key = ''] = parts.keys
  const windows = new Map<string, Window>()
  const facades = new WeakMap<OpenLibrary, Workspace>()

  /** A window that shows this library and accepts typing. */
  function window(): WindowLibrary {
    const shown = app.windows.flatMap((one) => {
      const current = one.isStill() || !one.takesKeys() ? undefined : one.current()
      return current !== undefined && current.connectionId === library.connectionId ? [current] : []
    })
    const chosen = shown[Math.floor(random() * shown.length)]
    if (chosen === undefined) throw noWindow()
    return chosen
  }

  const inWindows = () =>
    app.windows.flatMap((one) => one.libraries()).filter((one) => one.connectionId === library.connectionId)

  const ask = async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> =>
    window().client.ask(name, input)

  function facade(): Workspace {
    const open = app
      .life()
      ?.workspaces.open.all()
      .find(({ connectionId }) => connectionId === library.connectionId)
    if (open === undefined) throw noWindow()
    const known = facades.get(open) ?? throughWindows(open, ask)
    facades.set(open, known)
    return known
  }

  async function edit(id: string): Promise<Window> {
    const { sessions } = window()
    const session = await sessions.open(id)
    const isThere = () => app.windows.some((one) => one.current()?.sessions === sessions && !one.isStill())
    const type = async (text: string) => {
      const shown = app.windows.find((one) => one.current()?.sessions === sessions)
      if (shown === undefined || sessions.get(id) !== session || shown.isStill() || !shown.takesKeys()) {
        windows.delete(id)
        throw new Error('the window is gone')
      }
      session.editor.change([...textChanges(session.editor.text(), text)])
    }
    return {
      id,
      title: session.view().title,
      text: () => session.editor.text(),
      type,
      append: (more) => type(session.editor.text() + more),
      close: () => void (isThere() && sessions.close(id)),
    }
  }

  const other = createApiClient({
    address: service.address,
    clock: parts.clock,
    credential: () => ({ key, form: 'bearer' }),
    fetch: fetchOf(service.app),
    connection: createConnection({ clock: parts.clock }),
  })
  const writer = {
    service: { key },
    clock: parts.clock,
    faults: withoutBareAnswers(parts.faults),
    other,
    told: [],
    notices: [],
    get workspace() {
      return facade()
    },
    get skewMs() {
      return app.skewMs
    },
    set skewMs(ms: number) {
      app.skewMs = ms
    },
    edit,
    die: () => app.die(),
    dieAfter: parts.dieAfter,
    isAlive: () => app.isAlive(),
    revive() {
      throw noWindow()
    },
  } as unknown as Writer
  const actor: Actor = {
    name: `ann${mark}`,
    writer,
    windows,
    liar: parts.liar,
    commits: parts.commits,
    inWindows: (id) =>
      inWindows()
        .map(({ sessions }) => sessions.get(id)?.editor.text() ?? '')
        .join('\n'),
    unsent: () =>
      inWindows()
        .map(({ unsent }) => unsent())
        .join('\n'),
    deleted: [],
  }
  const library: StoryLibrary = {
    mark,
    service,
    account,
    keys: parts.keys,
    actor,
    connectionId: undefined,
    guests: new Set(),
    participants: {
      kind: KIND,
      stranger: `stranger${mark}`,
      random,
      clock: parts.clock,
      actors: [actor],
      account: createAccount(),
      story: parts.story,
      breaches: parts.breaches,
      counted: () => parts.counts,
      close: async () => {},
      isRestored: () => library.restoredAt !== undefined,
    },
  }
  return library
}

/**
 * Removes answers without an ETag from the faults. The capabilities of these services are unknown at first, so one such
 * answer would make a service count as one without revisions (C6).
 */
const withoutBareAnswers = (faults: Faults): Faults => ({
  ...faults,
  plan(fault, when, times) {
    if (fault.kind !== 'no-etag') faults.plan(fault, when, times)
  },
})

const noWindow = () => appError('not-allowed', 'No window shows this library.')

/** The library, with the writer's commands going through a window and the process boundary. */
function throughWindows(
  open: OpenLibrary,
  ask: <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>,
): Workspace {
  const through =
    <N extends CommandName>(name: N) =>
    (input: CommandInput<N>) =>
      ask(name, input)
  const typed = {
    ...open,
    documents: {
      ...open.documents,
      create: through('document.create'),
      save: through('document.save'),
      editFields: through('document.edit-fields'),
      delete: through('document.delete'),
      restore: through('document.restore'),
      undoMerge: through('document.undo-merge'),
      decide: through('document.decide'),
      resolve: through('document.resolve'),
    },
    organise: {
      ...open.organise,
      createFolder: through('folder.create'),
      renameFolder: through('folder.rename'),
      moveFolder: through('folder.move'),
      deleteFolder: through('folder.delete'),
      restoreFolder: through('folder.restore'),
      createTag: through('tag.create'),
      renameTag: through('tag.rename'),
      deleteTag: through('tag.delete'),
    },
  }
  return typed
}
