import { BrowserWindow, dialog, type OpenDialogOptions, type WebContents } from 'electron'
import type { FileDialogs } from './file-commands'

/** The system's dialogs, each on the window that asked for it. */
export const systemDialogs: FileDialogs<WebContents> = {
  chooseFiles: (sender) =>
    choose(sender, { title: 'Attach files', properties: ['openFile', 'multiSelections'] }),
  async chooseSource(sender, from) {
    const chosen = await choose(sender, {
      title: 'Import',
      properties: [from === 'folder' ? 'openDirectory' : 'openFile'],
      ...(from === 'zip' && { filters: [{ name: 'Zip', extensions: ['zip', 'bear2bk'] }] }),
    })
    return chosen[0]
  },
  async chooseFolder(sender) {
    const chosen = await choose(sender, {
      title: 'Export into',
      properties: ['openDirectory', 'createDirectory'],
    })
    return chosen[0]
  },
  async chooseTarget(sender, name) {
    const window = BrowserWindow.fromWebContents(sender)
    const options = { title: 'Save the file', defaultPath: name }
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    return canceled || filePath === '' ? undefined : filePath
  },
}

async function choose(sender: WebContents, options: OpenDialogOptions): Promise<readonly string[]> {
  const window = BrowserWindow.fromWebContents(sender)
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? [] : filePaths
}

/** A folder to write into, asked for on the window in front. */
export async function chooseFolder(): Promise<string | undefined> {
  const window = BrowserWindow.getFocusedWindow()
  const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? undefined : filePaths[0]
}
