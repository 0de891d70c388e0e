import { app, BrowserWindow, dialog, session } from 'electron'
import { APP_ORIGIN } from '../app/app-page'
import { titled } from '../app/build-kind'
import { lockNavigation, lockSession } from '../app/windows/window'
import { messageOf } from '../../shared/thrown'
import { createPages, SAVE_ALL } from './pages'
import { openProfile, type NamedLibrary } from './profile-libraries'
import { textsOf, type ProfileTexts } from './profile-texts'
import { saveAll } from './save-all'

let opened: BrowserWindow | undefined

/** The pages show text of documents: they may use no script, no picture and no request. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * Opens a window in which the texts of a profile that a newer version has written can be read, and saved as files. The
 * profile is not changed. Throws an AppError with a sentence where none of its libraries can be read.
 */
export function openReadingWindow(profile: string): void {
  if (opened !== undefined) return opened.focus()
  const read = openProfile(profile)
  const { libraries } = read
  const texts = textsOf(libraries)
  let outcome: string | undefined
  const pages = createPages({ ...texts, unread: [...read.unread, ...texts.unread] }, () => outcome)
  const own = session.fromPartition('reading')
  lockSession(own)
  own.protocol.handle('app', ({ url }) => {
    return new Response(pages(url), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      },
    })
  })
  const window = new BrowserWindow({
    width: 900,
    height: 760,
    title: titled('Stet: your texts, to be read'),
    autoHideMenuBar: true,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, javascript: false },
  })
  opened = window
  const begin = `${APP_ORIGIN}/`
  let isSaving = false
  const save = async () => {
    if (isSaving) return
    isSaving = true
    outcome = (await savedIn(window, libraries, texts)) ?? outcome
    isSaving = false
    if (!window.isDestroyed()) void window.loadURL(begin)
  }
  window.webContents.on('will-navigate', (event, url) => {
    if (url !== `${begin}${SAVE_ALL}`) return
    event.preventDefault()
    void save()
  })
  lockNavigation(window.webContents)
  window.on('closed', () => {
    opened = undefined
    own.protocol.unhandle('app')
    read.close()
    // The window that explains why the library cannot be opened may have been closed before.
    if (BrowserWindow.getAllWindows().length === 0) app.exit(0)
  })
  void window.loadURL(begin)
}

/** The result as a sentence; `undefined` where the writer chose no folder. */
async function savedIn(
  window: BrowserWindow,
  libraries: readonly NamedLibrary[],
  texts: ProfileTexts,
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Save all texts in',
    properties: ['openDirectory', 'createDirectory'],
  })
  const [folder] = filePaths
  if (canceled || folder === undefined) return undefined
  try {
    const { written, missing } = await saveAll(libraries, texts, folder)
    const left =
      missing.length === 0 ? '' : ` These could not be read: ${missing.map((one) => `“${one}”`).join(', ')}.`
    return `${written === 1 ? 'One text was' : `${written.toLocaleString('en')} texts were`} saved in ${folder}.${left}`
  } catch (error) {
    return messageOf(error)
  }
}
