import { app, BrowserWindow, powerMonitor } from 'electron'
import { askSilent, unwrittenDialog } from './app/dialogs'
import { createLeaving, handedOver } from './app/leaving'
import type { Updates } from './app/updates'
import type { Windows } from './app/windows/windows'
import type { Workspaces } from './connections/workspaces'
import type { Emit } from './documents/engine/window-events'
import { systemClock } from './system/clock'
import type { Log } from './system/log'

/**
 * Ends the app in one way for quitting, the last window, an update and the end of the system's session (rule W23).
 * Returns a function that tells whether the windows are closed and nothing delays the end any more.
 */
export function endWell(workspaces: Workspaces, windows: Windows, log: Log, updates: Updates): () => boolean {
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
      windows.destroyAll()
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

/**
 * Makes windows hand over before the machine sleeps, and the library poll its service more often while somebody looks
 * at it.
 */
export function watchPower(workspaces: Workspaces, tell: Emit): void {
  powerMonitor.on('suspend', () => tell('flush.requested', { reason: 'suspend', round: 0 }))
  powerMonitor.on('resume', () => workspaces.active().retry())
  const attend = () => {
    if (BrowserWindow.getFocusedWindow() !== null) return workspaces.attend('focused')
    const isSeen = BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized())
    workspaces.attend(isSeen ? 'visible' : 'hidden')
  }
  // The first window opened before this listener existed.
  attend()
  app.on('browser-window-focus', () => workspaces.attend('focused'))
  app.on('browser-window-blur', attend)
  app.on('browser-window-created', (_event, window) => {
    window.on('show', attend)
    window.on('hide', attend)
    window.on('minimize', attend)
    window.on('restore', attend)
  })
}
