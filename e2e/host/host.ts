import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FileDialogs } from '../../main/app/file-dialogs'
import { trackingOpenDocuments } from '../../main/app/windows/open-pages'
import { openSecrets, type Keychain } from '../../main/connections/keys/secrets'
import { folderOf, libraryFileIn, servedFolderOf } from '../../main/connections/list/connection-list'
import { createCommandGate } from '../../main/ipc/ipc'
import type { WindowCommands } from '../../main/ipc/commands'
import { openOrRecover } from '../../main/store/recovery'
import type { Workspaces } from '../../main/connections/workspaces'
import { createApiClient, type ApiClient } from '../../main/sync/http/api-client'
import { createConnection } from '../../main/sync/service/connection'
import { problemReport } from '../../main/system/problem-report'
import type { BlobStore } from '../../server/store/blobs'
import {
  EVENTS,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type EventName,
  type EventPayload,
} from '../../shared/ipc/ipc'
import type { Keeping } from '../../shared/ipc/ipc-connections'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { AppError } from '../../shared/problem'
import { ABILITIES, type Ability } from '../../shared/terms'
import type { ServiceVariant } from '../foreign/service-variants'
import { createFaults, type Faults } from '../faults'
import { backUpHere } from '../protocol/back-up-here'
import { faultyDisk } from '../protocol/faulty-disk'
import { composeMain, type Main } from './compose-main'
import { elsewhereOn, type Elsewhere } from './elsewhere'
import { createPassingClock, type PassingClock } from './passing-clock'
import { ANOTHER_WINDOW, createPages, QUIET, type Page, type Pages } from './pages'
import { connectionTo, PASSPHRASE, writeDictionaries, writeProfile, type Library } from './profile'
import { addDocument, sampleBlobs, seedService, type GrownDocument, type Sample } from './sample'
import { createServices, type Served } from './services'

export interface HostParts {
  /** The kind of connection of the sample library; by default the embedded service. */
  readonly library?: Library
  /** Where an earlier run kept the key of a connected library: by default in the keychain; nowhere after the session. */
  readonly keep?: Keeping
  /** Whether the system has a keychain; by default it has. */
  readonly hasKeychain?: boolean
  /** Whether the service supports search by meaning. */
  readonly withSearch?: boolean
  /** Settings in addition to those of the sample. */
  readonly settings?: Partial<Settings>
  /** The words of the spelling dictionary of each language; by default there are no dictionaries. */
  readonly dictionaries?: Readonly<Record<string, readonly string[]>>
  /** The commands for which the page needs a real browser, such as those of the clipboard. */
  readonly windows: Pick<WindowCommands<Page>, 'edit' | 'open' | 'openLink'>
}

/** Main and its embedded service in this process, for tests. */
export interface Host extends Omit<Pages, 'tell' | 'heard' | 'close'> {
  readonly clock: PassingClock
  readonly main: Main<Page>
  readonly workspaces: Workspaces
  readonly service: Served
  /** Opens another service with this number of documents, to which no library is connected. */
  openService(documents?: number): Served
  /** Makes the service of the sample answer like a variant from now on. */
  vary(variant: ServiceVariant): void
  /** Adds a library to main's list, as if connected in the meantime; returns the id of its connection. */
  addLibrary(name: string, service: Served): Promise<string>
  /** Connects the library with a new key that has all abilities but these, as if the writer had entered the key. */
  forbid(...abilities: readonly Ability[]): Promise<void>
  readonly sample: Sample
  /** The folder that the system's dialogs choose for files written for the writer. */
  readonly folder: string
  /** The disk to which exports are written; when it has no `room` for more writes, it is full. */
  readonly disk: ReturnType<typeof faultyDisk>
  /** The answers of the system's dialogs, which a test can change. */
  readonly dialogs: Partial<FileDialogs<Page>>
  /** Causes faults between main and the service. */
  readonly faults: Faults
  /** A client with direct access to the service, without faults, for changes by another device. */
  readonly other: ApiClient
  /** Changes a document as another device does, by its id on this device. */
  readonly elsewhere: Elsewhere
  /** Adds a document written by another device, with its history. */
  addDocument(document: GrownDocument): void
  /** Makes main read the current state of the service and send pending changes. */
  hear(): Promise<void>
  /** The errors that main has written to its log. */
  readonly errors: string[]
  /**
   * Runs a command on the library on screen, as another window does; throws if it is refused. When the promise
   * resolves, every page has received all resulting events.
   */
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /** Sends an event to every page, as main does. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>): Promise<void>
  close(): Promise<void>
}

let blobs: Promise<BlobStore> | undefined

/** Starts the app with the sample library in a new profile. */
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
  else await openSecrets(profile, KEYCHAIN).set(connection, service.key, parts.keep ?? 'keychain', PASSPHRASE)
  const folder = join(profile, 'written')
  mkdirSync(folder)
  const dialogs: Partial<FileDialogs<Page>> = {
    chooseFolder: async () => folder,
    chooseTarget: async (_page, name) => join(folder, name),
  }
  const disk = faultyDisk('ENOSPC')
  const main = await composeMain<Page>({
    profile,
    clock,
    newUuid: randomUUID,
    random: Math.random,
    keychain: { ...KEYCHAIN, isAvailable: async () => parts.hasKeychain !== false },
    startServer: services.start,
    openDatabase: openOrRecover,
    fetch: faults.wrap(services.fetch),
    log: { error, info() {} },
    // The report of the app ends with its log, too.
    report: async () =>
      [problemReport({ version: '0.0.0', build: 'test', language: 'en', profile }), ...errors].join('\n'),
    tell: (...told) => pages.tell(...told),
    windows: { ...QUIET, ...parts.windows },
    dialogs,
    ...(parts.dictionaries && { dictionaries: writeDictionaries(profile, parts.dictionaries) }),
    exportFiles: disk.fs,
    backUp: backUpHere,
    libraries: () => [
      { id: connection.id, name: connection.name, file: libraryFileIn(folderOf(profile, connection.id)) },
    ],
  })
  const { workspaces } = main
  const { commands, pageGone } = trackingOpenDocuments(main.commands, workspaces.open.of, (thrown) =>
    error('a page that is gone', thrown),
  )
  const gate = createCommandGate(commands, workspaces.open, (name, thrown) =>
    error(`command ${name}`, thrown),
  )
  const pages = createPages({
    handle: (page, { name, input, library }) => gate({ sender: page, known: true }, name, input, library),
    gone(page) {
      pageGone(page)
      workspaces.windowGone(page.id)
    },
  })
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
    ...pages,
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
    vary: (variant) => services.vary(service.address, variant),
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
      await pages.heard()
    },
    async hear() {
      await workspaces.active().check()
      await pages.heard()
    },
    async ask(name, input) {
      // Each time it is a new window, which begins as the last one was left.
      workspaces.memories.forget(ANOTHER_WINDOW.id)
      const result = await gate(
        { sender: ANOTHER_WINDOW, known: true },
        name,
        input,
        workspaces.active().epoch,
      )
      await pages.heard()
      if (!result.ok) throw new AppError(result.problem)
      return result.value as CommandOutput<typeof name>
    },
    tell(name, payload) {
      const { epoch } = workspaces.active()
      pages.tell(name, payload, EVENTS[name].scope === 'library' ? epoch : undefined)
      return pages.heard()
    },
    async close() {
      pages.close()
      // Ends the thread that looks words up.
      main.spelling.languagesChosen()
      const closed = workspaces.close()
      // Requests that a test leaves without an answer end.
      clock.pass(5 * 60_000)
      await closed
      await services.close()
      clock.stop()
      // A write to a file may still be ending, for which removing a folder is tried again.
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

const KEYCHAIN: Keychain = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (bytes) => bytes.toString(),
}
