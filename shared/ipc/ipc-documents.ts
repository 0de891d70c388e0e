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
/** Identifies the service's state when it was shown: an ETag, with the length that a header may have. */
const reviewed = z.string().max(20_000)
/** Bounded like a document: 20 MB of UTF-8 are at most this many UTF-16 units. */
const text = z.string().max(20 * 1024 * 1024)

/** The selection and order of documents. */
const documentList = z.object({
  filter: documentFilter,
  sort: documentSort,
  descending: z.boolean(),
  /** Divides the list by this; each group is sorted by itself. */
  group: documentGroup.optional(),
})

/** The library, and one document of it. */
export const DOCUMENT_COMMANDS = {
  'library.get': libraryCommand(nothing, libraryContents),
  /**
   * Sent when a window begins an operation on many documents, and with `null` at its end: if a kill interrupts it, the
   * next start tells the writer.
   */
  'library.batch': libraryCommand(batchUnderWay.nullable(), nothing),
  'documents.list': libraryCommand(
    documentList.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    documentPage,
  ),
  /** The documents of a range of a list, in its order. */
  'documents.ids': libraryCommand(
    documentList.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(0).max(1_000_000),
    }),
    z.array(documentId),
  ),
  /**
   * The index of the next document whose title begins with `prefix`, searching from the index `from` and continuing at
   * the beginning.
   */
  'documents.seek': libraryCommand(
    documentList.extend({ prefix: z.string().min(1).max(255), from: z.number().int().min(0) }),
    z.number().int().nullable(),
  ),
  /** The first of these documents that the list contains, and its index. */
  'documents.locate': libraryCommand(
    documentList.extend({ ids: z.array(documentId).max(500) }),
    z.object({ id: documentId, index: z.number().int() }).nullable(),
  ),
  /** The summaries of these documents; documents that no list shows are left out. */
  'documents.summaries': libraryCommand(
    z.object({ ids: z.array(documentId).max(500) }),
    z.array(documentSummary),
  ),
  /** Titles for the quick switcher: a fuzzy search, recent documents first. */
  'documents.find': libraryCommand(
    z.object({ query: z.string().max(500), limit: z.number().int().min(1).max(100) }),
    z.array(documentSummary),
  ),
  /** Those of these titles that no document has, ignoring case; links to them lead nowhere. */
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
  /** Deletes its documents one by one, each guarded, then the folder (requirement F). */
  'folder.delete': libraryCommand(
    z.object({ id: folderId }),
    /** How many documents were deleted with the folder. */
    z.object({ documents: z.number().int() }),
  ),
  'folder.restore': libraryCommand(z.object({ id: folderId }), nothing),
  /** Keeps its texts, and those of its subfolders, on this device permanently; the service is not told. */
  'folder.keep-offline': libraryCommand(
    z.object({ id: folderId, kept: z.boolean() }),
    /** How many of its texts are not on this device yet. */
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
      /** Creates the document of a day, which is joined with one that another device made meanwhile. */
      isDay: z.boolean().optional(),
    }),
    z.object({ id: documentId }),
  ),
  'document.open': libraryCommand(z.object({ id: documentId }), openDocument),
  'document.close': libraryCommand(z.object({ id: documentId, view: editorView.optional() }), nothing),
  /** Durable in the journal when this resolves. */
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
  /** Moves many documents to a folder, or changes their tags; absent values are not changed. */
  'document.edit-each': libraryCommand(
    z.object({
      edits: z
        .array(
          z.object({
            id: documentId,
            folderId: folderId.nullable().optional(),
            /** Moves a document only if it is still in this folder. */
            from: folderId.nullable().optional(),
            /** Tags to add; changes that somebody else makes to other tags meanwhile are kept. */
            addTags: z.array(tagId).max(100).optional(),
            removeTags: z.array(tagId).max(100).optional(),
          }),
        )
        .min(1)
        .max(1_000),
    }),
    eachDone,
  ),
  /** The address that opens the document on this device and, where the service knows it, on every other. */
  'document.link': libraryCommand(z.object({ id: documentId }), z.object({ address: z.string() })),
  'document.keep-view': libraryCommand(
    z.object({ id: documentId, version: z.number().int(), view: editorView }),
    nothing,
  ),
  /** The save key: sends now, including published documents (C8). */
  'document.save': libraryCommand(
    z.object({ id: documentId, reason: z.enum(['key', 'blur', 'publish']) }),
    documentStatus,
  ),
  /** Refused where no document at all could be deleted. */
  'document.delete': libraryCommand(z.object({ ids: z.array(documentId).min(1).max(1_000) }), eachDone),
  'document.restore': libraryCommand(z.object({ ids: z.array(documentId).min(1).max(1_000) }), eachDone),
  'document.undo-merge': libraryCommand(z.object({ id: documentId }), nothing),
  'document.conflict': libraryCommand(z.object({ id: documentId }), conflictView.nullable()),
  'document.decide': libraryCommand(
    z.object({
      id: documentId,
      reviewed,
      /** Decisions by index of the clash. */
      decisions: boundedRecord(z.string().max(10), decision.nullable(), 100_000).refine(
        (decisions) =>
          fitsTogether(
            Object.values(decisions).map((one) => (typeof one === 'object' ? (one?.text ?? '') : '')),
          ),
        TOO_MUCH,
      ),
      /** Words typed for a clash, by its index, stored from the first pause on; `null` drops them. */
      texts: boundedRecord(z.string().max(10), writtenText.nullable(), 100_000)
        .refine((texts) => fitsTogether(Object.values(texts).map((one) => one ?? '')), TOO_MUCH)
        .optional(),
      /** Decisions about fields that differ; `null` takes a decision back. */
      fields: boundedRecord(z.string().max(20), z.enum(['mine', 'theirs']).nullable(), 10).optional(),
      /**
       * The merged text as it is changed by hand, stored from the first key on, with the writer's own text at the
       * beginning of these changes; `null` undoes them.
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
    /** `false`: the decision is applied to mine, and the newest theirs clashes with the result. */
    z.object({ ended: z.boolean() }),
  ),

  /** Joins the document of a day with an earlier one of another device, if both are at rest. */
  'day.join': libraryCommand(z.object({ id: documentId }), nothing),
  /** Words that the writer has captured and that no document contains yet. */
  'capture.read': libraryCommand(nothing, z.object({ text: writtenText })),
  /**
   * Stores captured words; durable when this resolves. `was`: the words as this window knew them; the answer includes
   * words that another window has stored since.
   */
  'capture.keep': libraryCommand(
    z.object({ was: writtenText, text: writtenText }),
    z.object({ text: writtenText }),
  ),
  /**
   * Appends the captured words to a document and removes them here, in one step. `from` and `insert`: the position and
   * the words written; `text`: the remaining captured words.
   */
  'capture.add': libraryCommand(
    z.object({ id: documentId, was: writtenText }),
    z.object({ text: writtenText, from: z.number().int(), insert: z.string() }),
  ),
} as const

export const DOCUMENT_EVENTS = {
  'library.changed': libraryEvent(
    z.object({
      documents: z.boolean(),
      /** Whether documents have gone from the lists. */
      gone: z.boolean(),
      folders: z.boolean(),
      tags: z.boolean(),
    }),
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
  /** Another device made a document of that day too, and a window has this one open. */
  'day.made-twice': libraryEvent(z.object({ id: documentId })),
  /** The words of this document were appended to another one, and this one was deleted. */
  'day.joined': libraryEvent(z.object({ id: documentId, into: documentId, title: z.string() })),
  /**
   * A window has stored other captured words; other windows fetch them with `capture.keep`, so that nothing is
   * overwritten.
   */
  'capture.changed': libraryEvent(z.object({})),
} as const
