import { EVENTS, type EventName, type EventPayload } from '../../shared/ipc/ipc'
import type { DocumentId, LibraryEpoch } from '../../shared/terms'
import type { Clock } from '../system/clock'
import { folderOf, servedFolderOf, type KnownConnection } from './list/connection-list'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded/embedded-fetch'
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded/embedded-server'
import { createEmbeddedService, OWN_CAPABILITIES, type EmbeddedService } from './embedded/embedded-service'
import type { BackedUpVersions } from '../history/backed-up'
import type { Log } from '../system/log'
import type { Notices } from '../system/notices'
import { createOpenLibraries, type Hold, type OpenLibraries, type OpenLibrary } from './open-libraries'
import { storageLimitsOf } from '../system/storage-limits'
import { openWordsThread } from '../search/words-thread'
import type { Secrets } from './keys/secrets'
import type { SettingsFile } from '../system/settings'
import { keyFormOf } from '../sync/http/address'
import type { Credential, Fetch, KeyForm } from '../sync/http/fetch'
import { openWorkspace, type WorkspaceParts } from './workspace/workspace'

/** Sends an event to the windows; an event about a library carries the epoch of that library. */
export type EmitTo = <N extends EventName>(
  name: N,
  payload: EventPayload<N>,
  library: LibraryEpoch | undefined,
) => void

export interface ConnectedLibrariesParts {
  readonly profile: string
  readonly clock: Clock
  readonly newUuid: () => string
  readonly random: () => number
  /** Starts the embedded service for this profile. */
  readonly startServer: (options: Omit<EmbeddedServerOptions, 'entry' | 'log'>) => EmbeddedServer
  /** For tests, as in `WorkspaceParts`. */
  readonly openDatabase?: WorkspaceParts['openDatabase']
  /** The id of the device that this profile is. */
  readonly deviceId?: string
  /** Resolves when the first window is painted; the embedded service leaves the processor to it until then. */
  readonly painted: Promise<void>
  readonly secrets: Secrets
  readonly settings: SettingsFile
  readonly fetch: Fetch
  readonly emit: EmitTo
  /** The versions in the backup folder of one connection's documents. */
  readonly backups?: (connectionId: string) => BackedUpVersions
  readonly notices: Notices
  readonly log: Log
  /** The connection as it is listed now: its name and the form of its key may have changed. */
  readonly latest: (known: KnownConnection) => KnownConnection
  /** The tabs of all windows in the library of this connection. */
  readonly tabs: (connectionId: string) => readonly DocumentId[]
  /** Called when nobody needs the library any more: it closes, unless the callback takes a hold. */
  readonly freed: (known: KnownConnection, hold: () => Hold) => void
  /** Reports how many things wait in the library of this connection. */
  readonly waits: (connectionId: string, count: number) => void
}

/** The open libraries, each connected to its service by its key or by the embedded service. */
interface ConnectedLibraries {
  readonly libraries: OpenLibraries
  /** Opens the library with its key, so that it can reach its service; throws an AppError where it cannot be opened. */
  holdWithKey(known: KnownConnection): Promise<Hold>
  /** Gives an open library its key after the key has changed, has become available, or was removed. */
  takeKey(library: OpenLibrary, key: string | undefined): void
  /** Resolves when no embedded service runs any more. */
  endServices(): Promise<void>
}

export function createConnectedLibraries(parts: ConnectedLibrariesParts): ConnectedLibraries {
  const { secrets, log, notices, latest } = parts
  /** The keys of the open libraries that are connected to their services. */
  const keys = new Map<LibraryEpoch, string | undefined>()
  const inItsForm = createKeyForms(latest)
  const opened = createOpenLibraries({
    clock: parts.clock,
    open,
    report: (error) => log.error('closing a library', error),
    freed: parts.freed,
    closed(known, library) {
      keys.delete(library.epoch)
      services.stop(known.id)
    },
  })
  const libraries: OpenLibraries = {
    ...opened,
    async whenClosed(id) {
      await opened.whenClosed(id)
      await services.whenStopped(id)
    },
  }
  const services = createEmbeddedServices(parts, libraries)

  function open(known: KnownConnection, epoch: LibraryEpoch, key: string | undefined): OpenLibrary {
    keys.set(epoch, key)
    const embedded = known.kind === 'embedded'
    const tell: OpenLibrary['tell'] = (name, payload) =>
      parts.emit(name, payload, EVENTS[name].scope === 'library' ? epoch : undefined)
    const workspace = openWorkspace({
      folder: folderOf(parts.profile, known.id),
      known,
      now: () => ({ isLocked: secrets.isLocked(known.id), ...latest(known) }),
      address: embedded ? EMBEDDED_ADDRESS : known.address,
      credential: () => inItsForm(known, embedded ? services.of(known.id).key() : keys.get(epoch)),
      fetch: embedded ? createEmbeddedFetch(services.of(known.id).endpoint, parts.fetch) : parts.fetch,
      ...(embedded && { capabilities: OWN_CAPABILITIES }),
      clock: parts.clock,
      newUuid: parts.newUuid,
      random: parts.random,
      ...(parts.openDatabase && { openDatabase: parts.openDatabase }),
      emit(name, payload) {
        tell(name, payload)
        if (name === 'outbox.changed')
          parts.waits(known.id, (payload as EventPayload<'outbox.changed'>).waiting)
      },
      raise: (notice) => notices.raise({ ...notice, connectionId: known.id }),
      autosavePublished: () => parts.settings.get().autosavePublished,
      storageLimits: () => storageLimitsOf(parts.settings.get()),
      openTabs: () => parts.tabs(known.id),
      report: (error) => log.error('workspace', error),
      ...(parts.deviceId !== undefined && { deviceId: parts.deviceId }),
      ...(parts.backups && { backups: parts.backups(known.id) }),
      ...(parts.openDatabase === undefined && {
        openWords: openWordsThread,
      }),
    })
    return { ...workspace, epoch, connectionId: known.id, tell }
  }

  function takeKey(library: OpenLibrary, key: string | undefined): void {
    keys.set(library.epoch, key)
    library.keyChanged()
    if (key === undefined) return
    library.retry()
    library.askAbilities()
  }

  return {
    libraries,
    async holdWithKey(known) {
      const key = known.kind === 'embedded' ? undefined : await secrets.get(known)
      const isOpen = libraries.find(known.id) !== undefined
      const hold = await libraries.hold(known, key)
      if (known.kind === 'embedded') services.of(known.id).start()
      if (key === undefined) return hold
      // A library that is open already may have no key, or an older one.
      if (keys.get(hold.library.epoch) !== key) takeKey(hold.library, key)
      else if (!isOpen) hold.library.askAbilities()
      return hold
    },
    takeKey,
    endServices: () => services.end(),
  }
}

/** Finds the form in which the service accepts a key, where the key came without one (STET_KEY). */
function createKeyForms(latest: ConnectedLibrariesParts['latest']) {
  const found = new Map<string, KeyForm>()
  return (known: KnownConnection, key: string | undefined): Credential | undefined => {
    if (key === undefined) return undefined
    const form = latest(known).form ?? found.get(key)
    return form === undefined
      ? { key, form: keyFormOf(key), settle: (accepted) => found.set(key, accepted) }
      : { key, form }
  }
}

/** The embedded services of the connections that have one; each is made at its first use. */
function createEmbeddedServices(parts: ConnectedLibrariesParts, libraries: OpenLibraries) {
  const services = new Map<string, EmbeddedService>()
  return {
    of(id: string): EmbeddedService {
      const service =
        services.get(id) ??
        createEmbeddedService({
          ...parts,
          dataFolder: servedFolderOf(parts.profile, id),
          library: () => libraries.find(id),
          raise: (text) => parts.notices.raise({ tone: 'attention', text }),
        })
      services.set(id, service)
      return service
    },
    stop: (id: string) => services.get(id)?.stop(),
    whenStopped: async (id: string) => services.get(id)?.whenStopped(),
    async end(): Promise<void> {
      await Promise.all([...services.values()].map((service) => service.end()))
    },
  }
}
