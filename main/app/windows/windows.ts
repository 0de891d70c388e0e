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
import { rememberWindowStates, type Bounds, type Shown } from './window-states'

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
  /** Notes that the window has handed over everything that it had when `round` began, and which document it shows. */
  handedOver(id: number, round: number, shown: Shown | undefined): void
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
   * Closes all windows after they have handed over everything; the next start opens them again. Returns the document of
   * the first one.
   */
  destroyAll(): Shown | undefined
}

export function createWindows(options: WindowsParts): Windows {
  const ours = new Set<number>()
  const areOurs = (contents: WebContents): boolean => ours.has(contents.id)
  const listeners = new Set<(id: number) => void>()
  const shown = new Map<number, Shown>()
  let wait: ((ask: () => HandOver) => Promise<unknown>) | undefined
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

  function gone(id: number): void {
    flush.gone(id)
    for (const listener of listeners) listener(id)
  }

  /** Closes a window. The last window quits the app, in the one way of leaving; macOS keeps an app without windows. */
  function close(window: BrowserWindow, id: number): void {
    if (ours.size === 1 && process.platform !== 'darwin') app.quit()
    else void wait?.(() => ask([id])).then(() => destroy(window, options.profile))
  }

  return {
    open(bounds) {
      const window = openWindow({ ...options, ...(bounds && { bounds }) })
      const { id } = window.webContents
      ours.add(id)
      window.webContents.on('did-navigate', () => flush.came(id))
      window.on('closed', () => {
        ours.delete(id)
        shown.delete(id)
        gone(id)
      })
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
    handedOver(id, round, document) {
      if (document === undefined) shown.delete(id)
      else shown.set(id, document)
      flush.done(id, round)
    },
    stay() {
      flush.stayed()
      sendTo(all(), 'leaving.cancelled', {}, undefined)
    },
    whenGone: (listener) => void listeners.add(listener),
    onPageGone: (listener) => void (pageGone = listener),
    beforeClose: (given) => void (wait = given),
    destroyAll() {
      // The oldest first; Electron's list has another order.
      const left = all().sort((one, other) => one.id - other.id)
      const states = left.map((window) => {
        const document = shown.get(window.webContents.id)
        return { ...boundsOf(window), ...(document && { shown: document }) }
      })
      rememberWindowStates(options.profile, states)
      for (const window of left) window.destroy()
      return states[0]?.shown
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

/** Destroys a window; its bounds are read first, because a destroyed window can no longer be asked. */
function destroy(window: BrowserWindow, profile: string): void {
  if (window.isDestroyed()) return
  rememberWindowStates(profile, [boundsOf(window)])
  window.destroy()
}

/** Windows asks the app before a session ends, and waits while it quits. */
function leaveFirst(event: { preventDefault(): void }): void {
  event.preventDefault()
  app.quit()
}
