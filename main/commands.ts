import type { Handlers } from '../shared/ipc'
import { AppError, problem } from '../shared/problem'
import { createFileCommands, type FileDialogs } from './file-commands'
import { targetOf } from './files/file-links'
import { openableLink } from './links'
import type { Connections } from './connections'
import type { Notices } from './notices'
import type { SettingsFile } from './settings'
import type { Moving } from './porting/moving'
import type { Porting } from './porting/porting'
import type { Workspace } from './workspace'
import type { Workspaces } from './workspaces'

/** What the commands about windows need of the app. */
export interface WindowCommands<Sender> {
  open(documentId: string | undefined): void
  setTitle(sender: Sender, title: string): void
  painted(): void
  /** The renderer has handed over all it had. */
  flushed(sender: Sender): void
  /** Throws where the page may not do now what is heard outside of the app (`presses.ts`). */
  requirePress(sender: Sender): void
  openLink(address: string): Promise<void>
}

export interface CommandParts<Sender> {
  readonly workspaces: Workspaces
  readonly connections: Connections
  readonly settings: SettingsFile
  readonly notices: Notices
  readonly windows: WindowCommands<Sender>
  readonly dialogs: FileDialogs<Sender>
  readonly porting: Porting
  readonly moving: Moving
  readonly settingsChanged: () => void
}

/** A line or two for each command: contract to module. */
export function createCommands<Sender extends object>(parts: CommandParts<Sender>): Handlers<Sender> {
  const { workspaces, connections, settings, notices, windows, moving } = parts
  const now = (): Workspace => workspaces.active()
  const files = createFileCommands({ now, dialogs: parts.dialogs, porting: parts.porting })
  /** Only publishing waits for an upload: readers would see nothing where the link stands (house.md, "Rows"). */
  const requireUploaded = (id: string) =>
    now().attachments.requireUploaded(now().documents.read(id)?.text ?? '')
  return {
    ...files,
    'library.get': () => now().catalog.library(),
    'documents.list': (input) => now().catalog.documents(input),
    'documents.ids': (input) => now().catalog.ids(input),
    'documents.seek': (input) => now().catalog.seek(input),
    'documents.find': (input) => now().catalog.find(input),
    'folder.create': (input) => now().organise.createFolder(input),
    'folder.rename': (input) => now().organise.renameFolder(input),
    'folder.move': (input) => now().organise.moveFolder(input),
    'folder.delete': (input) => now().organise.deleteFolder(input),
    'folder.restore': (input) => now().organise.restoreFolder(input),
    'folder.keep-offline': (input) => now().keepOffline(input),
    'tag.create': (input) => now().organise.createTag(input),
    'tag.rename': (input) => now().organise.renameTag(input),
    'tag.delete': (input) => now().organise.deleteTag(input),

    'document.create': (input) => now().documents.create(input),
    'document.open': (input) => now().documents.open(input),
    'document.close': (input) => now().documents.close(input),
    'document.change': (input) => now().documents.change(input),
    'document.edit-fields': (input) => {
      if (input.status === 'published') requireUploaded(input.id)
      return now().documents.editFields(input)
    },
    'document.keep-view': (input) => now().documents.keepView(input),
    'document.save': (input) => {
      if (input.reason === 'publish') requireUploaded(input.id)
      return now().documents.save(input)
    },
    'document.delete': (input) => now().documents.delete(input),
    'document.restore': (input) => now().documents.restore(input),
    'document.undo-merge': (input) => now().documents.undoMerge(input),
    'document.conflict': (input) => now().documents.conflict(input),
    'document.decide': (input) => now().documents.decide(input),
    'document.resolve': (input) => now().documents.resolve(input),

    'outbox.list': () => now().outbox.list(),
    'outbox.retry': ({ id }) => now().outbox.retry(id),
    'outbox.pause': ({ paused }) => now().outbox.pause(paused),
    'outbox.cancel-many': async () => ({ count: await now().outbox.cancelMany() }),
    'outbox.discard': ({ id }) => now().outbox.discard(id),
    'log.read': (input) => now().readLog(input),
    'snapshots.list': ({ documentId }) => now().snapshots.list(documentId),
    'snapshot.read': ({ id }) => now().snapshots.read(id),
    'snapshot.restore': ({ id }) => now().snapshots.restore(id),

    'history.list': (input) => now().history.list(input),
    'history.read': (input) => now().history.read(input),
    'history.look': (input) => now().history.look(input),
    'history.keep': (input) => now().history.keep(input),
    'history.note': (input) => now().history.note(input),
    'history.measures': (input) => now().history.measures(input),
    'history.lost': (input) => now().history.lost(input),
    'history.passage': (input) => now().history.passage(input),
    'history.provenance': (input) => now().history.provenance(input),
    'history.fetch': (input) => now().history.start(input),
    'history.stop': (input) => now().history.stop(input),
    'history.published': (input) => now().history.published(input),

    'search.words': (input) => now().search.words(input),
    'search.meaning': (input, sender) => now().search.meaning(input, sender),
    'search.related': (input, sender) => now().search.related(input, sender),
    'replace.preview': (input) => now().replace.preview(input),
    'replace.apply': (input) => now().replace.apply(input),
    'replace.link': (input) => now().replace.link(input),
    'replace.cancel': () => now().replace.cancel(),
    'replace.undo': (input) => now().replace.undo(input),
    'search.links': (input) => now().search.links(input),
    'search.chunk': (input, sender) => now().search.chunk(input, sender),
    'saved-searches.list': () => [...now().savedSearches.list()],
    'saved-search.create': (input) => now().savedSearches.create(input),
    'saved-search.change': (input) => now().savedSearches.change(input),
    'saved-search.delete': ({ id }) => now().savedSearches.delete(id),
    'saved-search.restore': ({ id }) => now().savedSearches.restore(id),

    'connections.list': () => connections.list(),
    'connection.test': (input, sender) => {
      windows.requirePress(sender)
      return connections.test(input)
    },
    'connection.connect': (input, sender) => {
      windows.requirePress(sender)
      return connections.connect(input)
    },
    'connection.activate': ({ id }) => workspaces.activate(id),
    'connection.rename': (input) => connections.rename(input),
    'connection.confirm-account': async ({ isSame }) => workspaces.active().confirmAccount(isSame),
    'connection.unlock': (input) => connections.unlock(input),
    'connection.ask-again': () => now().askAgain(),
    'connection.unsent': (input) => connections.unsent(input),
    'connection.read-unsent': (input) => connections.readUnsent(input),
    'connection.export-unsent': (input) => connections.exportUnsent(input),
    'connection.remove': (input) => connections.remove(input),
    'connection.restore': (input) => connections.restore(input),
    'connection.delete': (input) => connections.delete(input),
    'connection.retry': () => now().retry(),
    'connection.stop-reading': () => now().stopReading(),
    'connection.fix-folder': (input) => workspaces.fixFolder(input),
    'move.plan': (input) => moving.plan(input),
    'move.start': (input) => moving.start(input),
    'move.look': () => moving.look(),
    'move.keep': () => moving.keep(),
    'move.take-back': () => moving.takeBack(),
    'settings.get': () => settings.get(),
    'settings.set': (change) => {
      const before = settings.get()
      const set = settings.set(change)
      parts.settingsChanged()
      if (set.textsMegabytes !== before.textsMegabytes) now().roomMoved()
      return set
    },

    'window.open': ({ documentId }) => windows.open(documentId),
    'window.set-title': ({ title }, sender) => windows.setTitle(sender, title),
    'window.painted': () => windows.painted(),
    'link.open': async ({ url }, sender) => {
      if (targetOf(url) !== undefined) return void (await files['file.save-as']({ link: url }, sender))
      const link = openableLink(url)
      if (link === undefined)
        throw new AppError(problem('not-allowed', 'Only web and mail addresses are opened from here.'))
      windows.requirePress(sender)
      await windows.openLink(link)
    },
    'notices.list': () => [...notices.list()],
    'notice.dismiss': ({ id }) => notices.dismiss(id),
    'flush.done': (_nothing, sender) => windows.flushed(sender),
  }
}
