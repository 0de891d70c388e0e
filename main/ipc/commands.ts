import type { CommandInput, CommandName, Handlers } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import { bootstrapOf } from './bootstrap'
import { createFileCommands } from './file-commands'
import { createBackupCommands } from './backup-commands'
import { createSpellingCommands } from './spelling-commands'
import type { FileDialogs } from '../app/file-dialogs'
import { targetOf } from '../../shared/text/file-links'
import { openableLink } from '../app/links'
import { stetLinkTo } from '../app/stet-link'
import type { Connections } from '../connections/connections'
import type { Updates } from '../app/updates'
import type { Backups } from '../backups/backups'
import type { Restoring } from '../backups/restoring'
import type { Notices } from '../system/notices'
import type { SettingsFile } from '../system/settings'
import type { Moving } from '../porting/moving'
import type { Exporter } from '../export/exporter'
import type { Porting } from '../porting/porting'
import type { Transfer } from '../transfer/transfer'
import type { Spelling } from '../spelling/spelling'
import type { OpenLibrary } from '../connections/open-libraries'
import type { Shown } from '../app/windows/window-states'
import type { Workspaces } from '../connections/workspaces'

/** The functions of the app that commands about windows need. */
export interface WindowCommands<Sender> {
  /** Opens a window, showing this document if one is given. */
  open(document: Shown | undefined): void
  /** The id by which `workspaces` knows the window. */
  idOf(sender: Sender): number
  setTitle(sender: Sender, title: string): void
  toggleFullScreen(sender: Sender): void
  zoom(sender: Sender, step: CommandInput<'window.zoom'>['step']): void
  showAbout(): void
  quit(): void
  painted(): void
  /** Notes that the window has handed over everything that it had when `round` began. */
  flushed(sender: Sender, round: number): void
  /** Throws where the page may not cause effects outside of the app now (`presses.ts`). */
  requirePress(sender: Sender): void
  openLink(address: string): Promise<void>
  /** Performs a clipboard action at the page's focus. */
  edit(sender: Sender, action: 'cut' | 'copy' | 'paste' | 'paste-plain'): void
}

export interface CommandParts<Sender> {
  readonly workspaces: Workspaces
  readonly connections: Connections
  readonly settings: SettingsFile
  readonly notices: Notices
  readonly windows: WindowCommands<Sender>
  readonly dialogs: FileDialogs<Sender>
  readonly porting: Porting
  readonly exporter: Exporter
  readonly moving: Moving
  readonly transfer: Transfer
  readonly updates: Updates
  readonly backups: Backups
  readonly restoring: Restoring
  /** Shows a folder of the disk in the system's file manager. */
  readonly showFolder: (folder: string) => Promise<void>
  readonly spelling: Spelling
  readonly settingsChanged: () => void
  /** A report about the app for somebody who helps. */
  readonly report: () => Promise<string>
  /** Writes an error of a window into the log. */
  readonly reportBroken: (words: string) => void
}

/** The commands of search and replace, which need only their library. */
const searchCommands: Pick<
  Handlers<object, OpenLibrary>,
  (`search.${string}` & CommandName) | (`replace.${string}` & CommandName)
> = {
  'search.words': (input, { search }) => search.words(input),
  'search.meaning': (input, { search }, sender) => search.meaning(input, sender),
  'search.related': (input, { search }, sender) => search.related(input, sender),
  'replace.preview': (input, { replace }) => replace.preview(input),
  'replace.apply': (input, { replace }, sender) => replace.apply(input, sender),
  'replace.link': (input, { replace }) => replace.link(input),
  'replace.cancel': (_nothing, { replace }, sender) => replace.cancel(sender),
  'replace.last': (_nothing, { replace }) => replace.last(),
  'replace.undo': (input, { replace }) => replace.undo(input),
  'search.links': (input, { search }) => search.links(input),
  'search.chunk': (input, { search }, sender) => search.chunk(input, sender),
}

/** The handlers of all commands; each passes its input to a module. */
export function createCommands<Sender extends object>(
  parts: CommandParts<Sender>,
): Handlers<Sender, OpenLibrary> {
  const { workspaces, connections, settings, notices, windows, moving, updates } = parts
  const files = createFileCommands({ ...parts, requirePress: (sender) => windows.requirePress(sender) })
  /** Only publishing waits for an upload: otherwise readers would see a broken link. */
  const requireUploaded = ({ attachments, documents }: OpenLibrary, id: string) =>
    attachments.requireUploaded(documents.read(id)?.text ?? '')
  return {
    ...files,
    ...createSpellingCommands(parts),
    ...createBackupCommands(parts),
    ...searchCommands,
    'library.get': (_nothing, { catalog }) => catalog.library(),
    'library.batch': (batch, { unfinished }) => unfinished.batch(batch),
    'documents.list': (input, { catalog }) => catalog.documents(input),
    'documents.ids': (input, { catalog }) => catalog.ids(input),
    'documents.seek': (input, { catalog }) => catalog.seek(input),
    'documents.locate': (input, { catalog }) => catalog.locate(input),
    'documents.summaries': (input, { catalog }) => catalog.summaries(input),
    'documents.find': (input, { catalog }) => catalog.find(input),
    'documents.missing-titles': (input, { catalog }) => catalog.missingTitles(input),
    'folder.create': (input, { organise }) => organise.createFolder(input),
    'folder.rename': (input, { organise }) => organise.renameFolder(input),
    'folder.move': (input, { organise }) => organise.moveFolder(input),
    'folder.delete': (input, { organise }) => organise.deleteFolder(input),
    'folder.restore': (input, { organise }) => organise.restoreFolder(input),
    'folder.keep-offline': (input, library) => library.keepOffline(input),
    'tag.create': (input, { organise }) => organise.createTag(input),
    'tag.rename': (input, { organise }) => organise.renameTag(input),
    'tag.delete': (input, { organise }) => organise.deleteTag(input),

    'document.create': async ({ isDay, ...input }, { documents, days }) => {
      const made = await documents.create(input)
      if (isDay === true) days.made(made.id)
      return made
    },
    'document.open': (input, { documents }) => documents.open(input),
    'document.close': (input, { documents }) => documents.close(input),
    'document.change': (input, { documents }) => documents.change(input),
    'document.edit-fields': (input, library) => {
      if (input.status === 'published') requireUploaded(library, input.id)
      return library.documents.editFields(input)
    },
    'document.edit-each': (input, { documents }) => documents.editEach(input),
    'document.link': ({ id }, { catalog }) => ({ address: stetLinkTo(catalog.nameInLink(id)) }),
    'document.keep-view': (input, { documents }) => documents.keepView(input),
    'document.save': (input, library) => {
      if (input.reason === 'publish') requireUploaded(library, input.id)
      return library.documents.save(input)
    },
    'document.delete': (input, { documents }) => documents.delete(input),
    'document.restore': (input, { documents }) => documents.restore(input),
    'document.undo-merge': (input, { documents }) => documents.undoMerge(input),
    'document.conflict': (input, { documents }) => documents.conflict(input),
    'document.decide': (input, { documents }) => documents.decide(input),
    'document.resolve': (input, { documents }) => documents.resolve(input),

    'day.join': ({ id }, { days }) => days.join(id),
    'goals.get': (_nothing, { goals }) => goals.read(),
    'goals.set': (wanted, { goals }) => goals.set(wanted),
    'goals.wrote': (words, { goals }) => goals.wrote(words),
    'capture.read': (_nothing, { captured }) => ({ text: captured.read() }),
    'capture.add': ({ id, was }, { captured }) => captured.add(id, was),
    'capture.keep': ({ was, text }, { captured }) => ({ text: captured.keep(was, text) }),

    'outbox.list': (_nothing, { outbox }) => outbox.list(),
    'outbox.retry': ({ id }, { outbox }) => outbox.retry(id),
    'outbox.pause': ({ paused }, { outbox }) => outbox.pause(paused),
    'outbox.cancel-many': async (_nothing, { outbox }) => ({ count: await outbox.cancelMany() }),
    'outbox.discard': ({ id }, { outbox }) => ({ undoable: outbox.discard(id) }),
    'outbox.undo-discard': ({ id }, { outbox }) => ({ undone: outbox.undoDiscard(id) }),
    'log.read': (input, library) => library.readLog(input),
    'snapshots.list': ({ documentId }, { snapshots }) => snapshots.list(documentId),
    'snapshot.read': ({ id }, { snapshots }) => snapshots.read(id),
    'snapshot.restore': ({ id }, { snapshots }) => snapshots.restore(id),

    'history.list': (input, { history }) => history.list(input),
    'history.read': (input, { history }) => history.read(input),
    'history.look': (input, { history }) => history.look(input),
    'history.keep': (input, { history }) => history.keep(input),
    'history.note': (input, { history }) => history.note(input),
    'history.measures': (input, { history }) => history.measures(input),
    'history.lost': (input, { history }) => history.lost(input),
    'history.passage': (input, { history }) => history.passage(input),
    'history.provenance': (input, { history }) => history.provenance(input),
    'history.fetch': (input, { history }) => history.start(input),
    'history.stop': (input, { history }) => history.stop(input),
    'history.published': (input, { history }) => history.published(input),

    'saved-searches.list': (_nothing, { savedSearches }) => [...savedSearches.list()],
    'saved-search.create': (input, { savedSearches }) => savedSearches.create(input),
    'saved-search.change': (input, { savedSearches }) => savedSearches.change(input),
    'saved-search.delete': ({ id }, { savedSearches }) => savedSearches.delete(id),
    'saved-search.restore': ({ id }, { savedSearches }) => savedSearches.restore(id),

    'connections.list': () => connections.list(),
    'connection.test': (input, sender) => {
      windows.requirePress(sender)
      return connections.test(input, windows.idOf(sender))
    },
    'connection.cancel-test': (_nothing, sender) => connections.cancelTest(windows.idOf(sender)),
    'connection.connect': (input, sender) => {
      windows.requirePress(sender)
      return connections.connect(input)
    },
    'connection.activate': ({ id }) => workspaces.activate(id),
    'library.left': (_nothing, { epoch }, sender) => workspaces.left(windows.idOf(sender), epoch),
    'library.recover-text': (input) => workspaces.recoverText(input),
    'connection.rename': (input) => connections.rename(input),
    'connection.confirm-account': ({ isSame }, library) => library.confirmAccount(isSame),
    'connection.unlock': (input) => connections.unlock(input),
    'connection.ask-again': (_nothing, library) => library.askAgain(),
    'connection.unsent': (input) => connections.unsent(input),
    'connection.read-unsent': (input) => connections.readUnsent(input),
    'connection.export-unsent': (input) => connections.exportUnsent(input),
    'connection.remove': (input) => connections.remove(input),
    'connection.restore': (input) => connections.restore(input),
    'connection.delete': (input) => connections.delete(input),
    'connection.retry': (_nothing, library) => library.check(),
    'connection.stop-reading': (_nothing, library) => library.stopReading(),
    'connection.glance': (_nothing, library) => library.glance(),
    'connection.fix-folder': ({ id, folderId }, library) => {
      if (id !== library.connectionId)
        throw appError('not-allowed', 'Open this connection first; its folders are not known here.')
      return library.fixFolder(folderId)
    },
    'move.plan': (input, library, sender) => moving.plan(input, library, sender),
    'move.start': (input, library, sender) => moving.start(input, library, sender),
    'move.look': (_nothing, library) => moving.look(library),
    'move.keep': (_nothing, library) => moving.keep(library),
    'move.take-back': (_nothing, library, sender) => moving.takeBack(library, sender),
    'settings.get': (_nothing, sender) => workspaces.memories.settingsFor(windows.idOf(sender)),
    'settings.set': (change) => {
      const before = settings.get()
      const set = settings.set(change)
      parts.settingsChanged()
      if (set.looksForUpdates !== before.looksForUpdates) updates.settingsChanged()
      if (change.spellingLanguages !== undefined) parts.spelling.languagesChosen()
      if (set.textsMegabytes !== before.textsMegabytes)
        for (const library of workspaces.open.all()) library.roomMoved()
      return set
    },
    'update.get': () => ({ state: updates.state(), hasFeed: updates.hasFeed }),
    'update.download': () => updates.download(),
    'update.install': () => updates.install(),

    'window.bootstrap': (_nothing, sender) => bootstrapOf(parts, windows.idOf(sender)),
    'window.remember': (memory, { connectionId }, sender) =>
      workspaces.memories.keep(windows.idOf(sender), connectionId, memory),
    'window.open': ({ documentId: id }, { connectionId }) =>
      windows.open(id === undefined ? undefined : { id, connectionId }),
    'window.toggle-full-screen': (_nothing, sender) => windows.toggleFullScreen(sender),
    'window.zoom': ({ step }, sender) => windows.zoom(sender, step),
    'window.set-title': ({ title }, sender) => windows.setTitle(sender, title),
    'app.show-about': () => windows.showAbout(),
    'app.quit': () => windows.quit(),
    'window.painted': () => windows.painted(),
    'link.open': async ({ url }, library, sender) => {
      if (targetOf(url) !== undefined)
        return void (await files['file.save-as']({ link: url }, library, sender))
      const link = openableLink(url)
      if (link === undefined)
        throw appError('not-allowed', 'Only web and mail addresses are opened from here.')
      windows.requirePress(sender)
      await windows.openLink(link)
    },
    'window.edit': ({ action }, sender) => {
      windows.requirePress(sender)
      windows.edit(sender, action)
    },
    'report.make': async () => ({ text: await parts.report() }),
    'report.broken-part': ({ part, error }) => parts.reportBroken(`${part} cannot be shown: ${error}`),
    'notice.dismiss': ({ id }) => notices.dismiss(id),
    'flush.done': ({ round }, sender) => windows.flushed(sender, round),
  }
}
