import {
  BrowserWindow,
  clipboard,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type WebContents,
} from 'electron'
import path from 'node:path'
import type { FileDialogs } from './file-dialogs'
import type { HandOverParts, UnwrittenDialog } from './leaving'
import type { AskUnresponsive } from './windows/page-recovery'

const FOLDER: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }

/** The options of a dialog for one file with such an extension. */
const file = (title: string, name: string, ...extensions: string[]): OpenDialogOptions => ({
  title,
  properties: ['openFile'],
  filters: [{ name, extensions }],
})

const IMPORTED = file(
  'Import',
  'Documents and zip archives',
  ...['docx', 'html', 'htm', 'md', 'markdown', 'zip', 'bear2bk'],
)

const choosing =
  (options: OpenDialogOptions) =>
  async (sender: WebContents): Promise<string | undefined> =>
    (await choose(BrowserWindow.fromWebContents(sender), options))[0]

/** The system's dialogs, each attached to the window that asked for it. */
export const systemDialogs: FileDialogs<WebContents> = {
  chooseFiles: (sender) =>
    choose(BrowserWindow.fromWebContents(sender), {
      title: 'Attach files',
      properties: ['openFile', 'multiSelections'],
    }),
  chooseSource: (sender, from) =>
    choosing(from === 'file' ? IMPORTED : { title: 'Import', properties: ['openDirectory'] })(sender),
  chooseFolder: choosing({ ...FOLDER, title: 'Export into' }),
  chooseBackupFolder: choosing({ ...FOLDER, title: 'Keep backups in' }),
  chooseDictionary: choosing(file('Add a dictionary', 'Hunspell dictionary', 'dic', 'aff')),
  chooseWord: choosing(file('Take the styles of', 'Documents and templates of Word', 'docx', 'dotx')),
  chooseCover: choosing(file('Choose a cover', 'Pictures', ...['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'])),
  chooseTransfer: choosing(
    file('Bring in from another computer', 'Written by Stet on another computer', 'zip'),
  ),
  async chooseTarget(sender, name) {
    const window = BrowserWindow.fromWebContents(sender)
    const extension = path.extname(name).slice(1)
    const filters = extension === '' ? [] : [{ name: `*.${extension}`, extensions: [extension] }]
    const options = { title: 'Save the file', defaultPath: name, filters }
    const { canceled, filePath } = await (window === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(window, options))
    return canceled || filePath === '' ? undefined : filePath
  },
}

async function choose(window: BrowserWindow | null, options: OpenDialogOptions): Promise<readonly string[]> {
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options))
  return canceled ? [] : filePaths
}

/** Asks for a folder to write into, on the window in front. */
export const chooseFolder = async (): Promise<string | undefined> =>
  (await choose(BrowserWindow.getFocusedWindow(), FOLDER))[0]

/**
 * Shows a question; returns the number of the pressed button. It is attached to a window where there is one: without a
 * window macOS blocks the app until the answer, and the question could not be withdrawn.
 */
async function askOnWindow(options: MessageBoxOptions): Promise<number> {
  const window =
    BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().find((shown) => shown.isVisible())
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options))
  return response
}

const LEAVING = ['stay', 'copy', 'leave'] as const

/** Asked before the app ends while words are only in memory and would be lost. */
export const unwrittenDialog: UnwrittenDialog = {
  async ask(texts, changed) {
    const names = texts.map(({ title }) => (title === '' ? 'an untitled document' : `“${title}”`)).join(', ')
    const response = await askOnWindow({
      type: 'warning',
      message: `The last words of ${names} could not be written to this disk.`,
      detail: 'They are in memory only and are written as soon as there is room. Quitting now loses them.',
      buttons: ['Stay', 'Copy the text', 'Quit without them'],
      defaultId: 0,
      cancelId: 0,
      signal: changed,
    })
    return LEAVING[response] ?? 'stay'
  },
  copy: async (text) => clipboard.writeText(text),
}

/** Asked when a window does not respond: only that window knows what was typed in it last. */
export const askSilent: HandOverParts['askSilent'] = async (windows, answered) => {
  const response = await askOnWindow({
    type: 'warning',
    message: windows === 1 ? 'A window is not responding.' : `${windows} windows are not responding.`,
    detail:
      'The last words typed there may not be saved yet. Closing now loses them; everything before is safe.',
    buttons: ['Wait', 'Close anyway'],
    defaultId: 0,
    cancelId: 0,
    signal: answered,
  })
  return response === 1 ? 'leave' : 'wait'
}

/** Asked on the window that does not respond. */
export const askUnresponsive =
  (window: BrowserWindow): AskUnresponsive =>
  async (answered) => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'This window is not responding.',
      detail:
        'You can wait, or load the window again. Loading it again may lose words typed in the last second before it stopped responding, or since; everything before that is safe.',
      buttons: ['Wait', 'Load the window again'],
      defaultId: 0,
      cancelId: 0,
      signal: answered,
    })
    return response === 1 ? 'load-anew' : 'wait'
  }
