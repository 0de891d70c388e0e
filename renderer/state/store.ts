import { create } from 'zustand'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'
import type { Settings } from '../../shared/ipc/ipc-settings'
import type { TemplateAnswers } from '../../shared/text/templates'
import {
  documentOn,
  otherSide,
  tabAfter,
  withSideDocument,
  withoutSide,
  withoutTab,
  withShown,
  withActiveSide,
} from './sides'
import type { Side, Writing } from './sides'
import { toggled } from '../ui/toggled'
import { NOWHERE, type Visited } from './visited'
import type { DocumentId, FolderId, TagId } from '../../shared/terms'

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
  | { readonly kind: 'settings'; readonly page: SettingsPage }
  | { readonly kind: 'unlock'; readonly id: string }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'goals' }
  | { readonly kind: 'sync-log' }
  | { readonly kind: 'problem-report' }
  | { readonly kind: 'update' }
  /** `from`: what is planned at once. */
  | { readonly kind: 'import'; readonly from?: 'opened' | readonly File[] }
  | { readonly kind: 'export' }
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

/** A thing in the sidebar that has a name; `isNew` while it has its first one, which nobody has typed. */
export interface Named {
  readonly kind: 'folder' | 'tag' | 'search'
  readonly id: string
  readonly isNew?: boolean
}

export const isNamed = (renaming: Named | null, kind: Named['kind'], id: string): boolean =>
  renaming?.kind === kind && renaming.id === id

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
  /** It is not true any more once this document needs a decision. */
  readonly concerns?: DocumentId
  /** Sentences of one kind that wait together become one, which says how many there were. */
  readonly many?: { readonly kind: string; readonly count: number; readonly text: (count: number) => string }
}

export interface Reading {
  readonly id: DocumentId
  /** In UTF-16 units of the text. */
  readonly place: number
}

/** What is only about this window. */
export interface WindowState extends Writing {
  /** Another library is about to take this one's place; nothing of the window is remembered meanwhile. */
  readonly isSwitching: boolean
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
  /** Takes the last deed in the library back; null once something else was done. */
  readonly undo: (() => void) | null
  /** Tabs that the writer closed, the last one last. */
  readonly closed: readonly DocumentId[]
  /** In a narrow window the sidebar and the list lie over the editor and are closed by default. */
  readonly drawer: 'none' | 'sidebar' | 'list'
  readonly overlay: Overlay | null
  readonly toasts: readonly Toast[]
  /** What this window is doing to many documents. */
  readonly batches: readonly Batch[]
  /** Where the focus goes once that document is on screen. */
  readonly focusOn: { readonly id: DocumentId; readonly part: 'title' | 'text' | 'decision' } | null
  /** Documents whose conflict the writer put off in this window. */
  readonly postponed: ReadonlySet<DocumentId>
}

export const useWindow = create<WindowState>(() => ({
  isSwitching: false,
  focusLibraryAfterConnect: null,
  view: 'documents',
  filter: { smart: 'recent' },
  withSubfolders: false,
  sort: 'updated',
  descending: true,
  group: null,
  filtering: false,
  selected: [],
  acting: 'text',
  tabs: [],
  active: null,
  side: 'left',
  sideDocument: null,
  reading: { left: null, right: null },
  splitShare: 0.5,
  tagsHeight: null,
  visited: NOWHERE,
  previewTab: null,
  panes: {
    sidebar: { open: true, width: 216 },
    list: { open: true, width: 272 },
    panel: { open: 'none', width: 328 },
  },
  expanded: new Set(),
  renaming: null,
  undo: null,
  closed: [],
  drawer: 'none',
  overlay: null,
  toasts: [],
  batches: [],
  focusOn: null,
  postponed: new Set(),
}))

const set = useWindow.setState

/** The writing area becomes this; what is then in front is what is chosen. */
function write(change: (now: Writing) => Writing): void {
  set((state) => {
    const { tabs, active, side, sideDocument, previewTab } = change(state)
    const selected = active === state.active ? {} : { selected: active === null ? [] : [active] }
    return { tabs, active, side, sideDocument, previewTab, ...selected }
  })
}

const inFront = { drawer: 'none', view: 'documents' } as const

/** Shows the document; a tab in which nothing was done is taken over. */
export function showTab(id: DocumentId, keep = false): void {
  write((now) => withShown(now, id, keep))
  set({ ...inFront, selected: [id] })
}

/** Shows the document in the other side; a view that is not split is split. */
export function showToTheSide(id: DocumentId): void {
  write((now) => withSideDocument(now, id))
  set({ ...inFront, selected: [id], focusOn: { id, part: 'text' } })
}

/** The tab stays from now on: something was done in it. */
export function keepTab(id: DocumentId): void {
  if (useWindow.getState().previewTab === id) set({ previewTab: null })
}

export const closeTab = (...ids: readonly DocumentId[]): void =>
  write((now) => ids.reduce((left, id) => withoutTab(left, id), now))

/** Adds tabs; what is in front stays there. */
export const addTabs = (ids: readonly DocumentId[]): void =>
  write((now) => ({ ...now, tabs: [...now.tabs, ...ids.filter((id) => !now.tabs.includes(id))] }))

/** Goes to the next tab, or with -1 to the one before; the writer goes on writing there. */
export function stepTab(step: 1 | -1): void {
  const next = tabAfter(useWindow.getState(), step)
  if (next === null) return
  write((now) => withShown(now, next, false))
  set(inFront)
  focusEditor(next)
}

/** The side that the focus is in is the one that everything beside the text is about. */
export const activateSide = (side: Side): void => {
  if (useWindow.getState().side !== side) write((now) => withActiveSide(now, side))
}

/** Puts the focus into the text of a document, as soon as it is on screen. */
export const focusEditor = (id: DocumentId): void => set({ focusOn: { id, part: 'text' } })

/** Shows a document with its title to be typed. */
export function renameDocument(id: DocumentId): void {
  showTab(id)
  stopReading(id)
  set({ focusOn: { id, part: 'title' } })
}

/** What a side shows as it is read; undefined where it shows a text as it is written. */
export function readOn(state: WindowState, side: Side): Reading | undefined {
  const reading = state.reading[side]
  return reading !== null && reading.id === documentOn(state, side) ? reading : undefined
}

/** The side shows this document as it is read, from that place on. */
export const readFrom = (side: Side, reading: Reading): void =>
  set((state) => ({
    reading: { ...state.reading, [side]: reading },
    focusOn: { id: reading.id, part: 'text' },
  }))

/** The side goes on at that place whenever it shows this document again. */
export const keepReadingPlace = (side: Side, { id, place }: Reading): void =>
  set(({ reading }) => (reading[side]?.id === id ? { reading: { ...reading, [side]: { id, place } } } : {}))

/** The document is shown as it is written, in that side or in both, and the writer goes on writing. */
export function stopReading(id: DocumentId, side?: Side): void {
  const { reading } = useWindow.getState()
  const left = ([at, one]: readonly [Side, Reading | null]) =>
    one?.id === id && (side === undefined || side === at) ? null : one
  const next = { left: left(['left', reading.left]), right: left(['right', reading.right]) }
  if (next.left === reading.left && next.right === reading.right) return
  set({ reading: next })
  focusEditor(id)
}

/** Puts the focus into the text that is in front. */
export function focusActiveEditor(): void {
  const { active } = useWindow.getState()
  if (active !== null) focusEditor(active)
}

/** Closes a tab, which can be opened again; the keyboard stays where it is. */
export function dropTab(id: DocumentId): void {
  closeTab(id)
  set(({ closed }) => ({ closed: [...closed.filter((other) => other !== id), id].slice(-MOST_CLOSED) }))
}

/** Closes a tab, and the writer goes on in the text that comes to the front. */
export function leaveTab(id: DocumentId): void {
  dropTab(id)
  focusActiveEditor()
}

const MOST_CLOSED = 50

/** Opens the tab that was closed last, and the writer goes on in it. */
export function reopenTab(): void {
  const { closed, tabs } = useWindow.getState()
  const id = closed.findLast((candidate) => !tabs.includes(candidate))
  set({ closed: closed.filter((candidate) => candidate !== id && !tabs.includes(candidate)) })
  if (id === undefined) return
  showTab(id, true)
  focusEditor(id)
}

/** Shows what is to be decided about a document, whether that was put off or not. */
export function showDecision(id: DocumentId): void {
  postpone(id, false)
  showTab(id)
  focusEditor(id)
}

/** Goes to a side and on writing there. */
export function goToSide(side: Side = otherSide(useWindow.getState().side)): void {
  activateSide(side)
  set(inFront)
  focusActiveEditor()
}

export function closeSide(side: Side = useWindow.getState().side): void {
  write((now) => withoutSide(now, side))
  goToSide(useWindow.getState().side)
}

export function showPanel(open: PanelName): void {
  set(({ panes, view }) => ({
    panes: { ...panes, panel: { ...panes.panel, open } },
    view: open === 'none' ? view : 'documents',
  }))
}

export function togglePanel(name: Exclude<PanelName, 'none'>): void {
  const { panes, view } = useWindow.getState()
  showPanel(panes.panel.open === name && view === 'documents' ? 'none' : name)
}

export function resizePane(name: keyof Panes, width: number): void {
  set(({ panes }) => ({ panes: { ...panes, [name]: { ...panes[name], width } } }))
}

export function setPaneOpen(name: 'sidebar' | 'list', open: boolean): void {
  set(({ panes }) => ({ panes: { ...panes, [name]: { ...panes[name], open } } }))
}

export function showList(filter: DocumentFilter): void {
  set((state) => ({
    filter: state.withSubfolders && filter.folderId != null ? { ...filter, subfolders: true } : filter,
    view: 'documents',
    selected: [],
    drawer: state.drawer === 'sidebar' ? 'list' : state.drawer,
  }))
}

/**
 * Lists something else in place of what is about to go; a call of the answer turns the list back, unless the writer has
 * gone to another one meanwhile.
 */
export function leaveList(next: DocumentFilter): (back?: DocumentFilter) => void {
  const { filter: before } = useWindow.getState()
  set({ filter: next, selected: [] })
  return (back = before) => {
    if (useWindow.getState().filter === next) set({ filter: back })
  }
}

/** Folders are listed and counted with the documents of their subfolders, or without. */
export function setWithSubfolders(withSubfolders: boolean): void {
  set(({ filter: { subfolders: _before, ...filter } }) => ({
    withSubfolders,
    filter: withSubfolders && filter.folderId != null ? { ...filter, subfolders: true } : filter,
    selected: [],
  }))
}

export function toggleFolder(id: FolderId, open?: boolean): void {
  set(({ expanded }) => ({ expanded: toggled(expanded, id, open) }))
}

export function actFrom(acting: WindowState['acting']): void {
  if (useWindow.getState().acting !== acting) set({ acting })
}

/** The documents that a command given now is about. */
export const meantDocuments = ({ acting, selected, active }: WindowState): readonly DocumentId[] =>
  active === null || (acting === 'list' && selected.length > 0) ? selected : [active]

export const showOverlay = (overlay: Overlay | null): void => set({ overlay })

export function postpone(id: DocumentId, later: boolean): void {
  if (!later && !useWindow.getState().postponed.has(id)) return
  set(({ postponed }) => ({
    postponed: toggled(postponed, id, later),
    focusOn: { id, part: later ? 'text' : 'decision' },
  }))
}
