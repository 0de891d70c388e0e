import { app, BrowserWindow, Menu, screen, shell, type WebContents } from 'electron'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { EVENT_CHANNEL } from '../shared/ipc/channels'
import type { Handlers } from '../shared/ipc/ipc'
import { appError } from '../shared/problem'
import { createAskedToOpen } from './asked-to-open'
import { openFoundations, type Foundations } from './foundations'
import { createWindowCommands } from './ipc/window-commands'
import { endWell, watchPower } from './lifecycle'
import type { OpenLibrary } from './connections/open-libraries'
import { systemClock } from './system/clock'
import { removeOldDumps } from './system/crash-dumps'
import { buildKind } from './app/build-kind'
import { handedOverWithin } from './app/leaving'
import { trackingOpenDocuments } from './app/windows/open-pages'
import { restoreWindows } from './app/windows/restore-windows'
import { createCommands } from './ipc/commands'
import { backUpInThread } from './backups/backup-thread'
import { createBackups, type Backups } from './backups/backups'
import { createRestoring } from './backups/restoring'
import { folderOf, libraryFileIn } from './connections/list/connection-list'
import { createConnections } from './connections/connections'
import { chooseFolder, systemDialogs } from './app/dialogs'
import { createCommandGate, type CommandGate } from './ipc/ipc'
import { startEmbeddedServer } from './connections/embedded/embedded-server'
import type { AddressedFile } from './app/file-protocol'
import type { FileHere } from './library/files/file-bytes'
import type { Log } from './system/log'
import { createUpdates, type UpdateSource } from './app/updates'
import { buildMenu } from './app/menu'
import { OTHER_RUNTIME } from './connections/network'
import { answerExport, handedExport, type HandedExport } from './export/command-line/hand-over'
import { failed } from './export/command-line/arguments'
import { createDrawer } from './export/drawing/drawing-pages'
import { createExporter, type Exporter } from './export/exporter'
import { readFontFaces } from './export/print/font-faces'
import { createKeptCovers } from './export/kept-covers'
import { createKeptStyles } from './export/kept-styles'
import { createPrinter } from './export/print/print-page'
import { createMoving } from './porting/moving'
import { finishTransfer, transferOf } from './transfers'
import { createPorting } from './porting/porting'
import { createMutex, type Mutex } from './porting/mutex'
import { systemFolders } from './spelling/dictionaries'
import { createSpelling } from './spelling/spelling'
import type { Environment } from './system/profile'
import { isReleaseRuntime } from './system/runtime'
import type { SettingsFile } from './system/settings'
import { cascaded } from './app/windows/cascade'
import { boundsOf } from './app/windows/window'
import { readWindowStates, type Bounds, type Shown } from './app/windows/window-states'
import type { Windows } from './app/windows/windows'
import { openWorkspaces, type Workspaces } from './connections/workspaces'

export interface CompositionParts {
  readonly profile: string
  /** The folder of main's built files. */
  readonly built: string
  readonly environment: Environment
  readonly windows: Windows
  /** Lets in the requests that windows have sent meanwhile. */
  readonly openGate: (gate: Gate) => void
  /** A report for somebody who helps. */
  readonly report: () => Promise<string>
}

/** How long an exporting script waits for windows; texts that were not handed over by then are reported. */
const HANDED_OVER_WITHIN_MS = 20_000
const NOT_HANDED_OVER =
  'A window of Stet has unsaved words. Nothing was exported; try again when the window responds.'

/** The requests of windows to the app. */
export interface Gate {
  readonly command: CommandGate<WebContents>
  /** Returns a file of an open library. */
  readonly file: (file: AddressedFile) => Promise<FileHere>
}

export interface Running {
  /** Opens files and links that the system passes to the app. */
  openAsked(asked: readonly string[]): void
}

/** The composition root: every part is built once, here. Throws where the profile's library cannot be opened. */
export async function compose({
  profile,
  built,
  environment,
  windows,
  openGate,
  report,
}: CompositionParts): Promise<Running> {
  const foundations = openFoundations(profile, environment, windows)
  const { tell, painted, notices, secrets, log, settings, list, fetch } = foundations
  const backups = backupsOf(foundations, profile, () => workspaces.list())
  finishTransfer(foundations, profile)
  const workspaces = await openLibraries(foundations, { profile, built, environment }, backups)
  const showMenu = menuOf(settings)
  const connections = createConnections({
    profile,
    ...MACHINE,
    list,
    secrets,
    workspaces,
    fetch,
    chooseFolder,
    ...(!isReleaseRuntime() && { restriction: OTHER_RUNTIME }),
  })
  void connections.deleteExpired().catch((error: unknown) => log.error('removed libraries', error))

  const tools = createTextTools(foundations, workspaces, backups, profile, built)
  const updates = createUpdates({
    source: await updateSource(log),
    isWanted: () => settings.get().looksForUpdates,
    tell: (state) => tell('update.changed', state),
    clock: systemClock,
    log,
    quit: () => app.quit(),
  })
  void painted.then(() => {
    updates.begin()
    backups.begin()
    removeOldDumps(profile)
  })
  const isEnding = endWell(workspaces, windows, log, updates)
  const asked = createAskedToOpen({ profile, porting: tools.porting, workspaces, notices, log, isEnding })
  asked.begin(argumentsOf(process.argv), process.cwd())
  const openOn = (document: Shown | undefined, bounds = boundsOfNext(windows)) => {
    const { id } = windows.open(bounds).webContents
    if (document !== undefined) workspaces.memories.begin(id, document)
  }
  const settingsChanged = () => {
    tell('settings.changed', settings.get())
    showMenu()
  }
  const answers = createCommands<WebContents>({
    workspaces,
    connections,
    settings,
    notices,
    settingsChanged,
    dialogs: systemDialogs,
    ...tools,
    transfer: transferOf(foundations, { profile, workspaces, windows, settingsChanged, ...tools }),
    updates,
    backups,
    report,
    reportBroken: (words) => log.error(words),
    showFolder,
    windows: createWindowCommands(windows, {
      open: openOn,
      painted: () => foundations.firstPainted(),
    }),
  })
  restoreWindows({
    windows,
    memories: workspaces.memories,
    states: readWindowStates(profile),
    painted,
    isEnding,
    open: openOn,
  })
  openGate(gateOf(answers, windows, workspaces, log))

  logFaults(log)
  showMenu()
  const showOrOpen = () => {
    // A window that opened after the libraries closed could save nothing, and would delay the end.
    if (!isEnding() && windows.focusFirst() === undefined) windows.open()
  }
  log.info(`started, Electron ${process.versions.electron}`)
  app.on('second-instance', (_event, words, folder, data) => {
    const handed = handedExport(data)
    if (handed !== undefined) return void exportWhileRunning(handed)
    asked.openWords(argumentsOf(words), folder)
    showOrOpen()
  })
  app.on('activate', showOrOpen)
  const exportWhileRunning = (handed: HandedExport) =>
    answerExport(handed, async (what) => {
      // Words that were typed a moment ago belong to the text.
      if (!(await handedOverWithin(windows.handOverToRead(), systemClock, HANDED_OVER_WITHIN_MS)))
        return failed(NOT_HANDED_OVER)
      const { runExportAsked } = await import('./export/command-line/run-export')
      return runExportAsked(what, { workspaces, exporter: tools.exporter })
    }).catch((error: unknown) => log.error('an export of a command line', error))
  watchPower(workspaces, tell)
  return { openAsked: asked.open }
}

/** The bounds of a window that is opened from the focused one; `undefined` where no window is open. */
function boundsOfNext(windows: Windows): Bounds | undefined {
  const open = BrowserWindow.getAllWindows().filter(({ webContents }) => windows.areOurs(webContents))
  const from = open.find((window) => window.isFocused()) ?? open[0]
  if (from === undefined) return undefined
  const bounds = boundsOf(from)
  return cascaded(bounds, open.map(boundsOf), screen.getDisplayMatching(bounds).workArea)
}

/** The arguments of a command line without options; an app that is not packaged is started by its folder. */
const argumentsOf = (words: readonly string[]): readonly string[] =>
  words
    .slice(1)
    .filter((word) => !word.startsWith('-'))
    .slice(app.isPackaged ? 0 : 1)

const MACHINE = { clock: systemClock, newUuid: randomUUID, random: Math.random }

/** Opens the libraries of a profile; `backups` appear in the histories of their documents. */
export async function openLibraries(
  { emit, painted, list, secrets, settings, fetch, notices, log, device }: Foundations,
  { profile, built, environment }: Pick<CompositionParts, 'profile' | 'built' | 'environment'>,
  backups: Pick<Backups, 'versions' | 'read'>,
): Promise<Workspaces> {
  return openWorkspaces({
    profile,
    ...MACHINE,
    backups: (connectionId) => ({
      list: (document) => backups.versions(connectionId, document),
      read: (file) => backups.read(file),
    }),
    startServer: (options) => startEmbeddedServer({ entry: path.join(built, 'server.js'), log, ...options }),
    painted,
    deviceId: device.id,
    connections: list,
    secrets,
    settings,
    service: environment.service,
    fetch,
    emit,
    notices,
    log,
  })
}

/** The update source from the feed that the package names; a build for tests uses the file that a test names. */
async function updateSource(log: Log): Promise<UpdateSource | undefined> {
  const kind = buildKind()
  const config =
    kind === 'test'
      ? process.env['STET_UPDATE_CONFIG']
      : kind === 'release'
        ? path.join(process.resourcesPath, 'app-update.yml')
        : undefined
  if (config === undefined || !fs.existsSync(config)) return undefined
  const { openUpdateSource } = await import('./app/update-source')
  return openUpdateSource(config, log, kind === 'test' ? HALTED_SOONER_MS : undefined)
}

/** A test waits less long than a writer would. */
const HALTED_SOONER_MS = 3_000

/** Shows the system's menu with the present shortcuts; it is rebuilt only when these have changed. */
function menuOf(settings: SettingsFile): () => void {
  let shown = ''
  return () => {
    const { shortcuts } = settings.get()
    if (shown === JSON.stringify(shortcuts)) return
    shown = JSON.stringify(shortcuts)
    const request = (name: string) =>
      BrowserWindow.getFocusedWindow()?.webContents.send(EVENT_CHANNEL, 'command.requested', { name })
    Menu.setApplicationMenu(buildMenu(shortcuts, request))
  }
}

/** Builds the tools that work on whole texts: spelling, import, export, moving between libraries. */
function createTextTools(
  { tell, settings, warn, log }: Foundations,
  workspaces: Workspaces,
  backups: Backups,
  profile: string,
  built: string,
) {
  const spelling = createSpelling({
    profile,
    folders: async () => ({ bundled: path.join(built, 'dictionaries'), system: await systemFolders() }),
    chosen: () => settings.get().spellingLanguages,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange: (state) => tell('spelling.changed', state),
    warn,
    report: (error) => log.error('spelling', error),
  })
  const mutex = createMutex()
  const porting = createPorting({ emit: tell, mutex })
  const exporter = exporterOf({ tell, settings }, mutex, { profile, built })
  const moving = createMoving({
    withSecondLibrary: (id, work) => workspaces.withSecondLibrary(id, work),
    emit: tell,
    mutex,
  })
  const restoring = createRestoring({ backups, emit: tell, mutex })
  return { mutex, spelling, porting, exporter, moving, restoring }
}

export const exporterOf = (
  { tell, settings }: Pick<Foundations, 'tell' | 'settings'>,
  mutex: Mutex,
  { profile, built }: Pick<CompositionParts, 'profile' | 'built'>,
): Exporter =>
  createExporter({
    styles: createKeptStyles(path.join(profile, 'word-styles')),
    covers: createKeptCovers(path.join(profile, 'covers')),
    printer: createPrinter(() => readFontFaces(path.join(built, 'fonts'), path.join(built, '../renderer'))),
    drawer: createDrawer(async (address) =>
      (await import('./diagrams/diagram-files')).diagramFile(address, built),
    ),
    drawsDiagrams: () => settings.get().drawsDiagrams,
    emit: tell,
    mutex,
    language: () => settings.get().spellingLanguages?.[0] ?? app.getPreferredSystemLanguages()[0] ?? 'en',
  })

async function showFolder(folder: string): Promise<void> {
  const failure = await shell.openPath(folder)
  if (failure !== '') throw appError('storage-failed', `The folder ${folder} cannot be shown: ${failure}`)
}

function gateOf(
  answers: Handlers<WebContents, OpenLibrary>,
  windows: Windows,
  workspaces: Workspaces,
  log: Log,
): Gate {
  const { commands, pageGone } = trackingOpenDocuments(answers, workspaces.open.of, (error) =>
    log.error('a page that is gone', error),
  )
  windows.onPageGone(pageGone)
  return {
    command: createCommandGate(commands, workspaces.open, (name, error) =>
      log.error(`command ${name}`, error),
    ),
    async file({ library, link }) {
      const open = workspaces.open.of(library)
      if (open === undefined) throw appError('other-library', 'This library is not open.')
      return open.attachments.open(link)
    },
  }
}

function backupsOf(
  { settings, tell, warn }: Foundations,
  profile: string,
  connections: Workspaces['list'],
): Backups {
  return createBackups({
    profile,
    clock: systemClock,
    wanted: () => ({ isOn: settings.get().keepsBackups, folder: settings.get().backupFolder }),
    libraries: () =>
      connections()
        .map(({ id, name }) => ({ id, name, file: libraryFileIn(folderOf(profile, id)) }))
        .filter(({ file }) => fs.existsSync(file)),
    run: backUpInThread,
    tell: (state) => tell('backups.changed', state),
    raise: warn,
  })
}

function logFaults(log: Log): void {
  // A fault in one answer must not end the app, or stop it behind the system's own dialog: the journal has the text.
  process.on('uncaughtException', (error) => log.error('uncaught', error))
  process.on('unhandledRejection', (error) => log.error('unhandled', error))
  const ended = (
    what: string,
    { reason, exitCode }: { readonly reason: string; readonly exitCode: number },
  ) => {
    if (reason !== 'clean-exit') log.error(`${what} has ended: ${reason}, exit code ${exitCode}`)
  }
  app.on('render-process-gone', (_event, _page, details) => ended('a page', details))
  app.on('child-process-gone', (_event, details) => ended(details.name ?? details.type, details))
}
