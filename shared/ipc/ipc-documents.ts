import { z } from 'zod'
import { documentGroup } from './document-groups'
import { boundedRecord, fitsTogether, TOO_MUCH, writtenText, writtenTitle } from './ipc-bounds'
import {
  batchUnderWay,
  changeAnswer,
  conflictView,
  decision,
  documentFilter,
  documentId,
  documentPage,
  documentSort,
  documentStatus,
  documentSummary,
  eachDone,
  editorView,
  folderId,
  newItemId,
  libraryContents,
  openDocument,
  resolution,
  tagId,
  textChange,
  textUpdate,
} from './ipc-records'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

const name = z.string().min(1).max(255)
/** Names what the service had when it was shown: an ETag, of any length that a header has. */
const reviewed = z.string().max(20_000)
/** Bounded like a document: 20 MB of UTF-8 are at most this many UTF-16 units. */
const text = z.string().max(20 * 1024 * 1024)

/** Which documents, in which order. */
const documentList = z.object({
  filter: documentFilter,
  sort: documentSort,
  descending: z.boolean(),
  /** Divided by this, each part sorted for itself. */
  group: documentGroup.optional(),
})

/** The library, and one document of it. */
export const DOCUMENT_COMMANDS = {
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
    z.object({ id: newItemId.optional(), name, parentId: folderId.nullable() }),
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
  'tag.create': libraryCommand(z.object({ id: newItemId.optional(), name }), z.object({ id: tagId })),
  'tag.rename': libraryCommand(z.object({ id: tagId, name }), nothing),
  'tag.delete': libraryCommand(z.object({ id: tagId }), nothing),

  // One document
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
  /** The address that shows it, on this device and, where the service knows it, on every other. */
  'document.link': libraryCommand(z.object({ id: documentId }), z.object({ address: z.string() })),
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
      /** Of the fields that differ; `null` takes a decision back. */
      fields: boundedRecord(z.string().max(20), z.enum(['mine', 'theirs']).nullable(), 10).optional(),
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
    /** Not ended: what was decided is mine now, and the newest theirs clashes with it. */
    z.object({ ended: z.boolean() }),
  ),

  /** Joins the document of a day with an earlier one of another device, as far as both are at rest. */
  'day.join': libraryCommand(z.object({ id: documentId }), nothing),
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
} as const

export const DOCUMENT_EVENTS = {
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
  /** A window has kept other captured words; asked for by `capture.keep`, so that nothing is typed over. */
  'capture.changed': libraryEvent(z.object({})),
} as const
