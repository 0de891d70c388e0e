import { access } from 'node:fs/promises'
import { splitName } from '../system/file-names'

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

/** Endings of one kind of file each. */
const ALIKE: readonly (readonly string[])[] = [
  ['.html', '.htm'],
  ['.md', '.markdown'],
  ['.jpg', '.jpeg'],
]

/**
 * Asks for the path of a file with this suggested name. A name without the ending of that one gets it: programs would
 * not open a PDF that ends in `.docx`. The dialog could not ask whether a file of the longer name is to be replaced, so
 * none is.
 */
export async function targetFor<Sender>(
  dialogs: Pick<FileDialogs<Sender>, 'chooseTarget'>,
  sender: Sender,
  name: string,
): Promise<string | undefined> {
  const file = await dialogs.chooseTarget(sender, name)
  const [, ending] = splitName(name)
  if (file === undefined || ending === '') return file
  const endings = ALIKE.find((alike) => alike.includes(ending)) ?? [ending]
  if (endings.some((one) => file.toLowerCase().endsWith(one.toLowerCase()))) return file
  for (let number = 1; ; number++) {
    const free = `${file}${number === 1 ? '' : ` ${number}`}${ending}`
    const isThere = await access(free).then(
      () => true,
      () => false,
    )
    if (!isThere) return free
  }
}
