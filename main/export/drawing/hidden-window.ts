import { BrowserWindow, session, type Session } from 'electron'
import { appError, type AppError } from '../../../shared/problem'

export interface HiddenWindow {
  readonly contents: Electron.WebContents
  /** Closes the window, whatever its page is doing. */
  close(): void
}

/**
 * An invisible window, sandboxed, in a session in memory that can load only what `serve` provides below `addresses`.
 * `runsScripts`: allows the scripts of our own page, and those that main runs in it.
 */
export function openHiddenWindow(
  serve: (partition: Session) => void,
  addresses: readonly string[],
  {
    runsScripts,
    hasMarginBoxes = false,
  }: { readonly runsScripts: boolean; readonly hasMarginBoxes?: boolean },
): HiddenWindow {
  const partition = session.fromPartition(`hidden-${crypto.randomUUID()}`, { cache: false })
  serve(partition)
  partition.setPermissionRequestHandler((_contents, _permission, allow) => allow(false))
  partition.setPermissionCheckHandler(() => false)
  partition.on('will-download', (event) => event.preventDefault())
  partition.webRequest.onBeforeRequest({ urls: ['<all_urls>'] }, ({ url }, decide) =>
    decide({ cancel: !addresses.some((address) => url.startsWith(address)) }),
  )
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: partition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: runsScripts,
      // Boxes in the margins of a printed page are a CSS feature that Chromium enables by default since 131.
      ...(hasMarginBoxes && { enableBlinkFeatures: 'PageMarginBoxes' }),
      backgroundThrottling: false,
      webgl: false,
      spellcheck: false,
    },
  })
  const contents = window.webContents
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  return {
    contents,
    close() {
      if (!window.isDestroyed()) window.destroy()
    },
  }
}

/** The result of `work`. Rejects when `signal` is aborted first, the window's page ends, or `withinMs` have passed. */
export async function inTime<T>(
  { contents }: HiddenWindow,
  { signal, withinMs }: { readonly signal: AbortSignal; readonly withinMs: number },
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const stop = new Promise<never>((_resolve, reject) => {
    const stopWith = (error: AppError) => () => reject(error)
    const stopped = { signal: ended.signal }
    signal.addEventListener('abort', stopWith(appError('cancelled', 'Cancelled.')), stopped)
    const gone = stopWith(tooLarge())
    contents.once('render-process-gone', gone)
    const timer = Number.isFinite(withinMs) ? setTimeout(gone, withinMs) : undefined
    ended.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      contents.off('render-process-gone', gone)
    })
  })
  try {
    return await Promise.race([stop, work()])
  } finally {
    ended.abort()
  }
}

const tooLarge = () => appError('too-large', 'This is too large for one file. Export it in parts.')
