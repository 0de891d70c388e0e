import { createCommands, type WindowCommands } from '../../main/ipc/commands'
import { openConnectionList, type ConnectionList } from '../../main/connections/list/connection-list'
import { createConnections, type Connections } from '../../main/connections/connections'
import type { EmitTo } from '../../main/connections/connected-libraries'
import type { OpenLibrary } from '../../main/connections/open-libraries'
import { openSecrets, type Keychain, type Secrets } from '../../main/connections/keys/secrets'
import { openWorkspaces, type Workspaces, type WorkspacesParts } from '../../main/connections/workspaces'
import { createBackups, type BackupsParts } from '../../main/backups/backups'
import { createRestoring } from '../../main/backups/restoring'
import type { FileDialogs } from '../../main/app/file-dialogs'
import { createUpdates, type UpdateSource } from '../../main/app/updates'
import { createExporter } from '../../main/export/exporter'
import { createKeptCovers } from '../../main/export/kept-covers'
import { createKeptStyles } from '../../main/export/kept-styles'
import { drawerOf } from '../../main/export/testing/drawer'
import { createMoving } from '../../main/porting/moving'
import { createMutex } from '../../main/porting/mutex'
import type { FileSystem } from '../../main/porting/whole-files'
import { createPorting, type Porting } from '../../main/porting/porting'
import { createSpelling, type Spelling } from '../../main/spelling/spelling'
import type { Log } from '../../main/system/log'
import { createNotices, type Notices } from '../../main/system/notices'
import { openSettings, type SettingsFile } from '../../main/system/settings'
import type { Emit } from '../../main/documents/engine/window-events'
import { checkEvent, createCommandGate, type CommandGate } from '../../main/ipc/ipc'
import type { Handlers } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'

/** The parts that stand in for Electron, the disk and the network. */
export interface MainParts<Sender> extends Pick<
  WorkspacesParts,
  'clock' | 'newUuid' | 'random' | 'startServer' | 'openDatabase' | 'fetch'
> {
  readonly profile: string
  readonly log: Log
  readonly keychain: Keychain
  /** Sends an event to the windows after it was checked against the contract. */
  readonly tell: EmitTo
  readonly windows: WindowCommands<Sender>
  /** The answers of the system's dialogs; a missing dialog answers that nothing was chosen. */
  readonly dialogs?: Partial<FileDialogs<Sender>>
  /** Makes a backup; without this function a backup writes nothing. */
  readonly backUp?: BackupsParts['run']
  /** The file system used by exports. */
  readonly exportFiles?: FileSystem
  readonly updateSource?: UpdateSource
  readonly printer?: Parameters<typeof createExporter>[0]['printer']
  /** The folders of dictionaries. */
  readonly dictionaries?: { readonly bundled: string; readonly system: readonly string[] }
  readonly report?: () => Promise<string>
  readonly showFolder?: (folder: string) => Promise<void>
  /** The libraries in each backup. */
  readonly libraries?: BackupsParts['libraries']
}

/** The parts of the main process, built on the given ones. */
export interface Main<Sender> {
  readonly workspaces: Workspaces
  readonly connections: Connections
  readonly list: ConnectionList
  readonly secrets: Secrets
  readonly settings: SettingsFile
  readonly notices: Notices
  readonly porting: Porting
  readonly spelling: Spelling
  readonly commands: Handlers<Sender, OpenLibrary>
  readonly gate: CommandGate<Sender>
}

/**
 * Builds everything that `main/composition.ts` builds, without Electron. Throws if the library of the profile cannot be
 * opened.
 */
export async function composeMain<Sender extends object>(parts: MainParts<Sender>): Promise<Main<Sender>> {
  const { profile, clock, log, fetch } = parts
  const emit: EmitTo = (name, payload, library) =>
    parts.tell(name, checkEvent(name, payload, library), library)
  const tell: Emit = (name, payload) => emit(name, payload, undefined)
  const notices = createNotices(
    (notice) => tell('notice.raised', notice),
    (id) => tell('notice.withdrawn', { id }),
  )
  const warn = (text: string) => notices.raise({ tone: 'attention', text })
  const settings = openSettings(profile, warn)
  const list = openConnectionList(profile, warn)
  const secrets = openSecrets(profile, parts.keychain, warn)
  const backups = backupsOf(parts, settings, tell, warn)
  const machine = { clock, newUuid: parts.newUuid, random: parts.random }
  const workspaces = await openWorkspaces({
    profile,
    ...machine,
    startServer: parts.startServer,
    ...(parts.openDatabase !== undefined && { openDatabase: parts.openDatabase }),
    ...(parts.backUp !== undefined && {
      backups: (connectionId: string) => ({
        list: (document: DocumentId) => backups.versions(connectionId, document),
        read: (file: number) => backups.read(file),
      }),
    }),
    painted: Promise.resolve(),
    connections: list,
    secrets,
    settings,
    service: undefined,
    fetch,
    emit,
    notices,
    log,
  })
  const connections = createConnections({
    profile,
    ...machine,
    list,
    secrets,
    workspaces,
    fetch,
    chooseFolder: () => dialogsOf(parts).chooseFolder({} as Sender),
  })
  const updates = createUpdates({
    source: parts.updateSource,
    isWanted: () => settings.get().looksForUpdates,
    tell: (state) => tell('update.changed', state),
    clock,
    log,
    quit: () => parts.windows.quit(),
  })
  const tools = textTools({ parts, settings, workspaces, backups, tell, warn })
  const commands = createCommands<Sender>({
    workspaces,
    connections,
    settings,
    notices,
    updates,
    backups,
    transfer: NO_TRANSFER,
    settingsChanged: () => tell('settings.changed', settings.get()),
    dialogs: dialogsOf(parts),
    report: parts.report ?? (async () => ''),
    reportBroken: (words) => log.error(words),
    showFolder: parts.showFolder ?? (async () => {}),
    windows: parts.windows,
    ...tools,
  })
  const gate = createCommandGate(commands, workspaces.open, (name, error) =>
    log.error(`command ${name}`, error),
  )
  const { porting, spelling } = tools
  return { workspaces, connections, list, secrets, settings, notices, porting, spelling, commands, gate }
}

interface ToolParts<Sender> {
  readonly parts: MainParts<Sender>
  readonly settings: SettingsFile
  readonly workspaces: Workspaces
  readonly backups: ReturnType<typeof createBackups>
  readonly tell: Emit
  readonly warn: (text: string) => () => void
}

/** The parts that work on whole texts: spelling, import, export, and moving between libraries. */
function textTools<Sender>({ parts, settings, workspaces, backups, tell, warn }: ToolParts<Sender>) {
  const { profile, log } = parts
  const mutex = createMutex()
  return {
    porting: createPorting({
      emit: tell,
      mutex,
      ...(parts.exportFiles && { fs: parts.exportFiles }),
    }),
    exporter: createExporter({
      styles: createKeptStyles(`${profile}/word-styles`),
      covers: createKeptCovers(`${profile}/covers`),
      printer: parts.printer ?? { pdfOf: async ({ html }) => html, print: async () => true },
      drawer: drawerOf(),
      drawsDiagrams: () => settings.get().drawsDiagrams,
      emit: tell,
      mutex,
      language: () => settings.get().spellingLanguages?.[0] ?? 'en',
    }),
    spelling: createSpelling({
      profile,
      folders: async () => parts.dictionaries ?? { bundled: profile, system: [] },
      chosen: () => settings.get().spellingLanguages,
      systemLanguages: () => (parts.dictionaries === undefined ? [] : ['en-US']),
      onChange: (state) => tell('spelling.changed', state),
      warn,
      report: (error) => log.error('spelling', error),
    }),
    moving: createMoving({
      withSecondLibrary: (id, work) => workspaces.withSecondLibrary(id, work),
      emit: tell,
      mutex,
    }),
    restoring: createRestoring({ backups, emit: tell, mutex }),
  }
}

function backupsOf<Sender>(
  { profile, clock, backUp, libraries = () => [] }: MainParts<Sender>,
  settings: SettingsFile,
  tell: Emit,
  raise: (text: string) => () => void,
) {
  return createBackups({
    profile,
    clock,
    wanted: () => ({
      isOn: backUp !== undefined && settings.get().keepsBackups,
      folder: settings.get().backupFolder,
    }),
    libraries,
    run: backUp ?? (async () => ({ kind: 'done', done: { written: 0, dropped: 0, unread: [] } })),
    tell: (state) => tell('backups.changed', state),
    raise,
  })
}

const nothing = async () => undefined

/** Returns the given object, completed with defaults, so that dialogs assigned to it later are used too. */
const dialogsOf = <Sender>({ dialogs = {} }: MainParts<Sender>): FileDialogs<Sender> =>
  Object.assign(dialogs, {
    chooseFiles: async () => [],
    chooseSource: nothing,
    chooseFolder: nothing,
    chooseTransfer: nothing,
    chooseBackupFolder: nothing,
    chooseTarget: nothing,
    chooseDictionary: nothing,
    chooseWord: nothing,
    chooseCover: nothing,
    ...dialogs,
  })

const refused = () => Promise.reject(appError('not-allowed', 'No disk is here.'))
const NO_TRANSFER = { fileName: () => '', pack: refused, plan: refused, bringIn: refused, forget() {} }
