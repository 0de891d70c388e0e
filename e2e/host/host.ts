import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileDialogs } from '../../main/app/file-dialogs'
import { givingBack } from '../../main/app/windows/open-pages'
import { openSecrets, type Keychain } from '../../main/connections/keys/secrets'
import { folderOf, libraryFileIn, servedFolderOf } from '../../main/connections/list/connection-list'
import { createCommandGate } from '../../main/ipc/ipc'
import type { WindowCommands } from '../../main/ipc/commands'
import { openOrRecover } from '../../main/store/recovery'
import type { Workspaces } from '../../main/connections/workspaces'
import { createApiClient, type ApiClient } from '../../main/sync/http/api-client'
import { createConnection } from '../../main/sync/service/connection'
import type { BlobStore } from '../../server/store/blobs'
import { COMMAND_CHANNEL, EVENT_CHANNEL } from '../../shared/ipc/channels'
import {
  EVENTS,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type EventName,
  type EventPayload,
} from '../../shared/ipc/ipc'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { AppError, type Result } from '../../shared/problem'
import { ABILITIES, type Ability } from '../../shared/terms'
import { createFaults, type Faults } from '../faults'
import { backUpHere } from '../protocol/back-up-here'
import { faultyDisk } from '../protocol/faulty-disk'
import { composeMain, type Main, type MainParts } from './compose-main'
import { elsewhereOn, type Elsewhere } from './elsewhere'
import { createPassingClock, type PassingClock } from './passing-clock'
import { read, written } from './post'
import { connectionTo, writeProfile, type Library } from './profile'
import { addDocument, sampleBlobs, seedService, type GrownDocument, type Sample } from './sample'
import { createServices, type Served } from './services'
import type { TextSocket } from './socket'

/** A page of the app, by the socket that joins it to main. */
export interface Page {
  readonly id: number
  readonly socket: TextSocket
  /** Who waits until it has taken in what it was told. */
  readonly probes: Map<number, () => void>
}

/** A command as it came from a page. */
interface Given {
  readonly name: unknown
  readonly input: unknown
  /** Which library it means. */
  readonly library: unknown
}

export interface HostParts {
  /** Whose the sample library is; left out: the embedded service's. */
  readonly library?: Library
  /** Whether the service finds by meaning. */
  readonly withSearch?: boolean
  /** What is kept of the writer's choices, beside those of the sample. */
  readonly settings?: Partial<Settings>
  /** What a page does with the clipboard, and what else only a browser can. */
  readonly windows: Pick<WindowCommands<Page>, 'edit' | 'open' | 'openLink'>
}

/** Main and its embedded service in this process, as a test has them. */
export interface Host {
  readonly clock: PassingClock
  readonly main: Main<Page>
  readonly workspaces: Workspaces
  readonly service: Served
  /** Opens another service, with so many documents, which nobody has connected to. */
  openService(documents?: number): Served
  /** Main has another library, as one that came in meanwhile; answers with the id of its connection. */
  addLibrary(name: string, service: Served): Promise<string>
  /** The library of a service gets a key that may do all but this; the writer has entered it. */
  forbid(...abilities: readonly Ability[]): Promise<void>
  readonly sample: Sample
  /** Where what is written for the writer goes: the system's dialogs choose it. */
  readonly folder: string
  /** What exports are written to; once it has no `room` for more writes, it is full. */
  readonly disk: ReturnType<typeof faultyDisk>
  /** What the system's dialogs answer with from now on. */
  readonly dialogs: Partial<FileDialogs<Page>>
  /** What happens between main and the service. */
  readonly faults: Faults
  /** Straight to the service, past all faults: what another device does. */
  readonly other: ApiClient
  /** The same for one document, by its id on this device. */
  readonly elsewhere: Elsewhere
  /** Another device has written a document, and this is how it became what it is. */
  addDocument(document: GrownDocument): void
  /** Main reads what is on the service now, and sends what waits. */
  hear(): Promise<void>
  /** What main has written into its log as an error. */
  readonly errors: string[]
  /**
   * A command as another window gives it, about the library on screen; throws what it is refused with. Every page has
   * heard of what came of it when this resolves.
   */
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /** Tells every page, as main does. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>): Promise<void>
  /** The commands that pages gave, in their order. */
  readonly given: readonly Given[]
  /** A page has come. */
  accept(socket: TextSocket): void
  /** Commands of that name are answered with this from now on, and do nothing; `undefined`: as usual again. */
  answerWith(name: CommandName, result: Result<unknown> | undefined): void
  /** Commands of that name are not handled before what comes back is called. */
  hold(name: CommandName): () => void
  /** Commands of that name are answered so much later from now on, as on a slow disk. */
  delay(name: CommandName, ms: number): void
  close(): Promise<void>
}

let blobs: Promise<BlobStore> | undefined

/** Starts the app on the sample library, on a profile of its own. */
export async function openHost(parts: HostParts): Promise<Host> {
  const clock = createPassingClock()
  const faults = createFaults()
  const errors: string[] = []
  const error = (text: string, thrown?: unknown) =>
    void errors.push(`${text}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
  const services = createServices({
    clock: clock.now,
    onError: (thrown) => error('the service', thrown),
  })
  blobs ??= sampleBlobs()
  const service = services.open({ blobs: await blobs, withSearch: parts.withSearch === true })
  const sample = seedService(service.store, clock.now())
  const connection = connectionTo(service.address, parts.library ?? 'embedded')
  const profile = writeProfile(connection, sample, clock, parts.settings)
  if (connection.kind === 'embedded') services.putInto(servedFolderOf(profile, connection.id), service)
  else await openSecrets(profile, KEYCHAIN).set(connection, service.key, 'keychain')
  const folder = join(profile, 'written')
  mkdirSync(folder)
  const dialogs: Partial<FileDialogs<Page>> = {
    chooseFolder: async () => folder,
    chooseTarget: async (_page, name) => join(folder, name),
  }
  const disk = faultyDisk('ENOSPC')
  const pages = new Set<Page>()
  const main = await composeMain<Page>({
    profile,
    clock,
    newUuid: randomUUID,
    random: Math.random,
    keychain: KEYCHAIN,
    startServer: services.start,
    openDatabase: openOrRecover,
    fetch: faults.wrap(services.fetch),
    log: { error, info() {} },
    tell: (...told) => tell(...told),
    windows: { ...QUIET, ...parts.windows },
    dialogs,
    exportFiles: disk.fs,
    backUp: backUpHere,
    libraries: () => [
      { id: connection.id, name: connection.name, file: libraryFileIn(folderOf(profile, connection.id)) },
    ],
  })
  const { workspaces } = main
  const { commands, pageGone } = givingBack(main.commands, workspaces.open.of, (thrown) =>
    error('a page that is gone', thrown),
  )
  const gate = createCommandGate(commands, workspaces.open, (name, thrown) =>
    error(`command ${name}`, thrown),
  )
  const scripted = new Map<unknown, Result<unknown>>()
  const held = new Map<unknown, Promise<void>>()
  const delays = new Map<unknown, number>()
  const asked: Given[] = []
  let lastPage = 0
  let lastProbe = 0

  const another: Page = { id: 0, socket: NOWHERE, probes: new Map() }
  const tell: MainParts<Page>['tell'] = (name, payload, library) => {
    const event = written({ channel: EVENT_CHANNEL, given: { 0: name, 1: payload, 2: library } })
    for (const { socket } of pages) socket.send(event)
  }

  /** Each page has taken in all that it was told until now. */
  async function heard(): Promise<void> {
    await Promise.all(
      [...pages].map(
        (page) =>
          new Promise<void>((resolve) => {
            page.probes.set(++lastProbe, resolve)
            page.socket.send(written({ probe: lastProbe }))
          }),
      ),
    )
  }

  async function answer(page: Page, text: string): Promise<void> {
    const { probe, call, channel, given } = read(text) as Asked
    if (probe !== undefined) return page.probes.get(probe)?.()
    if (channel !== COMMAND_CHANNEL) throw new Error(`nobody listens to ${channel}`)
    const { 0: name, 1: input, 2: library } = given
    asked.push({ name, input, library })
    await held.get(name)
    const delayMs = delays.get(name)
    if (delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const value = scripted.get(name) ?? (await gate({ sender: page, known: true }, name, input, library))
    page.socket.send(written({ answer: call, value }))
  }

  const other = createApiClient({
    address: service.address,
    clock,
    credential: () => ({ key: service.key, form: 'bearer' }),
    fetch: services.fetch,
    connection: createConnection({ clock }),
  })
  return {
    clock,
    main,
    workspaces,
    service,
    sample,
    folder,
    disk,
    dialogs,
    faults,
    errors,
    given: asked,
    other,
    elsewhere: elsewhereOn(other, (id) => workspaces.active().catalog.nameInLink(id)),
    openService(documents = 0) {
      const opened = services.open()
      const at = clock.now()
      opened.store.transaction(() => {
        for (let n = 1; n <= documents; n++)
          addDocument(opened.store, {
            title: `Page ${n}`,
            states: [{ at, text: `Line ${n}\n`, status: 'draft' }],
          })
      })
      return opened
    },
    addDocument: (document) => void service.store.transaction(() => addDocument(service.store, document)),
    async addLibrary(name, { address, key }) {
      const id = `c-${randomUUID()}`
      await main.secrets.set({ id, address }, key, 'keychain')
      main.list.put({ id, name, kind: 'service', address, form: 'bearer' })
      return id
    },
    async forbid(...abilities) {
      const { address } = service
      const key = service.addKey(ABILITIES.filter((ability) => !abilities.includes(ability)))
      await main.connections.connect({ address, key, form: 'bearer', keep: 'keychain', of: connection.id })
      await heard()
    },
    async hear() {
      await workspaces.active().check()
      await heard()
    },
    async ask(name, input) {
      const result = await gate({ sender: another, known: true }, name, input, workspaces.active().epoch)
      await heard()
      if (!result.ok) throw new AppError(result.problem)
      return result.value as CommandOutput<typeof name>
    },
    tell(name, payload) {
      const { epoch } = workspaces.active()
      tell(name, payload, EVENTS[name].scope === 'library' ? epoch : undefined)
      return heard()
    },
    accept(socket) {
      const page: Page = { id: ++lastPage, socket, probes: new Map() }
      pages.add(page)
      socket.onText((text) => void answer(page, text))
      socket.onClose(() => {
        pages.delete(page)
        for (const resolve of page.probes.values()) resolve()
        pageGone(page)
        workspaces.windowGone(page.id)
      })
    },
    answerWith(name, result) {
      if (result === undefined) scripted.delete(name)
      else scripted.set(name, result)
    },
    hold(name) {
      let release = () => {}
      held.set(name, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(name)
        release()
      }
    },
    delay: (name, ms) => void delays.set(name, ms),
    async close() {
      for (const { socket } of pages) socket.close()
      await workspaces.close()
      await services.close()
      clock.stop()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

const KEYCHAIN: Keychain = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => bytes.toString(),
}

interface Asked {
  readonly probe?: number
  readonly call: number
  readonly channel: string
  readonly given: { readonly [at: number]: unknown }
}

/** Another window, which has no page: what it is told is not looked at. */
const NOWHERE: TextSocket = { send() {}, onText() {}, onClose() {}, close() {} }

const QUIET: Omit<WindowCommands<Page>, keyof HostParts['windows']> = {
  idOf: ({ id }) => id,
  setTitle: ({ socket }, title) => socket.send(written({ channel: 'title', given: { 0: title } })),
  toggleFullScreen() {},
  zoom() {},
  showAbout() {},
  quit() {},
  painted() {},
  flushed() {},
  requirePress() {},
}
