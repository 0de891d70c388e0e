import type { BrowserWindow, WebContents } from 'electron'
import type { Clock } from '../../system/clock'
import { APP_ORIGIN } from '../app-page'
import { errorPage } from '../startup-error'

/** A page that ends again within this time was not helped by reloading. */
const SOON_MS = 60_000
/** A writer who waits for a window that does not respond is asked again after this time. */
export const ASK_AGAIN_MS = 30_000

/** What to do about a page that has ended: it is reloaded once; one that soon ends again shows a message instead. */
export function createRecoveries(clock: Pick<Clock, 'now'>): () => 'load-anew' | 'say-so' {
  let last = -Infinity
  return () => {
    const isAgain = clock.now() - last < SOON_MS
    last = isAgain ? -Infinity : clock.now()
    return isAgain ? 'say-so' : 'load-anew'
  }
}

/**
 * Asks the writer about a window that does not respond. When `answered` is aborted the question is withdrawn and its
 * answer ignored.
 */
export type AskUnresponsive = (answered: AbortSignal) => Promise<'wait' | 'load-anew'>

interface HangQuestion {
  /** Called when the page has not responded for a while. */
  unresponsive(): void
  /** Called when the page responds again, or is gone. */
  over(): void
}

/**
 * Leaves it to the writer whether a page that does not respond is given up (rule W23): only that page knows the words
 * that it has not handed over yet, so no time-out ends it.
 */
export function createHangQuestion(
  clock: Pick<Clock, 'after'>,
  ask: AskUnresponsive,
  loadAnew: () => void,
): HangQuestion {
  let hang: AbortController | undefined

  async function question(answered: AbortSignal): Promise<void> {
    const answer = await ask(answered)
    if (answered.aborted) return
    if (answer === 'load-anew') loadAnew()
    else {
      const stop = clock.after(ASK_AGAIN_MS, () => void question(answered))
      answered.addEventListener('abort', stop)
    }
  }

  return {
    unresponsive() {
      if (hang !== undefined) return
      hang = new AbortController()
      void question(hang.signal)
    },
    over() {
      hang?.abort()
      hang = undefined
    },
  }
}

interface RecoveryParts {
  readonly askUnresponsive: AskUnresponsive
  /** Called whenever a page is gone, even if it was reloaded; its window may be closed first. */
  readonly gone: (page: WebContents) => void
  /** Copies the facts that somebody who helps needs to the clipboard. */
  readonly copyReport: () => void
}

/**
 * Restores a window whose page has crashed, was ended by the system, or was given up by the writer because it did not
 * respond. Words that main has received are in the journal.
 */
export function recoverPage(
  window: BrowserWindow,
  clock: Clock,
  { askUnresponsive, gone, copyReport }: RecoveryParts,
): void {
  const { webContents } = window
  const next = createRecoveries(clock)
  let address: string | undefined
  const hang = createHangQuestion(clock, askUnresponsive, () => webContents.forcefullyCrashRenderer())
  const load = () => {
    if (address === undefined) webContents.reload()
    else void window.loadURL(address)
  }

  webContents.on('did-navigate', (_event, url) => {
    if (!url.startsWith('data:')) address = url
    gone(webContents)
  })
  webContents.on('render-process-gone', (_event, { reason }) => {
    hang.over()
    gone(webContents)
    if (reason === 'clean-exit') return
    const step = next()
    // Electron is still handling the page that has ended until its listeners return.
    clock.after(0, () => {
      if (window.isDestroyed()) return
      if (step === 'load-anew') load()
      else void window.loadURL(TWICE)
    })
  })
  webContents.on('will-navigate', (event, url) => {
    if (url !== LOAD_ANEW && url !== COPY) return
    event.preventDefault()
    if (url === COPY) copyReport()
    else load()
  })
  window.on('unresponsive', hang.unresponsive)
  window.on('responsive', hang.over)
  window.on('closed', hang.over)
}

const LOAD_ANEW = `${APP_ORIGIN}/do/reload`
const COPY = `${APP_ORIGIN}/do/copy`
const TWICE = errorPage({
  title: 'Stet',
  sentence: 'This window has stopped working twice.',
  advice: 'Your documents are safe on this device. Load the window again to go on.',
  buttons: [
    ['Reload window', LOAD_ANEW],
    ['Copy what happened', COPY],
  ],
})
