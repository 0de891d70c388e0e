import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { safeName, splitName } from '../../system/file-names'
import { storageError } from '../../system/storage-error'
import type { Workspace } from './workspace'

/** The folder, within such an export, for parts that are not texts of the library. */
export const RECOVERED = 'Recovered texts'
export const DECIDING = 'Decisions not finished'
export const FILES = 'Files'
const CHANGES = 'Changes not sent'
export const CAPTURED = 'Captured words'

/**
 * Writes everything of a library that exists only on this device into the folder, beside the files that are there:
 * texts as markdown files; words typed for open conflicts, recovered texts and attached files in folders of their own;
 * other changes as a list. Returns how many files were written. Throws an AppError where the disk rejects one of them.
 */
export async function writeUnsent(
  folder: string,
  { unsent, documents, snapshots, attachments }: UnsentSource,
): Promise<number> {
  const only = unsent()
  let files = 0
  /** Returns a function that writes into this folder under free names: no file is ever overwritten. */
  const into = async (within: string) => {
    const target = path.join(folder, within)
    await mkdir(target, { recursive: true })
    const taken = new Set((await readdir(target)).map((name) => name.toLowerCase()))
    return async (title: string, extension: string, write: (file: string) => Promise<void>) => {
      await write(path.join(target, safeName(title, taken, extension)))
      files++
    }
  }
  const text = (content: string) => (file: string) => writeFile(file, content, { flag: 'wx' })
  try {
    const top = await into('')
    const deciding: { readonly title: string; readonly typed: string }[] = []
    for (const { documentId, title } of only.texts) {
      const found = documents.read(documentId)
      if (found === undefined) continue
      await top(title, '.md', text(found.text))
      for (const typed of found.typedWhileDeciding ?? []) deciding.push({ title, typed })
    }
    const undecided = deciding.length > 0 ? await into(DECIDING) : top
    for (const { title, typed } of deciding) await undecided(title, '.md', text(typed))
    if (only.changes.length > 0) await top(CHANGES, '.txt', text(`${only.changes.join('\n')}\n`))
    if (only.captured.trim() !== '') await top(CAPTURED, '.md', text(only.captured))
    const recovered = snapshots.list()
    const aside = recovered.length > 0 ? await into(RECOVERED) : top
    for (const { id, at } of recovered) {
      const found = snapshots.read(id)
      await aside(`${found.title} ${at.slice(0, 16).replace(':', '.')}`, '.md', text(found.text))
    }
    const fileFolder = only.files.length > 0 ? await into(FILES) : top
    for (const { name, link } of only.files) {
      const { path: here } = await attachments.open(link)
      const [stem, extension] = splitName(name)
      await fileFolder(stem, extension.replace(/[^.\p{L}\p{N}_-]/gu, ''), (file) => copyFile(here, file))
    }
    return files
  } catch (error) {
    throw storageError(error, folder)
  }
}

type UnsentSource = Pick<Workspace, 'unsent' | 'documents' | 'snapshots' | 'attachments'>
