import type { CommandInput } from '../../shared/ipc/ipc'
import type { DocumentStatusReport, OpenDocument } from '../../shared/ipc/ipc-records'
import type { Problem } from '../../shared/problem'
import type { DocumentId, FolderId, Phase, TagId } from '../../shared/terms'
import type { EditorHandle, EditorSettings } from '../editor/editor'
import type { EditorPane } from '../editor/view/editor-viewport'
import type { VimMode } from '../editor/keys/text-keys'
import type { Side } from './sides'

/** The documents that this window has open, a bounded number beside those on screen. */
export interface Sessions {
  /** The open document; throws a `Refusal` where main does not open it. */
  open(id: DocumentId): Promise<Session>
  /** The document that main has opened for this window. */
  adopt(document: OpenDocument): Session
  /** Opens what is probably shown in a moment. It stays open until it was shown, or another one is read ahead. */
  readAhead(id: DocumentId): void
  get(id: DocumentId): Session | undefined
  /** A replacement in the library has just changed these: in those that are open here undo takes it back. */
  adoptReplaced(documents: CommandInput<'replace.apply'>['documents']): void
  all(): Iterable<Session>
  /** Gives up every document that is in none of these tabs, and the longest unseen of too many. */
  keepOnly(tabs: readonly DocumentId[], onScreen: readonly (DocumentId | null)[]): void
  close(id: DocumentId): Promise<void>
  /** Resolves when main has every word and no document is open here any more. */
  closeAll(): Promise<void>
  configure(settings: EditorSettings): void
  flushAll(): Promise<boolean>
  /** What else a view has to hand over with the texts; answers whether main has all of it. Returns the function that ends this. */
  alsoFlush(source: () => Promise<boolean>): () => void
  subscribe(listener: () => void): () => void
}

/** An open document of this window: its editors, its fields and what is known of its state. */
export interface Session {
  readonly id: DocumentId
  /** Where the writer is; while two panes show the document there is another. */
  readonly editor: EditorHandle
  show(pane: EditorPane, side: Side): ShownEditor
  configure(settings: EditorSettings): void
  view(): SessionView
  subscribe(listener: () => void): () => void
  /** The count moves with nearly every key, so what shows it listens to it alone. */
  words(): number
  subscribeWords(listener: () => void): () => void
  typeTitle(title: string): void
  /** Whether the writer is in the field of the title: what is made of the text for an empty one waits until she is not. */
  holdTitle(isHeld: boolean): void
  /** The save key: now. */
  save(): Promise<void>
  /** True when main has every word and the place of the cursor. */
  flush(): Promise<boolean>
  /** Hands over the last of it and gives the document back. */
  close(): Promise<void>
}

/** What is on screen about an open document beside its text. */
export interface SessionView {
  readonly title: string
  readonly folderId: FolderId | null
  readonly tagIds: readonly TagId[]
  readonly status: string
  readonly state: DocumentStatusReport
  /** The phase as the writer sees it: words not yet with main are an edit as well. */
  readonly phase: Phase
  /** Why main did not take what was typed; it is kept here and tried again. */
  readonly trouble: Problem | undefined
  readonly readOnly: string | undefined
  /** Of the text that the writer is in; `undefined`: it has no keys of vim. */
  readonly vimMode: VimMode | undefined
  /** Of the text, as its front matter names it. */
  readonly language: string | undefined
}

export interface ShownEditor {
  /** As soon as the editor is there. */
  focus(): void
  /** The pane shows it no more. */
  release(): void
}
