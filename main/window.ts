import { app, BrowserWindow, screen, shell, type Event, type Session, type WebContents } from 'electron'
import fs from 'node:fs'
import path from 'node:path'
import type { LibraryEpoch } from '../shared/terms'
import { APP_ORIGIN } from './app-protocol'
import { openableLink } from './links'
import { isOwnPage } from './own-page'
import { presses } from './presses'
import { writeWhole } from './write-whole'

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
}

export interface WindowOptions {
  readonly preload: string
  /** Where the bounds of the last window are remembered. */
  readonly profile: string
  /** What it opens with: a document of that library. */
  readonly document?: { readonly id: string; readonly library: LibraryEpoch }
}

/** Opens a window on the renderer: sandboxed, isolated, unable to go anywhere else. */
export function openWindow(options: WindowOptions): BrowserWindow {
  const remembered = readBounds(options.profile)
  const window = new BrowserWindow({
    width: remembered?.width ?? 1280,
    height: remembered?.height ?? 800,
    ...(remembered !== undefined && isOnScreen(remembered) && BrowserWindow.getAllWindows().length === 0
      ? { x: remembered.x, y: remembered.y }
      : {}),
    minWidth: 480,
    minHeight: 360,
    title: 'Stet',
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !app.isPackaged,
      // What one start has compiled the next one has already. It is kept once: not of the first, which shows an empty
      // library and has compiled next to nothing.
      v8CacheOptions: remembered === undefined ? 'none' : 'bypassHeatCheck',
      // Chromium would fetch dictionaries from elsewhere; only macOS brings its own.
      spellcheck: process.platform === 'darwin',
    },
  })
  if (remembered?.maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => rememberBounds(options.profile, window))
  // The renderer says what the title is; a page's own <title> does not.
  window.on('page-title-updated', (event) => event.preventDefault())
  lockNavigation(window.webContents)
  const page = `${APP_ORIGIN}/index.html`
  const { document } = options
  const query =
    document === undefined
      ? ''
      : `?document=${encodeURIComponent(document.id)}&library=${encodeURIComponent(document.library)}`
  void window.loadURL(page + query)
  return window
}

/**
 * No page but ours, no page in a frame, no new window, no webview, no connection of WebRTC; links that may leave go to the
 * system's browser, one for each press of the writer.
 */
export function lockNavigation(contents: WebContents): void {
  const refuseElsewhere = (event: Event, url: string) => {
    if (!isOwnPage(url)) event.preventDefault()
  }
  contents.on('will-navigate', refuseElsewhere)
  contents.on('will-redirect', refuseElsewhere)
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault()
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

/** Nothing is permitted but writing to the clipboard; nothing is downloaded; no request leaves for the network. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest({ urls: ELSEWHERE }, (_request, answer) => answer({ cancel: true }))
  // WebRTC is asked about by none of these; over TCP it goes by the session's proxy (UDP: `lockNavigation`).
  void session.setProxy({ proxyRules: NOWHERE, proxyBypassRules: '<-loopback>' })
}

/** A proxy that is not there. Main asks services by ways of its own (`network.ts`). */
const NOWHERE = '127.0.0.1:1'

/**
 * Every scheme that Chromium itself can fetch from the network or the disk. What is asked of our own ones (`app:`,
 * `app-file:`) is not asked about here once more: the first window makes twenty such requests.
 */
const ELSEWHERE = [...['http', 'https', 'ws', 'wss', 'ftp'].map((scheme) => `${scheme}://*/*`), 'file:///*']

/** Checked by hand: the first window does not wait until the library for schemas is read. */
function readBounds(profile: string): Bounds | undefined {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(path.join(profile, 'window.json'), 'utf8'))
    const { x, y, width, height, maximized } = read as { readonly [K in keyof Bounds]: unknown }
    if (!isWhole(x) || !isWhole(y) || !isWhole(width, 480, 20_000) || !isWhole(height, 320, 20_000))
      return undefined
    return typeof maximized === 'boolean' ? { x, y, width, height, maximized } : undefined
  } catch {
    return undefined
  }
}

const isWhole = (value: unknown, least = -Infinity, most = Infinity): value is number =>
  Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most

/** For the first window of the next start. */
export function rememberBounds(profile: string, window: BrowserWindow): void {
  try {
    writeWhole(
      path.join(profile, 'window.json'),
      JSON.stringify({ ...window.getNormalBounds(), maximized: window.isMaximized() }),
    )
  } catch {
    // A window in the middle of the screen at the next start is all that is lost.
  }
}

function isOnScreen(bounds: Bounds): boolean {
  const area = screen.getDisplayMatching(bounds).workArea
  return (
    bounds.x < area.x + area.width - 80 &&
    bounds.x + bounds.width > area.x + 80 &&
    bounds.y >= area.y - 8 &&
    bounds.y < area.y + area.height - 40
  )
}
