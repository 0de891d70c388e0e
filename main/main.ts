import { app, BrowserWindow, Menu, ipcMain, powerMonitor, session, shell, type WebContents } from 'electron'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMAND_CHANNEL, EVENT_CHANNEL } from '../shared/channels'
import type { EventName, EventPayload } from '../shared/ipc'
import { registerAppScheme, serveApp } from './app-protocol'
import { createCommands } from './commands'
import { serveFiles } from './file-protocol'
import { openConnectionList } from './connection-list'
import { createConnections } from './connections'
import { chooseFolder, systemDialogs, unwrittenDialog } from './dialogs'
import { checkEvent, createCommandGate, isOwnPage, type CommandGate } from './ipc'
import { systemKeychain } from './keychain'
import { openLog } from './log'
import { mayLeave } from './leaving'
import { buildMenu } from './menu'
import { createNetworkFetch } from './network'
import { createNotices } from './notices'
import { folderTrouble, takeEnvironment } from './profile'
import { markdownIn } from './porting/files-source'
import { createMoving } from './porting/moving'
import { createPorting, type Porting } from './porting/porting'
import { createTurn } from './porting/turn'
import { openSecrets } from './secrets'
import { openSettings } from './settings'
import { showTrouble } from './trouble'
import { lockSession, openWindow } from './window'
import { createWindowFlush } from './window-flush'
import { openWorkspaces, type Workspaces } from './workspaces'

/** The composition root: every part is built once, here. */
const environment = takeEnvironment(process.env)
const built = path.dirname(fileURLToPath(import.meta.url))
const development = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']

app.setName('Stet')
const profile = environment.profile ?? app.getPath('userData')
registerAppScheme()
const unusable = folderTrouble(profile)
if (unusable === undefined) useProfile()
// Chromium needs a folder even where ours cannot be used, or no window could say so.
else app.setPath('userData', mkdtempSync(path.join(tmpdir(), 'stet-')))
if (unusable !== undefined || isOnlyOne()) void app.whenReady().then(run)
else app.quit()

/** What Chromium keeps for itself goes into a folder of its own. */
function useProfile(): void {
  app.setPath('userData', profile)
  const own = path.join(profile, 'chromium')
  mkdirSync(own, { recursive: true })
  app.setPath('sessionData', own)
}

/** One app for each profile: a second start focuses the first window. */
function isOnlyOne(): boolean {
  return app.requestSingleInstanceLock()
}

async function run(): Promise<void> {
  lockSession(session.defaultSession, development)
  serveApp(session.defaultSession, path.join(built, '../renderer'))
  await profileInOrder()
  takeCommands()
  const workspaces = await openUntilItWorks()
  app.on('second-instance', (_event, words, folder) => {
    systemFiles(markdownIn(words.slice(1), folder))
    if (focusFirst() === undefined) newWindow()
  })
  app.on('activate', () => focusFirst() ?? newWindow())
  isRunning = true
  watchPower(workspaces)
}

// Without a listener Electron quits when the window that told of trouble goes, before the first real one is there.
app.on('window-all-closed', () => {
  if (isRunning && process.platform !== 'darwin') app.quit()
})

/** Waits until the profile can be used; the writer is told why it cannot, and asks for another try. */
async function profileInOrder(): Promise<void> {
  if (unusable === undefined) return
  for (let reason: string | undefined = unusable; reason !== undefined; reason = folderTrouble(profile))
    await tell(reason)
  useProfile()
  if (!isOnlyOne()) app.exit(0)
}

/**
 * Opens the first window and, while its process starts, the profile's library; where that fails the writer is told why,
 * and it is tried again.
 */
async function openUntilItWorks(): Promise<Workspaces> {
  for (;;) {
    const window = newWindow()
    try {
      return await compose()
    } catch (error) {
      window.destroy()
      await tell(error instanceof Error ? error.message : String(error))
    }
  }
}

function tell(reason: string): Promise<void> {
  return showTrouble({
    sentence: 'Stet cannot use the folder where it keeps your texts.',
    advice: `${reason.replace(/[.]*$/, '')}. Nothing was changed. Make the folder ${profile} readable and writable, then try again.`,
    folder: path.dirname(profile),
  })
}

async function compose(): Promise<Workspaces> {
  const log = openLog(profile, Date.now)
  const settings = openSettings(profile, Date.now)
  const notices = createNotices((notice) => emit('notice.raised', notice))
  if (settings.trouble !== undefined) notices.raise({ tone: 'attention', text: settings.trouble })

  const list = openConnectionList(profile)
  const secrets = openSecrets(profile, systemKeychain)
  const fetch = createNetworkFetch((address) => session.defaultSession.resolveProxy(address))
  const workspaces = await openWorkspaces({
    profile,
    serverEntry: path.join(built, 'server.js'),
    painted,
    connections: list,
    secrets,
    settings,
    service: environment.service,
    fetch,
    emit,
    notices,
    log,
    clearWindows: () => switching.all(openWindows(), 2_000),
  })
  /** With the keys as they are set now; building it anew for every other setting would cost more than it tells. */
  let shown = ''
  const showMenu = () => {
    const { shortcuts } = settings.get()
    if (shown === JSON.stringify(shortcuts)) return
    shown = JSON.stringify(shortcuts)
    const request = (name: string) =>
      focused()?.webContents.send(EVENT_CHANNEL, 'command.requested', { name })
    Menu.setApplicationMenu(buildMenu(shortcuts, request))
  }
  const connections = createConnections({ profile, list, secrets, workspaces, fetch, chooseFolder })

  const turn = createTurn()
  const now = () => workspaces.active()
  const porting = createPorting({ now, emit, turn })
  const moving = createMoving({ now, beside: (id, work) => workspaces.beside(id, work), emit, turn })
  openFromSystem(porting, (error) => log.error('opening files', error))
  const commands = createCommands<WebContents>({
    workspaces,
    connections,
    settings,
    notices,
    settingsChanged() {
      emit('settings.changed', settings.get())
      showMenu()
    },
    dialogs: systemDialogs,
    porting,
    moving,
    windows: {
      open: newWindow,
      setTitle: (sender, title) => BrowserWindow.fromWebContents(sender)?.setTitle(title),
      painted: firstPainted,
      flushed(sender) {
        flush.done(sender.id)
        switching.done(sender.id)
      },
      openLink: (address) => shell.openExternal(address),
    },
  })
  serveFiles(session.defaultSession, (link) => workspaces.active().attachments.open(link))
  openGate(createCommandGate(commands, (name, error) => log.error(`command ${name}`, error)))

  // A fault in one answer must not end the app, nor stop it behind the system's own dialog: the journal holds the text.
  process.on('uncaughtException', (error) => log.error('uncaught', error))
  process.on('unhandledRejection', (error) => log.error('unhandled', error))
  showMenu()
  endWell(workspaces)
  log.info(`started, Electron ${process.versions.electron}`)
  return workspaces
}

/** Files that the system asks for before the library is there wait for it. */
const asked: string[] = [...markdownIn(process.argv.slice(1), process.cwd())]
let systemFiles = (files: readonly string[]): void => void asked.push(...files)
app.on('open-file', (event, file) => {
  event.preventDefault()
  systemFiles([file])
})

function openFromSystem(porting: Porting, report: (error: unknown) => void): void {
  systemFiles = (files) => void porting.openFiles(files).catch(report)
  systemFiles(asked.splice(0))
}

/** What the first window asks waits for the library. */
function takeCommands(): void {
  ipcMain.handle(COMMAND_CHANNEL, async (event, name: unknown, input: unknown) => {
    const { sender, senderFrame: frame } = event
    const known =
      frame !== null && frame === sender.mainFrame && isOwnPage(frame.url, development) && isWindow(sender)
    return (await gate)({ sender, known }, name, input)
  })
}

/** The windows hand over what they have, the journal keeps it, the service ends; only words that no disk took are asked about. */
function endWell(workspaces: Workspaces): void {
  app.on('before-quit', (event) => {
    if (quitting) return
    event.preventDefault()
    leaving ??= leave(workspaces).finally(() => (leaving = undefined))
  })
}

async function leave(workspaces: Workspaces): Promise<void> {
  await flush.all(openWindows(), 2_000)
  if (!(await mayLeave(workspaces.active().documents, unwrittenDialog))) {
    if (focusFirst() === undefined) newWindow()
    return
  }
  await workspaces.close(3_000).catch(() => {})
  quitting = true
  app.quit()
}

function watchPower(workspaces: Workspaces): void {
  powerMonitor.on('suspend', () => emit('flush.requested', { reason: 'suspend' }))
  powerMonitor.on('resume', () => workspaces.active().retry())
  app.on('browser-window-focus', () => workspaces.active().attend(true))
  app.on('browser-window-blur', () => workspaces.active().attend(focused() !== null))
}

function emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
  const checked = app.isPackaged ? payload : checkEvent(name, payload)
  for (const window of BrowserWindow.getAllWindows())
    if (isWindow(window.webContents)) window.webContents.send(EVENT_CHANNEL, name, checked)
}

let openGate: (gate: CommandGate<WebContents>) => void
const gate = new Promise<CommandGate<WebContents>>((resolve) => (openGate = resolve))
let firstPainted: () => void
/** A window that never says so holds nothing up for long. */
const painted = new Promise<void>((resolve) => {
  firstPainted = resolve
  setTimeout(resolve, 3_000)
})
let isRunning = false
const ours = new Set<number>()
const flush = createWindowFlush(() => emit('flush.requested', { reason: 'quit' }))
const switching = createWindowFlush(() => emit('flush.requested', { reason: 'switch' }))
/** The windows have handed over what they had, and the library is closed. */
let quitting = false
let leaving: Promise<void> | undefined
const isWindow = (contents: WebContents): boolean => ours.has(contents.id)

function newWindow(documentId?: string): BrowserWindow {
  const window = openWindow({
    preload: path.join(built, '../preload/preload.cjs'),
    profile,
    development,
    ...(documentId !== undefined && { documentId }),
  })
  const { id } = window.webContents
  ours.add(id)
  window.on('closed', () => ours.delete(id))
  let handedOver = false
  window.on('close', (event) => {
    if (handedOver || quitting) return
    event.preventDefault()
    void flush.all([id], 1_500).then(() => {
      handedOver = true
      window.close()
    })
  })
  return window
}

const openWindows = (): number[] =>
  BrowserWindow.getAllWindows().flatMap(({ webContents }) => (isWindow(webContents) ? [webContents.id] : []))

const focused = (): BrowserWindow | null => BrowserWindow.getFocusedWindow()

function focusFirst(): BrowserWindow | undefined {
  const first = BrowserWindow.getAllWindows().find((window) => isWindow(window.webContents))
  if (first?.isMinimized() === true) first.restore()
  first?.focus()
  return first
}
