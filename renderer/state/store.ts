import { create } from 'zustand'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import {
  documentOn,
  otherSide,
  withNextTab,
  withSideDocument,
  withoutSide,
  withoutTab,
  withShown,
  withActiveSide,
  type Side,
  type Writing,
} from './sides'
import { toggled } from '../../shared/toggled'
import { NOWHERE } from './visited'
import type { Named, Overlay, PanelName, Panes, Reading, WindowState } from './window-state'
import type { DocumentId, FolderId } from '../../shared/terms'

export type {
  Batch,
  NewItem,
  Overlay,
  PanelName,
  Reading,
  SettingsPage,
  Template,
  Toast,
  WindowState,
} from './window-state'

export const useWindow = create<WindowState>(() => ({
  isSwitching: false,
  goingTo: null,
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
  newItem: null,
  undo: null,
  closed: [],
  drawer: 'none',
  overlay: null,
  toasts: [],
  batches: [],
  focusOn: null,
  postponed: new Set(),
}))

export const isNamed = (renaming: Named | null, kind: Named['kind'], id: string): boolean =>
  renaming?.kind === kind && renaming.id === id

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
  write((now) => withNextTab(now, step))
  const { active } = useWindow.getState()
  set(inFront)
  if (active !== null) focusEditor(active)
}

/** The side that the focus is in is the one that everything beside the text is about. */
export const activateSide = (side: Side): void => {
  if (useWindow.getState().side !== side) write((now) => withActiveSide(now, side))
}

/** The window that went to the library of this connection is there, or does not come there. */
export const arrivedAt = (connectionId: string): void =>
  useWindow.setState(({ goingTo }) => (goingTo === connectionId ? { goingTo: null } : {}))

/** Puts the focus into the text of a document, as soon as it is on screen. */
export const focusEditor = (id: DocumentId): void => set({ focusOn: { id, part: 'text' } })

/**
 * Goes to a document and on writing there. Whatever opens a document for the writer goes this way: keys that stay behind
 * in a list of folders or documents would delete what the writer does not look at.
 */
export function goToDocument(id: DocumentId, keep = false): void {
  showTab(id, keep)
  focusEditor(id)
}

/** Shows a document with its title to be typed anew. */
export const renameDocument = (id: DocumentId): void => showTitle(id, 'rename')

/** Shows a document with the caret in its title. */
export function showTitle(id: DocumentId, part: 'title' | 'rename' = 'title'): void {
  showTab(id)
  stopReading(id)
  set({ focusOn: { id, part } })
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
  set(({ closed }) => ({ closed: [...closed.filter((other) => other !== id), id].slice(-CLOSED_MAX) }))
}

/** Closes a tab, and the writer goes on in the text that comes to the front. */
export function leaveTab(id: DocumentId): void {
  dropTab(id)
  focusActiveEditor()
}

const CLOSED_MAX = 50

/** Opens the tab that was closed last, and the writer goes on in it. */
export function reopenTab(): void {
  const { closed, tabs } = useWindow.getState()
  const id = closed.findLast((candidate) => !tabs.includes(candidate))
  set({ closed: closed.filter((candidate) => candidate !== id && !tabs.includes(candidate)) })
  if (id !== undefined) goToDocument(id, true)
}

/** Shows what is to be decided about a document, whether that was put off or not. */
export function showDecision(id: DocumentId): void {
  postpone(id, false)
  goToDocument(id)
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
