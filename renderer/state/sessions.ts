import type { CommandInput } from '../../shared/ipc/ipc'
import type { DocumentStatusReport, OpenDocument } from '../../shared/ipc/ipc-records'
import type { Problem } from '../../shared/problem'
import type { DocumentId, FolderId, Phase, TagId } from '../../shared/terms'
import type { EditorHandle, EditorSettings } from '../editor/editor'
import type { EditorPane } from '../editor/view/editor-viewport'
import type { VimMode } from '../editor/keys/text-keys'
import type { Side } from './sides'

/** The documents open in this window: those on screen and a limited number of others. */
export interface Sessions {
  /** Opens the document; throws a `Refusal` if the main process does not open it. */
  open(id: DocumentId): Promise<Session>
  /** Takes a document that the main process has already opened for this window. */
  adopt(document: OpenDocument): Session
  /** Opens a document that will probably be shown soon. It stays open until it is shown or another one is preloaded. */
  readAhead(id: DocumentId): void
  get(id: DocumentId): Session | undefined
  /** Adopts the changes of a replacement in the library: in documents that are open here, undo reverts them. */
  adoptReplaced(documents: CommandInput<'replace.apply'>['documents']): void
  all(): Iterable<Session>
  /** Closes every document that is in none of these tabs, and, above the limit, those not seen for the longest time. */
  keepOnly(tabs: readonly DocumentId[], onScreen: readonly (DocumentId | null)[]): void
  close(id: DocumentId): Promise<void>
  /** Resolves when the main process has all text and no document is open here. */
  closeAll(): Promise<void>
  configure(settings: EditorSettings): void
  flushAll(): Promise<boolean>
  /**
   * Registers another source to hand over together with the texts; it resolves to whether the main process has all of
   * it. Returns a function that removes the source.
   */
  alsoFlush(source: () => Promise<boolean>): () => void
  subscribe(listener: () => void): () => void
}

/** A document open in this window: its editors, its fields and its state. */
export interface Session {
  readonly id: DocumentId
  /** The editor that the writer is in; if two panes show the document, there is a second editor. */
  readonly editor: EditorHandle
  show(pane: EditorPane, side: Side): ShownEditor
  configure(settings: EditorSettings): void
  view(): SessionView
  subscribe(listener: () => void): () => void
  /** The word count changes with nearly every key, so it has subscribers of its own. */
  words(): number
  subscribeWords(listener: () => void): () => void
  typeTitle(title: string): void
  /** Tells whether the writer is in the title field: a title derived from the text is not filled in meanwhile. */
  holdTitle(isHeld: boolean): void
  /** Saves now, for the save key. */
  save(): Promise<void>
  /** Resolves to true when the main process has all text and the cursor position. */
  flush(): Promise<boolean>
  /** Hands over the remaining text and releases the document. */
  close(): Promise<void>
}

/** The visible state of an open document apart from its text. */
export interface SessionView {
  readonly title: string
  readonly folderId: FolderId | null
  readonly tagIds: readonly TagId[]
  readonly status: string
  readonly state: DocumentStatusReport
  /** The phase as the writer sees it: text that the main process does not have yet counts as an edit too. */
  readonly phase: Phase
  /** Why the main process did not accept the typed text, which is kept here and tried again. */
  readonly problem: Problem | undefined
  readonly readOnly: string | undefined
  /** Vim's mode in the active editor; `undefined` without Vim keys. */
  readonly vimMode: VimMode | undefined
  /** The language named in the front matter. */
  readonly language: string | undefined
}

export interface ShownEditor {
  /** Focuses the editor as soon as it exists. */
  focus(): void
  /** Tells that the pane no longer shows the document. */
  release(): void
}
