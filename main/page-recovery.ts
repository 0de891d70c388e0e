import type { BrowserWindow } from 'electron'
import type { Clock } from './clock'
import { pageOfTrouble } from './trouble'

/** A page that ends a second time within this was not helped by being loaded anew. */
const SOON_MS = 60_000
/** A long text may take some seconds; a page that does not answer for so long does not come back by itself. */
const UNRESPONSIVE_MS = 30_000

/** What is done about a page that has ended: it is loaded anew once, and one that ends again soon says so instead. */
export function createRecoveries(clock: Pick<Clock, 'now'>): () => 'load-anew' | 'say-so' {
  let last = -Infinity
  return () => {
    const isAgain = clock.now() - last < SOON_MS
    last = isAgain ? -Infinity : clock.now()
    return isAgain ? 'say-so' : 'load-anew'
  }
}

/**
 * Brings a window back whose page has crashed, was ended by the system, or answers no more. What was typed is in the
 * journal. `gone` is told whenever a page is no longer there, also when it was loaded anew.
 */
export function recoverPage(window: BrowserWindow, clock: Clock, gone: () => void): void {
  const { webContents } = window
  const next = createRecoveries(clock)
  let address: string | undefined
  let stopWaiting = () => {}
  const load = () => {
    if (address === undefined) webContents.reload()
    else void window.loadURL(address)
  }

  webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith('data:')) address = url
    gone()
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    stopWaiting()
    gone()
    if (reason === 'clean-exit') return
    const step = next()
    // Electron is not done with the page that has ended before its listeners return.
    clock.after(0, () => {
      if (window.isDestroyed()) return
      if (step === 'load-anew') load()
      else void window.loadURL(TWICE)
    })
  })
  webContents.on('will-navigate', (event, url) => {
    if (url !== LOAD_ANEW) return
    event.preventDefault()
    load()
  })
  window.on('unresponsive', () => {
    stopWaiting()
    stopWaiting = clock.after(UNRESPONSIVE_MS, () => webContents.forcefullyCrashRenderer())
  })
  window.on('responsive', () => stopWaiting())
}

const LOAD_ANEW = 'app://stet/do/reload'
const TWICE = pageOfTrouble({
  title: 'Stet',
  sentence: 'This window has stopped working twice.',
  advice: 'Your documents are safe on this device. Load the window again to go on.',
  buttons: [['Reload window', LOAD_ANEW]],
})
