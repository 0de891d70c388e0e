import { app, BrowserWindow, dialog, session } from 'electron'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { APP_ORIGIN } from '../app/app-page'
import { titled } from '../app/build-kind'
import { lockNavigation, lockSession } from '../app/windows/window'
import { AppError } from '../../shared/problem'
import { messageOf } from '../../shared/thrown'
import { openLibraryReader } from '../store/library-reader'
import { createPages, SAVE_ALL } from './pages'
import { saveAll, type NamedLibrary } from './save-all'

let opened: BrowserWindow | undefined

/** The pages show text of documents: no script, no picture, no request. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * Opens a window in which the texts of a profile that a newer version has written are read, and saved as files. Nothing
 * of the profile is changed. Throws an AppError with a sentence where none of its libraries can be read.
 */
export function openReadingWindow(profile: string): void {
  if (opened !== undefined) return opened.focus()
  const libraries = librariesIn(profile)
  let outcome: string | undefined
  const pages = createPages(libraries, () => outcome)
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
    outcome = (await savedIn(window, libraries)) ?? outcome
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
    for (const { reader } of libraries) reader.close()
    // The window that says why the library cannot be opened may have been closed before.
    if (BrowserWindow.getAllWindows().length === 0) app.exit(0)
  })
  void window.loadURL(begin)
}

/** Every library of the profile that can be read, under the name of its folder. */
function librariesIn(profile: string): readonly NamedLibrary[] {
  const folder = path.join(profile, 'connections')
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => ({ name, file: path.join(folder, name, 'library.db') }))
    .filter(({ file }) => existsSync(file))
  const readable: NamedLibrary[] = []
  let failure: AppError | undefined
  for (const { name, file } of files) {
    try {
      const reader = openLibraryReader(file)
      reader.documents()
      readable.push({ name, reader })
    } catch (error) {
      if (error instanceof AppError) failure ??= error
      else throw error
    }
  }
  if (readable.length === 0 && failure) throw failure
  return readable
}

/** What came of it, as a sentence; undefined where the writer chose no folder. */
async function savedIn(
  window: BrowserWindow,
  libraries: readonly NamedLibrary[],
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Save all texts in',
    properties: ['openDirectory', 'createDirectory'],
  })
  const [folder] = filePaths
  if (canceled || folder === undefined) return undefined
  try {
    const { written, missing } = await saveAll(libraries, folder)
    const left =
      missing.length === 0 ? '' : ` These could not be read: ${missing.map((one) => `“${one}”`).join(', ')}.`
    return `${written === 1 ? 'One text was' : `${written.toLocaleString('en')} texts were`} saved in ${folder}.${left}`
  } catch (error) {
    return messageOf(error)
  }
}
