import type { CommandName } from '../../shared/ipc/ipc'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'
import type { Settings } from '../../shared/ipc/ipc-settings'
import type { TemplateAnswers } from '../../shared/text/templates'
import type { DocumentId, FolderId, TagId } from '../../shared/terms'
import type { Side, Writing } from './sides'
import type { Visited } from './visited'

export type PanelName = Settings['panes']['panel']['open']
export type Panes = Settings['panes']

/** `connect`: the connections, on the form for a new one; `key`: on the one for another key of this library. */
export type SettingsPage =
  'appearance' | 'typing' | 'spelling' | 'connection' | 'connect' | 'key' | 'device' | 'shortcuts'

/** The text of a template with what it asks, and where it goes: into a document that is open, or into a new one. */
export interface Template {
  readonly name: string
  readonly text: string
  readonly questions: readonly string[]
  /** null: into a new document. */
  readonly into: DocumentId | null
  /** Title and place of the new document, where they are not asked for. */
  readonly as?: { readonly title: string; readonly folderId: FolderId | null }
  /** The folder of templates: what is made there would be a template itself. */
  readonly notInto?: FolderId
  /** What was answered before, where nothing could be made of it. */
  readonly given?: TemplateAnswers
}

/** What lies over the window; one at a time. */
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
  /** `from`: what is planned at once. */
  | { readonly kind: 'import'; readonly from?: 'opened' | readonly File[] }
  /** `of`: what is offered first, where there is such a thing. */
  | { readonly kind: 'export'; readonly of?: 'folder' }
  | { readonly kind: 'move-library' }
  | { readonly kind: 'moved-here' }
  | { readonly kind: 'restore' }
  /** To another computer, and from one. */
  | { readonly kind: 'pack' | 'bring-in' }
  | { readonly kind: 'publish'; readonly id: DocumentId }
  | { readonly kind: 'update-links'; readonly before: string; readonly after: string }
  | { readonly kind: 'templates'; readonly into: Template['into']; readonly choosesFolder?: boolean }
  | { readonly kind: 'template-answers'; readonly template: Template }
  | { readonly kind: 'days-folder'; readonly then: 'today' | 'capture' }
  | { readonly kind: 'capture'; readonly kept: string; readonly adds: boolean }

/** A thing in the sidebar whose name is being changed. */
export interface Named {
  readonly kind: 'folder' | 'tag' | 'search'
  readonly id: string
}

/** A folder or tag that the writer makes; the sidebar shows it from here until the library has it. */
export interface NewItem {
  readonly kind: 'folder' | 'tag'
  readonly id: string
  /** The folder that it will lie in. */
  readonly parentId: FolderId | null
  /** What had the keyboard before. */
  readonly from: Element | null
  /** Left out while the name is being typed: nothing is made before. */
  readonly name?: string
}

/** A change of many documents, as far as it is. */
export interface Batch {
  readonly doing: string
  readonly done: number
  readonly total: number
  stop(): void
}

/** One sentence at the bottom of the editor, with at most two things to do about it. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly run: () => void }[]
  readonly closed?: () => void
  /** The document that it is about, and the sentence that names it where that is not the only text on screen. */
  readonly about?: { readonly id: DocumentId; readonly named: string }
  /** It holds words that are nowhere else, or what is told only once: no time and no other sentence takes it away. */
  readonly stays?: true
  /** It is about the app and no library, or names its library: it may be read over any other one. */
  readonly isOfApp?: true
  /** The connection of the library that it is about; absent where it is the one on screen. */
  readonly library?: string
  /** It is not true any more once this document needs a decision. */
  readonly concerns?: DocumentId
  /** The command that main refused: the sentence is not true any more once main has taken one of that name. */
  readonly refused?: CommandName
  /** Sentences of one kind that wait together become one, which says how many there are and leads to all of them. */
  readonly many?: {
    readonly kind: string
    /** What they are about, each by its id. */
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

/** `title`: the caret goes there; `rename`: what is typed takes the place of the title; `pane`: no key writes into the text. */
type FocusPart = 'pane' | 'title' | 'rename' | 'text' | 'decision' | 'find'

/** What is only about this window. */
export interface WindowState extends Writing {
  /** Another library is about to take this one's place; nothing of the window is remembered meanwhile. */
  readonly isSwitching: boolean
  /** The connection whose library was chosen in this window, until that library is on screen as it was left. */
  readonly goingTo: string | null
  /** The connection just made: the focus goes to the folders once its library is on screen. */
  readonly focusLibraryAfterConnect: string | null
  readonly view: 'documents' | 'recovered'
  readonly filter: DocumentFilter
  /** A folder's list, and its count in the tree, hold the documents of its subfolders too. */
  readonly withSubfolders: boolean
  readonly sort: DocumentSort
  readonly descending: boolean
  /** What the list is divided by. */
  readonly group: DocumentGroup | null
  /** The fields that narrow the list are shown. */
  readonly filtering: boolean
  /** The documents marked in the list; the cursor is the one that arrows move from. */
  readonly selected: readonly DocumentId[]
  /** Where the writer was last: commands are about the document in front, or about what is chosen in the list. */
  readonly acting: 'text' | 'list'
  /** The document that a side shows as it is read, and from which place of its text on. */
  readonly reading: Readonly<Record<Side, Reading | null>>
  /** How much of a split writing area the left side has. */
  readonly splitShare: number
  /** How high the tags of the sidebar are; null until the writer draws the line. */
  readonly tagsHeight: number | null
  /** The documents that were on screen, in their order, and where in it the present one stands. */
  readonly visited: Visited
  readonly panes: Panes
  readonly expanded: ReadonlySet<FolderId>
  /** What has its name typed now. Ids of two kinds may be equal. */
  readonly renaming: Named | null
  readonly newItem: NewItem | null
  /** Takes the last deed in the library back, also while it goes on; null once something else was done. */
  readonly undo: { run(): void; readonly isUnderWay: boolean } | null
  /** Tabs that the writer closed, the last one last. */
  readonly closed: readonly DocumentId[]
  /** In a narrow window the sidebar and the list lie over the editor and are closed by default. */
  readonly drawer: 'none' | 'sidebar' | 'list'
  readonly overlay: Overlay | null
  readonly toasts: readonly Toast[]
  /** What this window is doing to many documents. */
  readonly batches: readonly Batch[]
  /** Where the focus goes once that document is on screen. */
  readonly focusOn: { readonly id: DocumentId; readonly part: FocusPart } | null
  /** Documents whose conflict the writer put off in this window. */
  readonly postponed: ReadonlySet<DocumentId>
}
