import { app, BrowserWindow, Menu, powerMonitor, shell, type WebContents } from 'electron'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { EVENT_CHANNEL } from '../shared/ipc/channels'
import { AppError, problem } from '../shared/problem'
import type { LibraryEpoch } from '../shared/terms'
import { systemClock } from './system/clock'
import { buildKind, titled } from './app/build-kind'
import { givingBack } from './app/open-pages'
import { createCommands, type WindowCommands } from './ipc/commands'
import { backUpInThread } from './backups/backup-thread'
import { createBackups } from './backups/backups'
import { folderOf, openConnectionList } from './connections/connection-list'
import { createConnections } from './connections/connections'
import { askSilent, chooseFolder, systemDialogs, unwrittenDialog } from './app/dialogs'
import { checkEvent, createCommandGate, type CommandGate } from './ipc/ipc'
import { startEmbeddedServer } from './connections/embedded-server'
import { systemKeychain } from './connections/keychain'
import type { Emit } from './documents/engine/window-events'
import { filesToOpen } from './app/files-to-open'
import type { AddressedFile } from './app/file-protocol'
import type { FileHere } from './library/files/file-bytes'
import { openLog, type Log } from './system/log'
import { linkedDocument, stetLinksIn } from './app/stet-link'
import { createLeaving, handedOver } from './app/leaving'
import { createUpdates, type UpdateSource, type Updates } from './app/updates'
import { buildMenu } from './app/menu'
import { createNetworkFetch, OTHER_RUNTIME } from './connections/network'
import { createNotices } from './system/notices'
import { markdownIn } from './porting/files-source'
import { createExporter } from './export/exporter'
import { readFontFaces } from './export/print/font-faces'
import { createPrinter } from './export/print/print-page'
import { createMoving } from './porting/moving'
import { createPorting } from './porting/porting'
import { createMutex } from './porting/mutex'
import { systemFolders } from './spelling/dictionaries'
import { createSpelling } from './spelling/spelling'
import type { Environment } from './system/profile'
import { isReleaseRuntime } from './system/runtime'
import { presses } from './app/presses'
import { openSecrets } from './connections/secrets'
import { openSettings, type SettingsFile } from './system/settings'
import { rememberFirst } from './app/window-memory'
import { readWindowStates, type Bounds, type Shown } from './app/window-states'
import type { Windows } from './app/windows'
import { libraryFileIn } from './connections/workspace'
import type { EmitTo } from './connections/connected-libraries'
import { openWorkspaces, type Workspaces } from './connections/workspaces'

export interface CompositionParts {
  readonly profile: string
  /** The folder of main's built entries. */
  readonly built: string
  readonly environment: Environment
  readonly windows: Windows
  /** Lets in what the windows have asked meanwhile. */
  readonly openGate: (gate: Gate) => void
  /** A text for somebody who helps. */
  readonly report: () => Promise<string>
}

/** As the system's menu zooms. */
const ZOOM_STEP = 0.5

/** What the windows ask of the app. */
export interface Gate {
  readonly command: CommandGate<WebContents>
  /** A file of a library that is open. */
  readonly file: (file: AddressedFile) => Promise<FileHere>
}

/** The app with its library. */
export interface Running {
  /** Files and links that the system asks for. */
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
  const emit: EmitTo = (name, payload, library) =>
    windows.tell(name, buildKind() === 'release' ? payload : checkEvent(name, payload, library), library)
  const tell: Emit = (name, payload) => emit(name, payload, undefined)
  let firstPainted = () => {}
  /** A window that never says so holds nothing up for long. */
  const painted = new Promise<void>((resolve) => {
    firstPainted = resolve
    setTimeout(resolve, 3_000)
  })
  const notices = createNotices((notice) => tell('notice.raised', notice))
  const onTrouble = (text: string) => notices.raise({ tone: 'attention', text })
  const secrets = openSecrets(profile, systemKeychain, onTrouble)
  const log = openLog(profile, Date.now, (text) => secrets.strike(text))
  for (const ignored of environment.ignored) log.info(ignored)
  const settings = openSettings(profile, onTrouble)
  const list = openConnectionList(profile, onTrouble)
  const fetch = createNetworkFetch({
    resolveProxy: (address) => app.resolveProxy(address),
    mayLeaveMachine: isReleaseRuntime(),
  })
  const machine = { clock: systemClock, newUuid: randomUUID, random: Math.random }
  const backups = createBackups({
    profile,
    clock: systemClock,
    wanted: () => ({ isOn: settings.get().keepsBackups, folder: settings.get().backupFolder }),
    libraries: () =>
      workspaces
        .list()
        .map(({ id, name }) => ({ id, name, file: libraryFileIn(folderOf(profile, id)) }))
        .filter(({ file }) => fs.existsSync(file)),
    run: backUpInThread,
    tell: (state) => tell('backups.changed', state),
    raise: onTrouble,
  })
  const workspaces = await openWorkspaces({
    profile,
    ...machine,
    backups: (connectionId) => ({
      list: (document) => backups.versions(connectionId, document),
      read: (file) => backups.read(file),
    }),
    startServer: (told) => startEmbeddedServer({ entry: path.join(built, 'server.js'), log, ...told }),
    painted,
    connections: list,
    secrets,
    settings,
    service: environment.service,
    fetch,
    emit,
    notices,
    log,
  })
  /** With the keys as they are set now; building it anew for every other setting would cost more than it tells. */
  let shown = ''
  const showMenu = () => {
    const { shortcuts } = settings.get()
    if (shown === JSON.stringify(shortcuts)) return
    shown = JSON.stringify(shortcuts)
    const request = (name: string) =>
      BrowserWindow.getFocusedWindow()?.webContents.send(EVENT_CHANNEL, 'command.requested', { name })
    Menu.setApplicationMenu(buildMenu(shortcuts, request))
  }
  const connections = createConnections({
    profile,
    ...machine,
    list,
    secrets,
    workspaces,
    fetch,
    chooseFolder,
    ...(!isReleaseRuntime() && { restriction: OTHER_RUNTIME }),
  })
  void connections.deleteExpired().catch((error: unknown) => log.error('removed libraries', error))

  const spelling = createSpelling({
    profile,
    folders: async () => ({ bundled: path.join(built, 'dictionaries'), system: await systemFolders() }),
    chosen: () => settings.get().spellingLanguages,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange: (state) => tell('spelling.changed', state),
    onTrouble,
    report: (error) => log.error('spelling', error),
  })
  const mutex = createMutex()
  const porting = createPorting({ emit: tell, mutex })
  const exporter = createExporter({
    printer: createPrinter(() => readFontFaces(path.join(built, '../renderer'))),
    emit: tell,
    mutex,
    language: () => settings.get().spellingLanguages?.[0] ?? app.getPreferredSystemLanguages()[0] ?? 'en',
  })
  const moving = createMoving({
    withSecondLibrary: (id, work) => workspaces.withSecondLibrary(id, work),
    emit: tell,
    mutex,
  })
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
  })
  const toOpen = filesToOpen(profile)
  let isEnding = () => false
  const openAll = async (asked: readonly string[]) => {
    const documents = asked.flatMap((one) => linkedDocument(one) ?? [])
    const files = asked.filter((one) => !one.startsWith('stet:'))
    try {
      if (!isEnding()) {
        for (const { id } of documents)
          if (!porting.openDocument(id, workspaces.active()))
            notices.raise({
              tone: 'attention',
              text: 'A link leads to a document that is not in this library.',
            })
        return await porting.openFiles(files, workspaces.active())
      }
    } catch (error) {
      log.error('opening files', error)
      // Its library was closed meanwhile: the next start opens them.
      if (!isEnding()) return
    }
    toOpen.leave(asked)
  }
  const openAsked = (asked: readonly string[]) =>
    void openAll(asked).catch((error: unknown) => log.error('files for the next start', error))
  const askedIn = (words: readonly string[], folder: string) => [
    ...markdownIn(words, folder),
    ...stetLinksIn(words),
  ]
  openAsked([...toOpen.take(), ...askedIn(process.argv.slice(1), process.cwd())])
  const openOn = (document: Shown | undefined, bounds?: Bounds) => {
    const { id } = windows.open(bounds).webContents
    if (document !== undefined) workspaces.memories.begin(id, document.connectionId, document.id)
  }
  const answers = createCommands<WebContents>({
    workspaces,
    connections,
    settings,
    notices,
    settingsChanged() {
      tell('settings.changed', settings.get())
      showMenu()
    },
    dialogs: systemDialogs,
    porting,
    exporter,
    moving,
    updates,
    backups,
    report,
    async showFolder(folder) {
      const trouble = await shell.openPath(folder)
      if (trouble !== '')
        throw new AppError(problem('storage-failed', `The folder ${folder} cannot be shown: ${trouble}`))
    },
    spelling,
    windows: {
      ...windowCommands,
      open: openOn,
      painted: () => firstPainted(),
      flushed({ id }, round, left) {
        const library = left && workspaces.open.of(left.library as LibraryEpoch)
        windows.handedOver(
          id,
          round,
          library && left && { id: left.documentId, connectionId: library.connectionId },
        )
      },
    },
  })
  const { commands, pageGone } = givingBack(answers, workspaces.open.of, (error) =>
    log.error('a page that is gone', error),
  )
  windows.onPageGone(pageGone)
  openGate({
    command: createCommandGate(commands, workspaces.open, (name, error) =>
      log.error(`command ${name}`, error),
    ),
    async file({ library, link }) {
      const open = workspaces.open.of(library)
      if (open === undefined) throw new AppError(problem('other-library', 'This library is not open.'))
      return open.attachments.open(link)
    },
  })

  // A fault in one answer must not end the app, nor stop it behind the system's own dialog: the journal holds the text.
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
  showMenu()
  isEnding = endWell(workspaces, windows, settings, log, updates)
  const [, ...others] = readWindowStates(profile)
  void painted.then(() => {
    for (const { shown: left, ...bounds } of isEnding() ? [] : others) openOn(left, bounds)
  })
  const showOrOpen = () => {
    // A window that opens beside closed libraries could keep nothing, and would hold up the end.
    if (!isEnding() && windows.focusFirst() === undefined) windows.open()
  }
  log.info(`started, Electron ${process.versions.electron}`)
  app.on('second-instance', (_event, words, folder) => {
    openAsked(askedIn(words.slice(1), folder))
    showOrOpen()
  })
  app.on('activate', showOrOpen)
  watchPower(workspaces, tell)
  return { openAsked }
}

/** What a command does with the window that asked for it. */
const windowCommands: Omit<WindowCommands<WebContents>, 'open' | 'painted' | 'flushed'> = {
  idOf: ({ id }) => id,
  setTitle: (sender, title) => BrowserWindow.fromWebContents(sender)?.setTitle(titled(title)),
  toggleFullScreen(sender) {
    const window = BrowserWindow.fromWebContents(sender)
    window?.setFullScreen(!window.isFullScreen())
  },
  zoom(sender, step) {
    sender.zoomLevel = step === 'usual' ? 0 : sender.zoomLevel + (step === 'in' ? ZOOM_STEP : -ZOOM_STEP)
  },
  requirePress(sender) {
    if (!presses.allows(sender))
      throw new AppError(problem('not-allowed', 'That was asked for too often. Try again in a minute.'))
  },
  openLink: (address) => shell.openExternal(address),
  edit(sender, action) {
    if (action === 'paste-plain') sender.pasteAndMatchStyle()
    else sender[action]()
  },
}

/**
 * One way of leaving for quitting, the last window, an update and the end of the system's session (rule W23). Says
 * whether the windows have gone and nothing holds the end up any more.
 */
function endWell(
  workspaces: Workspaces,
  windows: Windows,
  settings: SettingsFile,
  log: Log,
  updates: Updates,
): () => boolean {
  let isEnding = false
  let hasEnded = false
  const asked = { clock: systemClock, askSilent }
  const leave = createLeaving({
    ...asked,
    handOver: () => windows.handOver(),
    stay() {
      updates.stayed()
      windows.stay()
      if (windows.focusFirst() === undefined) windows.open()
    },
    documents: () => workspaces.open.all().map(({ documents }) => documents),
    unwritten: unwrittenDialog,
    closeWindows() {
      isEnding = true
      rememberFirst(settings, windows.destroyAll())
    },
    closeLibraries: () => workspaces.close().catch((error: unknown) => log.error('closing', error)),
    left() {
      hasEnded = true
      if (!updates.atEnd()) app.quit()
    },
  })
  windows.whenGone((id) => {
    workspaces.windowGone(id)
    if (!windows.ids().includes(id)) workspaces.memories.forget(id)
  })
  windows.beforeClose((ask) => handedOver(ask, asked))
  app.on('before-quit', (event) => {
    if (hasEnded) return
    event.preventDefault()
    void leave()
  })
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    app.quit()
  })
  return () => isEnding
}

/** What the package names as its feed; a build for tests takes the file that a test names. */
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
  return openUpdateSource(config, log)
}

function watchPower(workspaces: Workspaces, tell: Emit): void {
  powerMonitor.on('suspend', () => tell('flush.requested', { reason: 'suspend', round: 0 }))
  powerMonitor.on('resume', () => workspaces.active().retry())
  const attend = () => {
    const isSeen = BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized())
    workspaces.attend(BrowserWindow.getFocusedWindow() !== null, isSeen)
  }
  // The first window came before anybody listened.
  attend()
  app.on('browser-window-focus', () => workspaces.attend(true, true))
  app.on('browser-window-blur', attend)
  app.on('browser-window-created', (_event, window) => {
    window.on('show', attend)
    window.on('hide', attend)
    window.on('minimize', attend)
    window.on('restore', attend)
  })
}
