import { app, BrowserWindow, clipboard, type WebContents } from 'electron'
import { EVENT_CHANNEL } from '../../../shared/ipc/channels'
import type { EventName, EventPayload } from '../../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../../shared/terms'
import { systemClock } from '../../system/clock'
import { askUnresponsive } from '../dialogs'
import { isAppPage } from '../app-page'
import { recoverPage } from './page-recovery'
import { boundsOf, openWindow, type WindowOptions } from './window'
import { createWindowFlush, type AnsweredReason, type HandOver } from './window-flush'
import {
  createWindowRecord,
  rememberWindowStates,
  type Bounds,
  type Shown,
  type WindowRecord,
  type WindowState,
} from './window-states'

interface WindowsParts extends Omit<WindowOptions, 'bounds'> {
  /** A report for somebody who helps. */
  readonly report: () => Promise<string>
}

/** All open windows of the renderer; the one that shows a startup error is not included. */
export interface Windows {
  open(bounds?: Bounds): BrowserWindow
  areOurs(contents: WebContents): boolean
  ids(): number[]
  /** Brings a window to the front; `undefined` where none is open. */
  focusFirst(): BrowserWindow | undefined
  /** Sends an event to every window. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>, library: LibraryEpoch | undefined): void
  /** Blocks input in all windows, and asks them for everything that main does not have yet. */
  handOver(): HandOver
  /** Asks all windows for everything that main does not have yet, while they keep accepting keys. */
  handOverToRead(): HandOver
  /** Notes that the window has handed over everything that it had when `round` began. */
  handedOver(id: number, round: number): void
  /** Lets the windows accept keys again. */
  stay(): void
  /** The listener is called for each window that was closed or whose process ended: that window sends no more words. */
  whenGone(listener: (id: number) => void): void
  /** The listener is called for each of our pages that crashed or was reloaded. */
  onPageGone(listener: (contents: WebContents) => void): void
  /**
   * Sets the work before a single window closes, which delays the close as long as it needs. Until this is set every
   * window closes at once.
   */
  beforeClose(wait: (ask: () => HandOver) => Promise<unknown>): void
  /**
   * Keeps a record of the windows from now on, which the next start opens again. `shown` returns what a window shows,
   * `unopened` the windows of the last start that are still to be opened. Until this is set the record of the last
   * start stays.
   */
  recordFrom(shown: (id: number) => Shown | undefined, unopened: () => readonly WindowState[]): void
  /** Stores the open windows, and what they show. */
  record(): void
  /** Closes all windows after they have handed over everything; the next start opens them again. */
  destroyAll(): void
}

export function createWindows(options: WindowsParts): Windows {
  const ours = new Set<number>()
  const areOurs = (contents: WebContents): boolean => ours.has(contents.id)
  const listeners = new Set<(id: number) => void>()
  let wait: ((ask: () => HandOver) => Promise<unknown>) | undefined
  let recorded: (() => readonly WindowState[]) | undefined
  let pageGone = (_contents: WebContents): void => {}

  const all = () => BrowserWindow.getAllWindows().filter(({ webContents }) => areOurs(webContents))
  const those = (wanted: readonly number[]) =>
    all().filter(({ webContents }) => wanted.includes(webContents.id))
  const ids = () => all().map(({ webContents }) => webContents.id)
  const hasPage = (id: number) => those([id]).some(({ webContents }) => showsPage(webContents))
  const flush = createWindowFlush((to, round, reason) =>
    sendTo(those(to), 'flush.requested', { reason, round }, undefined),
  )

  const ask = (some: readonly number[], reason: AnsweredReason = 'leave') =>
    flush.ask(some.filter(hasPage), reason)

  const record = createWindowRecord(systemClock, () => {
    if (recorded !== undefined) rememberWindowStates(options.profile, recorded())
  })

  function gone(id: number): void {
    flush.gone(id)
    for (const listener of listeners) listener(id)
  }

  /** Closes a window. The last window quits the app, in the one way of leaving; macOS keeps an app without windows. */
  function close(window: BrowserWindow, id: number): void {
    if (ours.size === 1 && process.platform !== 'darwin') app.quit()
    else void wait?.(() => ask([id])).then(() => destroy(window, record))
  }

  return {
    open(bounds) {
      const window = openWindow({ ...options, ...(bounds && { bounds }) })
      const { id } = window.webContents
      ours.add(id)
      window.webContents.on('did-navigate', () => flush.came(id))
      window.on('closed', () => {
        ours.delete(id)
        gone(id)
        record.now()
      })
      followBounds(window, record.soon)
      recoverPage(window, systemClock, {
        askUnresponsive: askUnresponsive(window),
        gone: (page) => pageGone(page),
        copyReport: () => void options.report().then((text) => clipboard.writeText(text)),
      })
      window.webContents.on('render-process-gone', () => gone(id))
      window.on('close', (event) => {
        if (wait === undefined) return
        event.preventDefault()
        close(window, id)
      })
      window.on('query-session-end', leaveFirst)
      return window
    },
    areOurs,
    ids,
    focusFirst: () => broughtToFront(all()[0]),
    tell: (name, payload, library) => sendTo(all(), name, payload, library),
    handOver: () => ask(ids()),
    handOverToRead: () => ask(ids(), 'read'),
    handedOver: flush.done,
    stay() {
      flush.stayed()
      sendTo(all(), 'leaving.cancelled', {}, undefined)
    },
    whenGone: (listener) => void listeners.add(listener),
    onPageGone: (listener) => void (pageGone = listener),
    beforeClose: (given) => void (wait = given),
    recordFrom: (shown, unopened) => void (recorded = () => statesOf(all(), shown, unopened())),
    record: record.now,
    destroyAll() {
      record.end()
      for (const window of all()) window.destroy()
    },
  }
}

function sendTo<N extends EventName>(
  windows: readonly BrowserWindow[],
  name: N,
  payload: EventPayload<N>,
  library: LibraryEpoch | undefined,
): void {
  for (const { webContents } of windows) webContents.send(EVENT_CHANNEL, name, payload, library)
}

/**
 * Whether the window shows one of our pages: a page that has ended, or shows a message about that, has no words and
 * does not answer.
 */
const showsPage = (contents: WebContents): boolean => !contents.isCrashed() && isAppPage(contents.getURL())

function broughtToFront(window: BrowserWindow | undefined): BrowserWindow | undefined {
  if (window?.isMinimized() === true) window.restore()
  window?.focus()
  return window
}

/** Destroys a window. It is recorded first, because a window that opens on macOS after the last one takes its place. */
function destroy(window: BrowserWindow, record: WindowRecord): void {
  if (window.isDestroyed()) return
  record.now()
  window.destroy()
}

function statesOf(
  windows: readonly BrowserWindow[],
  shownIn: (id: number) => Shown | undefined,
  unopened: readonly WindowState[],
): readonly WindowState[] {
  // On macOS the app may have no window: the record stays, and the next window opens where the last one was.
  if (windows.length === 0) return []
  // The oldest first; Electron's list has another order.
  const byAge = [...windows].sort((one, other) => one.id - other.id)
  const states = byAge.map((window) => {
    const shown = shownIn(window.webContents.id)
    return { ...boundsOf(window), ...(shown && { shown }) }
  })
  return [...states, ...unopened]
}

/** Calls `changed` for every change of the window's position and size, and when it opens. */
function followBounds(window: BrowserWindow, changed: () => void): void {
  changed()
  window.on('move', changed)
  window.on('resize', changed)
  window.on('maximize', changed)
  window.on('unmaximize', changed)
}

/** Windows asks the app before a session ends, and waits while it quits. */
function leaveFirst(event: { preventDefault(): void }): void {
  event.preventDefault()
  app.quit()
}
