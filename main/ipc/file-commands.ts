import { copyFile } from 'node:fs/promises'
import type { EXPORT_COMMANDS } from '../../shared/ipc/ipc-export'
import type { FILE_COMMANDS, AddedFile } from '../../shared/ipc/ipc-files'
import type { TRANSFER_COMMANDS } from '../../shared/ipc/ipc-moving'
import type { PORTING_COMMANDS } from '../../shared/ipc/ipc-porting'
import type { Handlers } from '../../shared/ipc/ipc'
import type { Exporter } from '../export/exporter'
import { writeWhole } from '../export/write-file'
import type { Porting } from '../porting/porting'
import type { Transfer } from '../transfer/transfer'
import { targetFor, type FileDialogs } from '../app/file-dialogs'
import type { OpenLibrary } from '../connections/open-libraries'

interface FileCommandParts<Sender> {
  readonly dialogs: FileDialogs<Sender>
  readonly porting: Porting
  readonly exporter: Exporter
  readonly transfer: Transfer
  /** Throws where the page may not cause effects outside of the app now. */
  readonly requirePress: (sender: Sender) => void
}

/** The result for a chosen file; `null` where none was chosen. */
const taken = async <T>(file: string | undefined, take: (file: string) => Promise<T>): Promise<T | null> =>
  file === undefined ? null : take(file)

/** The commands about files, import and export; each handler passes its input to a module. */
export function createFileCommands<Sender>({
  dialogs,
  porting,
  exporter,
  transfer,
  requirePress,
}: FileCommandParts<Sender>): Pick<
  Handlers<Sender, OpenLibrary>,
  | keyof typeof FILE_COMMANDS
  | keyof typeof PORTING_COMMANDS
  | keyof typeof EXPORT_COMMANDS
  | keyof typeof TRANSFER_COMMANDS
> {
  return {
    'file.add': (input, { attachments }) => attachments.add(input),
    async 'file.choose'(_nothing, { attachments }, sender) {
      const added: AddedFile[] = []
      for (const file of await dialogs.chooseFiles(sender)) added.push(await attachments.addFrom(file))
      return added
    },
    'files.list': (_nothing, { attachments }) => attachments.list(),
    'file.uses': (input, { attachments }) => attachments.uses(input),
    'file.missing': (input, { attachments }) => attachments.missing(input),
    'file.edit': (input, { attachments }) => attachments.edit(input),
    'file.delete': (input, { attachments }) => attachments.delete(input),
    'file.restore': (input, { attachments }) => attachments.restore(input),
    'file.remove': (input, { attachments }) => attachments.remove(input),
    async 'file.save-as'({ link }, { attachments }, sender) {
      const { path, name } = await attachments.open(link)
      const target = await targetFor(dialogs, sender, name)
      if (target === undefined) return { saved: false }
      await writeWhole(target, (half) => copyFile(path, half))
      return { saved: true }
    },

    async 'import.plan'({ from }, library, sender) {
      if (from === 'opened') return porting.planOpened(library, sender)
      const file = await dialogs.chooseSource(sender, from)
      return file === undefined ? null : porting.plan(file, library, sender)
    },
    'import.plan-given': ({ files }, library, sender) => porting.planGiven(files, library, sender),
    'import.opened': (_nothing, library) => porting.hasOpened(library),
    'import.start': (input, library, sender) => porting.import(input, library, sender),
    'import.last': (_nothing, library) => porting.lastImport(library),
    'import.undo': (input, library, sender) => porting.undoImport(input, library, sender),
    async 'export.start'(input, library, sender) {
      if (input.goOn === true) return porting.goOnExporting(library, sender)
      const into = await dialogs.chooseFolder(sender)
      return into === undefined ? null : porting.export(input, into, library, sender)
    },
    'document.check-export': (input, library) => exporter.check(input, library),
    'document.export': (input, library, sender) =>
      exporter.export(input, library, (name) => targetFor(dialogs, sender, name), sender),
    'word-styles.choose': async (_nothing, sender) =>
      taken(await dialogs.chooseWord(sender), exporter.addStyles),
    'cover.choose': async (_nothing, sender) => taken(await dialogs.chooseCover(sender), exporter.addCover),
    'document.print': (input, library, sender) => {
      requirePress(sender)
      return exporter.print(input, library, sender)
    },
    'drafts.add': (input, library) => porting.addDrafts(input, library),
    'drafts.take': (_nothing, library) => porting.takeDrafts(library),
    'porting.cancel': (_nothing, sender) => {
      transfer.forget(sender)
      porting.cancel(sender)
    },
    async 'transfer.pack'(input, sender) {
      const target = await targetFor(dialogs, sender, transfer.fileName())
      return target === undefined ? null : transfer.pack(input, target, sender)
    },
    async 'transfer.plan'(_nothing, sender) {
      const file = await dialogs.chooseTransfer(sender)
      return file === undefined ? null : transfer.plan(file, sender)
    },
    'transfer.bring-in': (input, sender) => transfer.bringIn(input, sender),
  }
}
