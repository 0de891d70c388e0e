/** What the system's dialogs answer with; they belong to the window that asks. */
export interface FileDialogs<Sender> {
  /** Files to be read; empty where nothing was chosen. */
  chooseFiles(sender: Sender): Promise<readonly string[]>
  /** A folder, or a zip, to be imported. */
  chooseSource(sender: Sender, from: 'folder' | 'file'): Promise<string | undefined>
  /** Where an export goes. */
  chooseFolder(sender: Sender): Promise<string | undefined>
  chooseBackupFolder(sender: Sender): Promise<string | undefined>
  /** Where to write a file of this name; `undefined`: nowhere. */
  chooseTarget(sender: Sender, name: string): Promise<string | undefined>
  /** A file from another computer. */
  chooseTransfer(sender: Sender): Promise<string | undefined>
  /** A document of Word whose styles are taken. */
  chooseWord(sender: Sender): Promise<string | undefined>
  chooseCover(sender: Sender): Promise<string | undefined>
  /** The `.dic` or `.aff` file of a dictionary. */
  chooseDictionary(sender: Sender): Promise<string | undefined>
}
