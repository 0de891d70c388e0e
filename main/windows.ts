import { BrowserWindow, type WebContents } from 'electron'
import { EVENT_CHANNEL } from '../shared/channels'
import type { EventName, EventPayload } from '../shared/ipc'
import { systemClock } from './clock'
import { recoverPage } from './page-recovery'
import { openWindow, type WindowOptions } from './window'
import { createWindowFlush, type WindowFlush } from './window-flush'

/** The windows on the renderer, all that are open; the one that tells of trouble is none of them. */
export interface Windows {
  open(documentId?: string): BrowserWindow
  areOurs(contents: WebContents): boolean
  ids(): number[]
  /** Brings a window to the front; undefined where none is open. */
  focusFirst(): BrowserWindow | undefined
  /** Tells every window what has happened. */
  tell<N extends EventName>(name: N, payload: EventPayload<N>): void
  /** Asks for what the windows have not handed over, before the app quits. */
  readonly flush: WindowFlush
  /** The same before another library comes. */
  readonly switching: WindowFlush
  /** Hears of each page of ours that crashed or was loaded anew. */
  onPageGone(listener: (contents: WebContents) => void): void
  /** They have handed over what they had: from now on they close at once. */
  letClose(): void
}

export function createWindows(options: Omit<WindowOptions, 'documentId'>): Windows {
  const ours = new Set<number>()
  const areOurs = (contents: WebContents): boolean => ours.has(contents.id)
  let mayClose = false
  let pageGone = (_contents: WebContents): void => {}

  const tell: Windows['tell'] = (name, payload) => {
    for (const { webContents } of BrowserWindow.getAllWindows())
      if (areOurs(webContents)) webContents.send(EVENT_CHANNEL, name, payload)
  }
  const flush = createWindowFlush(() => tell('flush.requested', { reason: 'quit' }))
  const switching = createWindowFlush(() => tell('flush.requested', { reason: 'switch' }))

  return {
    open(documentId) {
      const window = openWindow({ ...options, ...(documentId !== undefined && { documentId }) })
      const { id } = window.webContents
      ours.add(id)
      window.on('closed', () => ours.delete(id))
      recoverPage(window, systemClock, () => pageGone(window.webContents))
      let handedOver = false
      window.on('close', (event) => {
        if (handedOver || mayClose) return
        event.preventDefault()
        void flush.all([id], 1_500).then(() => {
          handedOver = true
          window.close()
        })
      })
      return window
    },
    areOurs,
    ids: () =>
      BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
        areOurs(webContents) ? [webContents.id] : [],
      ),
    focusFirst() {
      const first = BrowserWindow.getAllWindows().find((window) => areOurs(window.webContents))
      if (first?.isMinimized() === true) first.restore()
      first?.focus()
      return first
    },
    tell,
    flush,
    switching,
    onPageGone: (listener) => void (pageGone = listener),
    letClose: () => void (mayClose = true),
  }
}
