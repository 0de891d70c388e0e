/** The system's dialogs for files; each is attached to the window that asks. */
export interface FileDialogs<Sender> {
  /** Files to read; empty where none was chosen. */
  chooseFiles(sender: Sender): Promise<readonly string[]>
  /** A folder, or a zip, to import. */
  chooseSource(sender: Sender, from: 'folder' | 'file'): Promise<string | undefined>
  /** The folder of an export. */
  chooseFolder(sender: Sender): Promise<string | undefined>
  chooseBackupFolder(sender: Sender): Promise<string | undefined>
  /** The path at which to write a file with this suggested name; `undefined` where none was chosen. */
  chooseTarget(sender: Sender, name: string): Promise<string | undefined>
  /** A file from another computer. */
  chooseTransfer(sender: Sender): Promise<string | undefined>
  /** A Word document from which styles are taken. */
  chooseWord(sender: Sender): Promise<string | undefined>
  chooseCover(sender: Sender): Promise<string | undefined>
  /** The `.dic` or `.aff` file of a dictionary. */
  chooseDictionary(sender: Sender): Promise<string | undefined>
}
