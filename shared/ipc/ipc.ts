import { z } from 'zod'
import { documentGroup } from './document-groups'
import { boundedRecord, fitsTogether, idText, TOO_MUCH, writtenText, writtenTitle } from './ipc-bounds'
import { EXPORT_COMMANDS } from './ipc-export'
import { FILE_COMMANDS, FILE_EVENTS } from './ipc-files'
import { REPLACE_COMMANDS, REPLACE_EVENTS } from './ipc-replace'
import { SAVED_SEARCH_COMMANDS, SAVED_SEARCH_EVENTS } from './ipc-saved-searches'
import { SEARCH_COMMANDS } from './ipc-search'
import { SPELLING_COMMANDS, SPELLING_EVENTS } from './ipc-spelling'
import { HISTORY_COMMANDS, HISTORY_EVENTS } from './ipc-history'
import { MOVING_COMMANDS, TRANSFER_COMMANDS } from './ipc-moving'
import { PORTING_COMMANDS, PORTING_EVENTS } from './ipc-porting'
import type { Result } from '../problem'
import type { LibraryEpoch } from '../terms'
import { bootstrap } from './ipc-bootstrap'
import { CONNECTION_COMMANDS, CONNECTION_EVENTS } from './ipc-connections'
import {
  changeAnswer,
  batchUnderWay,
  conflictView,
  decision,
  documentFilter,
  documentId,
  documentPage,
  documentSort,
  documentStatus,
  eachDone,
  documentSummary,
  editorView,
  folderId,
  libraryContents,
  notice,
  openDocument,
  resolution,
  snapshot,
  tagId,
  textChange,
  textUpdate,
} from './ipc-records'
import { BACKUP_COMMANDS, BACKUP_EVENTS } from './ipc-backups'
import { UPDATE_COMMANDS, UPDATE_EVENTS } from './ipc-updates'
import { goals, settings, settingsChange, windowMemory, written, wrote } from './ipc-settings'
import { connection, outboxContents, syncLogEntry } from './ipc-sync'
import { appCommand, appEvent, libraryCommand, libraryEvent, type Scope } from './ipc-scope'

/**
 * THE IPC CONTRACT. Two tables: commands (the renderer asks: `noun.verb`) and events (main tells: `noun.happened`).
 * All types are derived from them; both run over the two Electron channels of `channels.ts`.
 */
const nothing = z.void()
const name = z.string().min(1).max(255)
/** Names what the service had when it was shown: an ETag, of any length that a header has. */
const reviewed = z.string().max(20_000)
/** Bounded like a document: 20 MB of UTF-8 are at most this many UTF-16 units. */
const text = z.string().max(20 * 1024 * 1024)

const flushReason = z.enum(['leave', 'read', 'suspend'])
export type FlushReason = z.infer<typeof flushReason>

/** Which documents, in which order. */
const documentList = z.object({
  filter: documentFilter,
  sort: documentSort,
  descending: z.boolean(),
  /** Divided by this, each part sorted for itself. */
  group: documentGroup.optional(),
})

export const IPC_COMMANDS = {
  // the library
  'library.get': libraryCommand(nothing, libraryContents),
  /** Told when a window begins with many documents, and `null` at the end: what a kill breaks off is said at the next start. */
  'library.batch': libraryCommand(batchUnderWay.nullable(), nothing),
  'documents.list': libraryCommand(
    documentList.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    documentPage,
  ),
  /** The documents of a part of a list, in its order. */
  'documents.ids': libraryCommand(
    documentList.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(0).max(1_000_000),
    }),
    z.array(documentId),
  ),
  /** The place of the next document whose title begins with `prefix`, from the place `from` on and around the end. */
  'documents.seek': libraryCommand(
    documentList.extend({ prefix: z.string().min(1).max(255), from: z.number().int().min(0) }),
    z.number().int().nullable(),
  ),
  /** What the list says of these documents; those that are in no list are left out. */
  'documents.summaries': libraryCommand(
    z.object({ ids: z.array(documentId).max(500) }),
    z.array(documentSummary),
  ),
  /** Titles for the quick switcher: fuzzy, recent first. */
  'documents.find': libraryCommand(
    z.object({ query: z.string().max(500), limit: z.number().int().min(1).max(100) }),
    z.array(documentSummary),
  ),
  /** Which of these titles no document has, whatever their case; links to them lead nowhere. */
  'documents.missing-titles': libraryCommand(
    z.object({ titles: z.array(z.string().max(500)).max(500) }),
    z.array(z.string()),
  ),
  'folder.create': libraryCommand(
    z.object({ name, parentId: folderId.nullable() }),
    z.object({ id: folderId }),
  ),
  'folder.rename': libraryCommand(z.object({ id: folderId, name }), nothing),
  'folder.move': libraryCommand(
    z.object({ id: folderId, parentId: folderId.nullable(), position: z.number().int().min(0).optional() }),
    nothing,
  ),
  /** Its documents go one by one, each guarded, then the folder (requirement F). */
  'folder.delete': libraryCommand(
    z.object({ id: folderId }),
    /** How many documents went with the folder. */
    z.object({ documents: z.number().int() }),
  ),
  'folder.restore': libraryCommand(z.object({ id: folderId }), nothing),
  /** Its texts, and those of the folders in it, are always on this device; kept here, the service knows nothing of it. */
  'folder.keep-offline': libraryCommand(
    z.object({ id: folderId, kept: z.boolean() }),
    /** How many texts of it are not here yet. */
    z.object({ withoutText: z.number().int() }),
  ),
  'tag.create': libraryCommand(z.object({ name }), z.object({ id: tagId })),
  'tag.rename': libraryCommand(z.object({ id: tagId, name }), nothing),
  'tag.delete': libraryCommand(z.object({ id: tagId }), nothing),

  // one document
  'document.create': libraryCommand(
    z.object({
      title: writtenTitle.optional(),
      text: text.optional(),
      folderId: folderId.nullable().optional(),
      tagIds: z.array(tagId).max(100).optional(),
      /** The document of a day: joined with one that another device made meanwhile. */
      isDay: z.boolean().optional(),
    }),
    z.object({ id: documentId }),
  ),
  'document.open': libraryCommand(z.object({ id: documentId }), openDocument),
  'document.close': libraryCommand(z.object({ id: documentId, view: editorView.optional() }), nothing),
  /** Durable in the journal when it answers. */
  'document.change': libraryCommand(
    z.object({
      id: documentId,
      clientId: z.string().max(100),
      version: z.number().int(),
      updates: z
        .array(z.array(textChange).max(10_000))
        .max(1_000)
        .refine((updates) => fitsTogether(updates.flat().map(({ insert }) => insert)), TOO_MUCH),
    }),
    changeAnswer,
  ),
  'document.edit-fields': libraryCommand(
    z.object({
      id: documentId,
      title: writtenTitle.optional(),
      folderId: folderId.nullable().optional(),
      tagIds: z.array(tagId).max(100).optional(),
      status: z.string().max(50).optional(),
    }),
    nothing,
  ),
  /** Puts many documents into folders, or tags on them; what is absent stays. */
  'document.edit-each': libraryCommand(
    z.object({
      edits: z
        .array(
          z.object({
            id: documentId,
            folderId: folderId.nullable().optional(),
            /** It moves only where it still is in this one. */
            from: folderId.nullable().optional(),
            /** Not all of its tags: what somebody else does to the others meanwhile stays. */
            addTags: z.array(tagId).max(100).optional(),
            removeTags: z.array(tagId).max(100).optional(),
          }),
        )
        .min(1)
        .max(1_000),
    }),
    eachDone,
  ),
  'document.keep-view': libraryCommand(
    z.object({ id: documentId, version: z.number().int(), view: editorView }),
    nothing,
  ),
  /** The save key: now, and for published documents too (C8). */
  'document.save': libraryCommand(
    z.object({ id: documentId, reason: z.enum(['key', 'blur', 'publish']) }),
    documentStatus,
  ),
  /** Refused where none could be deleted. */
  'document.delete': libraryCommand(z.object({ ids: z.array(documentId).min(1).max(1_000) }), eachDone),
  'document.restore': libraryCommand(z.object({ ids: z.array(documentId).min(1).max(1_000) }), eachDone),
  'document.undo-merge': libraryCommand(z.object({ id: documentId }), nothing),
  'document.conflict': libraryCommand(z.object({ id: documentId }), conflictView.nullable()),
  'document.decide': libraryCommand(
    z.object({
      id: documentId,
      reviewed,
      /** By index of the clash. */
      decisions: boundedRecord(z.string().max(10), decision.nullable(), 100_000).refine(
        (decisions) =>
          fitsTogether(
            Object.values(decisions).map((one) => (typeof one === 'object' ? (one?.text ?? '') : '')),
          ),
        TOO_MUCH,
      ),
      /** Words typed for a clash, by its index, kept from the first pause on; `null` drops them. */
      texts: boundedRecord(z.string().max(10), writtenText.nullable(), 100_000)
        .refine((texts) => fitsTogether(Object.values(texts).map((one) => one ?? '')), TOO_MUCH)
        .optional(),
      fields: boundedRecord(z.string().max(20), z.enum(['mine', 'theirs']), 10).optional(),
      /**
       * The merged text as it is changed by hand, kept from the first key on, with the writer's own text that it was
       * begun with; `null`: those changes are undone.
       */
      draft: z.object({ text: writtenText, mine: writtenText }).nullable().optional(),
    }),
    nothing,
  ),
  'document.resolve': libraryCommand(
    z.object({
      id: documentId,
      reviewed,
      /** The writer's own text as it was on screen: words typed since are kept, or the decision is refused (W15). */
      mine: writtenText,
      resolution,
    }),
    nothing,
  ),

  /** Joins the document of a day with an earlier one of another device, as far as both are at rest. */
  'day.join': libraryCommand(z.object({ id: documentId }), nothing),
  /** What the writer wants to write, and what she has written; kept on this device. */
  'goals.get': libraryCommand(nothing, z.object({ goals, written })),
  'goals.set': libraryCommand(goals, nothing),
  /** So many words were typed in a document; counted only while there is a goal. */
  'goals.wrote': libraryCommand(wrote, nothing),
  /** Words that the writer captures and that are in no document yet. */
  'capture.read': libraryCommand(nothing, z.object({ text: writtenText })),
  /**
   * Durable when it answers. `was`: the words as this window knew them; what another has kept since stands in the answer
   * too.
   */
  'capture.keep': libraryCommand(
    z.object({ was: writtenText, text: writtenText }),
    z.object({ text: writtenText }),
  ),
  /**
   * Writes them to the end of a document and keeps them here no more, as one. `from` and `insert`: what was written
   * where; `text`: what is kept now.
   */
  'capture.add': libraryCommand(
    z.object({ id: documentId, was: writtenText }),
    z.object({ text: writtenText, from: z.number().int(), insert: z.string() }),
  ),

  // what waits, what was kept
  'outbox.list': libraryCommand(nothing, outboxContents),
  'outbox.retry': libraryCommand(z.object({ id: idText.optional() }), nothing),
  'outbox.pause': libraryCommand(z.object({ paused: z.boolean() }), nothing),
  /** Takes back the moves, tags and deletes that wait; what was typed goes on waiting. */
  'outbox.cancel-many': libraryCommand(nothing, z.object({ count: z.number().int() })),
  /** A snapshot is kept first. */
  'outbox.discard': libraryCommand(z.object({ id: idText }), z.object({ undoable: z.boolean() })),
  /** Puts the edit back as it was; not where the document has changed since: the snapshot has the text. */
  'outbox.undo-discard': libraryCommand(z.object({ id: idText }), z.object({ undone: z.boolean() })),
  'log.read': libraryCommand(
    z.object({
      /** Words that an entry contains. */
      query: z.string().max(200),
      kind: syncLogEntry.shape.kind.optional(),
      limit: z.number().int().min(1).max(1_000),
    }),
    /** Newest first. */
    z.array(syncLogEntry),
  ),
  'snapshots.list': libraryCommand(z.object({ documentId: documentId.optional() }), z.array(snapshot)),
  'snapshot.read': libraryCommand(
    z.object({ id: idText }),
    z.object({ title: z.string(), text: z.string() }),
  ),
  /** As a new draft; nothing is overwritten. */
  'snapshot.restore': libraryCommand(z.object({ id: idText }), z.object({ documentId })),

  ...HISTORY_COMMANDS,

  // files
  ...FILE_COMMANDS,

  // import and export
  ...PORTING_COMMANDS,
  ...EXPORT_COMMANDS,
  ...MOVING_COMMANDS,
  ...TRANSFER_COMMANDS,

  ...SEARCH_COMMANDS,
  ...SAVED_SEARCH_COMMANDS,
  ...REPLACE_COMMANDS,
  ...SPELLING_COMMANDS,

  // connections and settings
  ...CONNECTION_COMMANDS,
  'settings.get': appCommand(nothing, settings),
  'settings.set': appCommand(settingsChange, settings),

  ...UPDATE_COMMANDS,
  ...BACKUP_COMMANDS,

  // the window
  /**
   * Asked first by every page, and once: all that it begins with. Whatever the page before in this window had open, it
   * has left by asking.
   */
  'window.bootstrap': appCommand(nothing, bootstrap),
  /** What the window shows of this library, so that it comes back as it was left. */
  'window.remember': libraryCommand(windowMemory.partial(), nothing),
  'window.open': libraryCommand(z.object({ documentId: documentId.optional() }), nothing),
  'window.toggle-full-screen': appCommand(nothing, nothing),
  /** By a step, or back to the usual size. */
  'window.zoom': appCommand(z.object({ step: z.enum(['in', 'out', 'usual']) }), nothing),
  'window.set-title': appCommand(z.object({ title: z.string().max(300) }), nothing),
  /** The window shows what it was asked for: what main put off until then starts. */
  'window.painted': appCommand(nothing, nothing),
  /** Checked again in main: http, https and mailto only; opened in the system's browser. */
  'link.open': libraryCommand(z.object({ url: z.string().max(8_000) }), nothing),
  /** An action of the system's clipboard where the focus is, as its keys do it; only after a press of the writer. */
  'window.edit': appCommand(z.object({ action: z.enum(['cut', 'copy', 'paste', 'paste-plain']) }), nothing),
  /** A text for somebody who helps: versions, the system, the end of the log. Nothing is sent. */
  'report.make': appCommand(nothing, z.object({ text: z.string().max(100_000) })),
  'notice.dismiss': appCommand(z.object({ id: idText }), nothing),
  /** The renderer's last word after `flush.requested`: nothing unsent is left in this window, which shows this document. */
  'flush.done': appCommand(
    z.object({
      round: z.number().int(),
      shown: z.object({ library: idText, documentId: idText }).optional(),
    }),
    nothing,
  ),
} as const

export const EVENTS = {
  'library.changed': libraryEvent(
    z.object({ documents: z.boolean(), folders: z.boolean(), tags: z.boolean() }),
  ),
  'document.changed': libraryEvent(
    z.object({ id: documentId, version: z.number().int(), updates: z.array(textUpdate) }),
  ),
  'document.fields-changed': libraryEvent(
    z.object({
      id: documentId,
      title: z.string(),
      folderId: folderId.nullable(),
      tagIds: z.array(tagId),
      status: z.string(),
    }),
  ),
  'document.status-changed': libraryEvent(documentStatus),
  'document.merged': libraryEvent(z.object({ id: documentId, changes: z.number().int() })),
  'document.conflict-changed': libraryEvent(z.object({ id: documentId })),
  /** Another device made the document of that day too, and a window has this one open. */
  'day.made-twice': libraryEvent(z.object({ id: documentId })),
  /** What the document said stands in another one now, and it is gone. */
  'day.joined': libraryEvent(z.object({ id: documentId, into: documentId, title: z.string() })),
  /** The goals are others, or words were written; asked for by `goals.get`. */
  'goals.changed': libraryEvent(z.object({})),
  /** A window has kept other captured words; asked for by `capture.keep`, so that nothing is typed over. */
  'capture.changed': libraryEvent(z.object({})),
  ...FILE_EVENTS,
  ...PORTING_EVENTS,
  ...REPLACE_EVENTS,
  ...SAVED_SEARCH_EVENTS,
  ...SPELLING_EVENTS,
  'outbox.changed': libraryEvent(z.object({ waiting: z.number().int() })),
  'connection.changed': appEvent(connection),
  ...CONNECTION_EVENTS,
  'settings.changed': appEvent(settings),
  ...UPDATE_EVENTS,
  ...BACKUP_EVENTS,
  'notice.raised': appEvent(notice),
  ...HISTORY_EVENTS,
  /** A menu item or an accelerator of the system's menu; the renderer runs the command of that name in its palette. */
  'command.requested': appEvent(z.object({ name: z.string() })),
  /**
   * Main asks a window to hand over what it has not sent yet. `leave`: the window takes no more keys, until
   * `leaving.cancelled`; `read`: main is about to read the texts. Both are answered by `flush.done` with the same round,
   * `suspend` is not: the machine falls asleep.
   */
  'flush.requested': appEvent(z.object({ reason: flushReason, round: z.number().int() })),
  /** The writer stays after all: the window takes keys again. */
  'leaving.cancelled': appEvent(z.object({})),
} as const

export type CommandName = keyof typeof IPC_COMMANDS
export type CommandInput<N extends CommandName> = z.infer<(typeof IPC_COMMANDS)[N]['input']>
export type CommandOutput<N extends CommandName> = z.infer<(typeof IPC_COMMANDS)[N]['output']>
export type EventName = keyof typeof EVENTS
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]['payload']>

type Scoped<Table extends Record<string, { readonly scope: Scope }>, S extends Scope> = {
  [N in keyof Table]: Table[N]['scope'] extends S ? N : never
}[keyof Table]
export type AppCommandName = Scoped<typeof IPC_COMMANDS, 'app'>
export type LibraryCommandName = Scoped<typeof IPC_COMMANDS, 'library'>
export type AppEventName = Scoped<typeof EVENTS, 'app'>

/** What the renderer holds of main: `window.app`, or the memory bridge in UI tests. */
export interface Bridge {
  /** A command about a library needs the epoch of that library; main refuses it without one. */
  call<N extends CommandName>(
    name: N,
    input: CommandInput<N>,
    library?: LibraryEpoch,
  ): Promise<Result<CommandOutput<N>>>
  /** Returns the function that stops listening. An event about a library comes with the epoch of that library. */
  listen<N extends EventName>(
    name: N,
    listener: (payload: EventPayload<N>, library: LibraryEpoch | undefined) => void,
  ): () => void
}

type Answer<N extends CommandName> = Promise<CommandOutput<N>> | CommandOutput<N>

/** One function per command; a missing one does not compile. What is about a library is given that library (rule W22). */
export type Handlers<Sender = unknown, Library = unknown> = {
  readonly [N in AppCommandName]: (input: CommandInput<N>, sender: Sender) => Answer<N>
} & {
  readonly [N in LibraryCommandName]: (input: CommandInput<N>, library: Library, sender: Sender) => Answer<N>
}
