import type { CommandName } from '../../shared/ipc/ipc'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'
import type { Settings } from '../../shared/ipc/ipc-settings'
import type { TemplateAnswers } from '../../shared/text/templates'
import type { DocumentId, FolderId, TagId } from '../../shared/terms'
import type { Side, Writing } from './sides'
import type { NavigationHistory } from './navigation-history'

export type PanelName = Settings['panes']['panel']['open']
export type Panes = Settings['panes']

/**
 * `connect` shows the connections with the form for a new one; `key` shows the form for another key of this library.
 */
export type SettingsPage =
  'appearance' | 'typing' | 'spelling' | 'connection' | 'connect' | 'key' | 'device' | 'shortcuts'

/** The text of a template with its questions, and its target: an open document or a new one. */
export interface Template {
  readonly name: string
  readonly text: string
  readonly questions: readonly string[]
  /** null inserts into a new document. */
  readonly into: DocumentId | null
  /** Title and folder of the new document, if the writer is not asked for them. */
  readonly as?: { readonly title: string; readonly folderId: FolderId | null }
  /** The templates folder, in which a new document would become a template itself. */
  readonly notInto?: FolderId
  /** The earlier answers, if creating the document failed. */
  readonly given?: TemplateAnswers
}

/** The overlay over the window; only one is open at a time. */
export type Overlay =
  | { readonly kind: 'commands' }
  | { readonly kind: 'go-to'; readonly toTheSide?: boolean }
  | { readonly kind: 'move'; readonly ids: readonly DocumentId[] }
  | { readonly kind: 'delete-many'; readonly ids: readonly DocumentId[] }
  | { readonly kind: 'move-folder'; readonly id: FolderId }
  | { readonly kind: 'merge-tag'; readonly id: TagId }
  | { readonly kind: 'add-tag'; readonly ids: readonly DocumentId[] }
  | { readonly kind: 'align-column' | 'code-language' | 'undo-steps' }
  | { readonly kind: 'settings'; readonly page: SettingsPage; readonly query?: string }
  | { readonly kind: 'unlock'; readonly id: string }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'goals' }
  | { readonly kind: 'sync-log' }
  | { readonly kind: 'problem-report' }
  | { readonly kind: 'update' }
  /** `from`: the files to preview at once. */
  | { readonly kind: 'import'; readonly from?: 'opened' | readonly File[] }
  /** `of`: the selection offered first, if it exists. */
  | { readonly kind: 'export'; readonly of?: 'folder' | 'library' }
  | { readonly kind: 'move-library' }
  | { readonly kind: 'moved-here' }
  | { readonly kind: 'restore' }
  /** To another computer, and from one. */
  | { readonly kind: 'pack' | 'bring-in' }
  | { readonly kind: 'publish'; readonly id: DocumentId }
  | {
      readonly kind: 'update-links'
      readonly id: DocumentId
      readonly before: string
      readonly after: string
    }
  | { readonly kind: 'templates'; readonly into: Template['into']; readonly choosesFolder?: boolean }
  | { readonly kind: 'template-answers'; readonly template: Template }
  | { readonly kind: 'days-folder'; readonly then: 'today' | 'capture' }
  | { readonly kind: 'capture'; readonly kept: string; readonly adds: boolean }

/** An item of the sidebar that is being renamed. */
export interface Named {
  readonly kind: 'folder' | 'tag' | 'search'
  readonly id: string
}

/** A folder or tag being created; the sidebar shows it until the library contains it. */
export interface NewItem {
  readonly kind: 'folder' | 'tag'
  readonly id: string
  /** The parent folder. */
  readonly parentId: FolderId | null
  /** The element that had the focus before. */
  readonly from: Element | null
  /** Absent while the name is being typed; nothing is created before. */
  readonly name?: string
}

/** The progress of a change of many documents. */
export interface Batch {
  readonly doing: string
  readonly done: number
  readonly total: number
  stop(): void
}

/** One sentence at the bottom of the editor, with at most two buttons. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly closed?: () => void
  /** The document it is about, and the sentence to show if other texts are on screen too. */
  readonly about?: { readonly id: DocumentId; readonly named: string }
  /**
   * The toast holds words kept nowhere else, or something told only once, so neither time nor another toast removes it.
   */
  readonly stays?: true
  /** The toast is about the app, or names its library, and can be shown over any library. */
  readonly isOfApp?: true
  /** The connection of the library it is about; absent for the library on screen. */
  readonly library?: string
  /** The toast is no longer true once this document needs a decision. */
  readonly concerns?: DocumentId
  /** The refused command: the toast is no longer true once a command of that name succeeds. */
  readonly refused?: CommandName
  /** Queued toasts of one kind are merged into one, which shows their number and leads to all of them. */
  readonly many?: {
    readonly kind: string
    /** The ids of what they are about. */
    readonly ids: readonly string[]
    readonly text: (count: number) => string
    readonly actions?: Toast['actions']
  }
}

export interface Reading {
  readonly id: DocumentId
  /** In UTF-16 units of the text. */
  readonly place: number
}

/**
 * `title`: the caret goes there; `rename`: the title is selected and typing replaces it; `rename-in-list`: the same, and
 * Enter leads back to the list; `pane`: the pane itself, so that no key writes into the text.
 */
type FocusPart = 'pane' | 'title' | 'rename' | 'rename-in-list' | 'text' | 'decision' | 'find'

/** An action in the library that can be undone. */
export interface UndoStep {
  run(): void
  readonly isUnderWay: boolean
  /** The action before, which can be undone once this one is. */
  earlier: UndoStep | null
}

/** The state of this window alone. */
export interface WindowState extends Writing {
  /** Another library is about to replace this one; the window state is not saved meanwhile. */
  readonly isSwitching: boolean
  /** The connection whose library was chosen in this window, until that library is on screen in its previous state. */
  readonly goingTo: string | null
  /** The connection just made: the folders get the focus once its library is on screen. */
  readonly focusLibraryAfterConnect: string | null
  readonly view: 'documents' | 'recovered'
  readonly filter: DocumentFilter
  /** A folder's list and count include the documents of its subfolders. */
  readonly withSubfolders: boolean
  readonly sort: DocumentSort
  readonly descending: boolean
  /** How the list is grouped. */
  readonly group: DocumentGroup | null
  /** Whether the filter fields are shown. */
  readonly filtering: boolean
  /** The documents selected in the list; the cursor is the one from which arrow keys move. */
  readonly selected: readonly DocumentId[]
  /** Where the writer was last: commands are about the document in front or the selection in the list. */
  readonly acting: 'text' | 'list'
  /** The document that each side shows in reading view, and the position in its text. */
  readonly reading: Readonly<Record<Side, Reading | null>>
  /** The share of the left side in a split writing area. */
  readonly splitShare: number
  /** The height of the tags in the sidebar; null until the writer drags the divider. */
  readonly tagsHeight: number | null
  /** The history of documents on screen, and the current position in it. */
  readonly navigationHistory: NavigationHistory
  readonly panes: Panes
  readonly expanded: ReadonlySet<FolderId>
  /** The item being renamed. Ids of items of different kinds may be equal. */
  readonly renaming: Named | null
  readonly newItem: NewItem | null
  /** Undoes the last action in the library, also while it is under way; null once something else was done. */
  readonly undo: UndoStep | null
  /** The tabs that the writer closed, the most recent last. */
  readonly closed: readonly DocumentId[]
  /** In a narrow window the sidebar and the list cover the editor and are closed by default. */
  readonly drawer: 'none' | 'sidebar' | 'list'
  readonly overlay: Overlay | null
  readonly toasts: readonly Toast[]
  /** The changes of many documents that this window is making. */
  readonly batches: readonly Batch[]
  /** The document that gets the focus once it is on screen, and which part of it. */
  readonly focusOn: { readonly id: DocumentId; readonly part: FocusPart } | null
  /** Documents whose conflict the writer postponed in this window. */
  readonly postponed: ReadonlySet<DocumentId>
}
