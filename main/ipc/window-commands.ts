import { app, BrowserWindow, shell, type WebContents } from 'electron'
import { appError } from '../../shared/problem'
import { titled } from '../app/build-kind'
import { presses } from '../app/windows/presses'
import type { Windows } from '../app/windows/windows'
import type { WindowCommands } from './commands'

/** The step of the system menu's zoom. */
const ZOOM_STEP = 0.5

/** The actions of commands on the window that sent them. */
export const createWindowCommands = (
  windows: Windows,
  { open, painted }: Pick<WindowCommands<WebContents>, 'open' | 'painted'>,
): WindowCommands<WebContents> => ({
  open,
  painted,
  flushed: ({ id }, round) => windows.handedOver(id, round),
  idOf: ({ id }) => id,
  setTitle: (sender, title) => BrowserWindow.fromWebContents(sender)?.setTitle(titled(title)),
  toggleFullScreen(sender) {
    const window = BrowserWindow.fromWebContents(sender)
    window?.setFullScreen(!window.isFullScreen())
  },
  zoom(sender, step) {
    sender.zoomLevel = step === 'usual' ? 0 : sender.zoomLevel + (step === 'in' ? ZOOM_STEP : -ZOOM_STEP)
  },
  showAbout() {
    // Without this name the panel would show that of the executable.
    app.setAboutPanelOptions({
      applicationName: app.getName(),
      applicationVersion: app.getVersion(),
      copyright: 'Published under the MIT licence.',
    })
    app.showAboutPanel()
  },
  quit: () => app.quit(),
  requirePress(sender) {
    if (!presses.allows(sender))
      throw appError('not-allowed', 'That was asked for too often. Try again in a minute.')
  },
  openLink: (address) => shell.openExternal(address),
  edit(sender, action) {
    if (action === 'paste-plain') sender.pasteAndMatchStyle()
    else sender[action]()
  },
})
