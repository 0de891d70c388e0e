import { app, BrowserWindow, shell } from 'electron'
import { APP_ORIGIN } from './app-page'
import { lockNavigation } from './windows/window'

interface StartupError {
  /** One clear sentence. */
  readonly sentence: string
  readonly advice: string
  /** The folder that "Show the folder" opens. */
  readonly folder: string
  /** Opens a window in which the texts can be read, where possible; resolves with a sentence where it is not. */
  readonly readTexts?: () => Promise<string | undefined>
}

/**
 * Shows why a start failed and what to do; the app never exits silently. Resolves when the writer asks to try again.
 */
export function showStartupError(error: StartupError): Promise<void> {
  const window = new BrowserWindow({
    width: 560,
    height: 320,
    title: 'Stet cannot open the library',
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, javascript: false },
  })
  return new Promise((resolve) => {
    const readTexts = async () => {
      const failure = await error.readTexts?.()
      if (failure !== undefined && !window.isDestroyed()) show(failure)
    }
    const actions: Readonly<Record<string, () => void>> = {
      read: () => void readTexts(),
      retry: () => {
        window.removeAllListeners('closed')
        window.destroy()
        resolve()
      },
      folder: () => void shell.openPath(error.folder),
      quit: () => app.exit(1),
    }
    window.webContents.on('will-navigate', (event, url) => {
      event.preventDefault()
      const action = /^app:\/\/stet\/do\/(\w+)$/.exec(url)?.[1]
      if (action !== undefined && Object.hasOwn(actions, action)) actions[action]?.()
    })
    lockNavigation(window.webContents)
    window.on('closed', () => {
      // Texts may still be read in a window of their own.
      if (BrowserWindow.getAllWindows().length === 0) app.exit(1)
    })
    const show = (advice: string) =>
      void window.loadURL(
        errorPage({
          ...error,
          advice,
          title: 'Stet cannot open the library',
          buttons: [
            ...(error.readTexts === undefined ? [] : [['Read the texts', `${APP_ORIGIN}/do/read`] as const]),
            ['Try again', `${APP_ORIGIN}/do/retry`],
            ['Show the folder', `${APP_ORIGIN}/do/folder`],
            ['Quit', `${APP_ORIGIN}/do/quit`],
          ],
        }),
      )
    show(error.advice)
  })
}

/** The address of a page that does not depend on the app: a sentence, advice, and buttons with their addresses. */
export function errorPage(page: {
  readonly title: string
  readonly sentence: string
  readonly advice: string
  readonly buttons: readonly (readonly [label: string, address: string])[]
}): string {
  const buttons = page.buttons.map(([label, address]) => `<a href="${address}">${escapeHtml(label)}</a>`)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(page.title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 15px/1.6 Inter, system-ui, sans-serif; margin: 32px; background: Canvas; color: CanvasText }
  h1 { font-size: 18px; line-height: 1.35; margin: 0 0 12px }
  p { margin: 0 0 24px }
  a { display: inline-block; margin-right: 8px; padding: 4px 12px; border: 1px solid GrayText; border-radius: 6px; color: inherit; text-decoration: none }
</style>
<main role="alert"><h1>${escapeHtml(page.sentence)}</h1><p>${escapeHtml(page.advice)}</p></main>
${buttons.join('')}`
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
