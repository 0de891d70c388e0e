import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileDialogs } from '../../main/app/file-dialogs'
import { givingBack } from '../../main/app/windows/open-pages'
import { EMBEDDED_ID, folderOf, libraryFileIn } from '../../main/connections/list/connection-list'
import { createCommandGate } from '../../main/ipc/ipc'
import type { WindowCommands } from '../../main/ipc/commands'
import { openOrRecover } from '../../main/store/recovery'
import type { Workspaces } from '../../main/connections/workspaces'
import { createApiClient, type ApiClient } from '../../main/sync/http/api-client'
import { createConnection } from '../../main/sync/service/connection'
import { SAMPLE_SETTINGS } from '../../renderer/memory/sample'
import { openMemoryService, type MemoryService } from '../../server/testing/app.memory'
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
import { createFaults, type Faults } from '../faults'
import { fetchOf } from '../protocol/client'
import { composeMain, type Main, type MainParts } from './compose-main'
import { elsewhereOn, type Elsewhere } from './elsewhere'
import { createPassingClock, type PassingClock } from './passing-clock'
import { read, written } from './post'
import { sampleBlobs, seedService, writeLibrary, type Sample } from './sample'
import type { TextSocket } from './socket'

/** A page of the app, by the socket that joins it to main. */
export interface Page {
  readonly id: number
  readonly socket: TextSocket
  /** Who waits until it has taken in what it was told. */
  readonly probes: Map<number, () => void>
}

export interface HostParts {
  /** What is kept of the writer's choices, beside those of the sample. */
  readonly settings?: Partial<Settings>
  /** What a page does with the clipboard, and what else only a browser can. */
  readonly windows: Pick<WindowCommands<Page>, 'edit' | 'open' | 'openLink'>
  readonly dialogs?: Partial<FileDialogs<Page>>
}

/** Main and its embedded service in this process, as a test has them. */
export interface Host {
  readonly clock: PassingClock
  readonly main: Main<Page>
  readonly workspaces: Workspaces
  readonly service: MemoryService
  readonly sample: Sample
  /** What happens between main and the service. */
  readonly faults: Faults
  /** Straight to the service, past all faults: what another device does. */
  readonly other: ApiClient
  /** The same for one document, by its id on this device. */
  readonly elsewhere: Elsewhere
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
  /** A page has come. */
  accept(socket: TextSocket): void
  /** Commands of that name are answered with this from now on, and do nothing; `undefined`: as usual again. */
  answerWith(name: CommandName, result: Result<unknown> | undefined): void
  /** Commands of that name are not handled before what comes back is called. */
  hold(name: CommandName): () => void
  close(): Promise<void>
}

const ADDRESS = 'http://127.0.0.1:1'

let blobs: Promise<BlobStore> | undefined

/** Starts the app on the sample library, on a profile of its own. */
export async function openHost(parts: HostParts): Promise<Host> {
  const clock = createPassingClock()
  const faults = createFaults()
  const errors: string[] = []
  const error = (text: string, thrown?: unknown) =>
    void errors.push(`${text}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
  blobs ??= sampleBlobs()
  const service = openMemoryService({
    clock: clock.now,
    blobs: await blobs,
    onError: (thrown) => error('the service', thrown),
  })
  const sample = seedService(service.store, clock.now())
  const profile = writeProfile(sample, clock, parts.settings)
  const pages = new Set<Page>()
  const main = await composeMain<Page>({
    profile,
    clock,
    newUuid: randomUUID,
    random: Math.random,
    keychain: {
      isAvailable: async () => true,
      encrypt: async (text) => Buffer.from(text),
      decrypt: async (bytes) => bytes.toString(),
    },
    startServer({ onReady }) {
      const endpoint = { baseUrl: ADDRESS, key: service.key }
      queueMicrotask(() => onReady(endpoint))
      return { endpoint: () => endpoint, stop: async () => {} }
    },
    openDatabase: openOrRecover,
    fetch: faults.wrap(fetchOf(service.app)),
    log: { error, info() {} },
    tell: (...told) => tell(...told),
    windows: { ...QUIET, ...parts.windows },
    ...(parts.dialogs && { dialogs: parts.dialogs }),
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
    await held.get(name)
    const value = scripted.get(name) ?? (await gate({ sender: page, known: true }, name, input, library))
    page.socket.send(written({ answer: call, value }))
  }

  const other = createApiClient({
    address: ADDRESS,
    clock,
    credential: () => ({ key: service.key, form: 'bearer' }),
    fetch: fetchOf(service.app),
    connection: createConnection({ clock }),
  })
  return {
    clock,
    main,
    workspaces,
    service,
    sample,
    faults,
    errors,
    other,
    elsewhere: elsewhereOn(other, (id) => workspaces.active().catalog.nameInLink(id)),
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
    async close() {
      for (const { socket } of pages) socket.close()
      await workspaces.close()
      await service.close()
      clock.stop()
      rmSync(profile, { recursive: true, force: true })
    },
  }
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

function writeProfile(sample: Sample, clock: PassingClock, settings: Partial<Settings> = {}): string {
  const profile = mkdtempSync(join(tmpdir(), 'stet-ui-'))
  const folder = folderOf(profile, EMBEDDED_ID)
  mkdirSync(folder, { recursive: true })
  writeLibrary(libraryFileIn(folder), sample, clock)
  const kept = { ...SAMPLE_SETTINGS, connectionId: EMBEDDED_ID, ...settings }
  writeFileSync(join(profile, 'settings.json'), JSON.stringify(kept))
  const connection = { id: EMBEDDED_ID, name: 'Harbour Press', kind: 'embedded', address: '' }
  writeFileSync(
    join(profile, 'connections.json'),
    JSON.stringify({ connections: [connection], activeId: EMBEDDED_ID }),
  )
  return profile
}
