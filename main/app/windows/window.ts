import { app, BrowserWindow, screen, shell, type Event, type Session, type WebContents } from 'electron'
import { titled } from '../build-kind'
import { DIAGRAM_PAGE } from '../app-protocol'
import { openableLink } from '../links'
import { APP_ORIGIN, isAppPage } from '../app-page'
import { presses } from './presses'
import { readWindowStates, type Bounds } from './window-states'

export interface WindowOptions {
  readonly preload: string
  /** The profile, in which the bounds of the windows are stored. */
  readonly profile: string
  /**
   * The bounds of the window; where absent, those of the first window, at the same position only for the first one of a
   * start.
   */
  readonly bounds?: Bounds
}

/** Opens a window of the renderer: sandboxed, isolated, and without any way to navigate elsewhere. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const remembered = options.bounds ?? readWindowStates(options.profile)[0]
  const isPlaced = options.bounds !== undefined || BrowserWindow.getAllWindows().length === 0
  const window = new BrowserWindow({
    width: remembered?.width ?? 1280,
    height: remembered?.height ?? 800,
    ...(remembered !== undefined && isOnScreen(remembered) && isPlaced
      ? { x: remembered.x, y: remembered.y }
      : {}),
    minWidth: 480,
    minHeight: 360,
    title: titled('Stet'),
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !app.isPackaged,
      // The next start reuses the code that one start has compiled. It is stored once, and not at the very first start,
      // which shows an empty library and has compiled next to nothing.
      v8CacheOptions: remembered === undefined ? 'none' : 'bypassHeatCheck',
      // Chromium would download dictionaries; only macOS has its own.
      spellcheck: process.platform === 'darwin',
    },
  })
  if (remembered?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  // The renderer sets the title; a page's own <title> does not.
  window.on('page-title-updated', (event) => event.preventDefault())
  lockNavigation(window.webContents)
  void window.loadURL(`${APP_ORIGIN}/index.html`)
  return window
}

/**
 * Allows no page but ours, no page in a frame except the one that draws diagrams, no new window, no webview, no WebRTC
 * connection; allowed links go to the system's browser, one for each press of the writer.
 */
export function lockNavigation(contents: WebContents): void {
  const refuseElsewhere = (event: Event, url: string) => {
    if (!isAppPage(url)) event.preventDefault()
  }
  contents.on('will-navigate', refuseElsewhere)
  contents.on('will-redirect', refuseElsewhere)
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame && event.url !== DIAGRAM_PAGE) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  presses.watch(contents)
  contents.setWindowOpenHandler(({ url }) => {
    const link = openableLink(url)
    if (link !== undefined && presses.allows(contents)) void shell.openExternal(link)
    return { action: 'deny' }
  })
}

/** Permits nothing except writing to the clipboard; nothing is downloaded, and no request reaches the network. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest({ urls: ELSEWHERE }, (_request, answer) => answer({ cancel: true }))
  // None of these checks covers WebRTC; over TCP it uses the session's proxy (UDP: `lockNavigation`).
  void session.setProxy({ proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' })
}

/** A proxy that does not exist. Main sends requests to services in its own way (`network.ts`). */
const NOWHERE = '127.0.0.1:1'

/**
 * Every scheme that Chromium itself can load from the network or the disk. Our own schemes (`app:`, `app-file:`) are
 * left out, because checking the twenty such requests of the first window again would only take time.
 */
const ELSEWHERE = [...['http', 'https', 'ws', 'wss', 'ftp'].map((scheme) => `${scheme}://*/*`), 'file:///*']

export const boundsOf = (window: BrowserWindow): Bounds => ({
  ...window.getNormalBounds(),
  maximized: window.isMaximized(),
})

function isOnScreen(bounds: Bounds): boolean {
  const area = screen.getDisplayMatching(bounds).workArea
  return (
    bounds.x < area.x + area.width - 80 &&
    bounds.x + bounds.width > area.x + 80 &&
    bounds.y >= area.y - 8 &&
    bounds.y < area.y + area.height - 40
  )
}
