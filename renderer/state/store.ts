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
import { EMPTY_HISTORY } from './navigation-history'
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
  navigationHistory: EMPTY_HISTORY,
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

/** Changes the writing area and selects the document in front. */
function write(change: (now: Writing) => Writing): void {
  set((state) => {
    const { tabs, active, side, sideDocument, previewTab } = change(state)
    const selected = active === state.active ? {} : { selected: active === null ? [] : [active] }
    return { tabs, active, side, sideDocument, previewTab, ...selected }
  })
}

const inFront = { drawer: 'none', view: 'documents' } as const

/** Shows the document, replacing the preview tab if there is one. */
export function showTab(id: DocumentId, keep = false): void {
  write((now) => withShown(now, id, keep))
  set({ ...inFront, selected: [id] })
}

/** Shows the document on the other side, splitting the view if necessary. */
export function showToTheSide(id: DocumentId): void {
  write((now) => withSideDocument(now, id))
  set({ ...inFront, selected: [id], focusOn: { id, part: 'text' } })
}

/** Keeps the tab, because something was done in it. */
export function keepTab(id: DocumentId): void {
  if (useWindow.getState().previewTab === id) set({ previewTab: null })
}

export const closeTab = (...ids: readonly DocumentId[]): void =>
  write((now) => ids.reduce((left, id) => withoutTab(left, id), now))

/** Adds tabs without changing the document in front. */
export const addTabs = (ids: readonly DocumentId[]): void =>
  write((now) => ({ ...now, tabs: [...now.tabs, ...ids.filter((id) => !now.tabs.includes(id))] }))

/** Goes to the next tab (1) or the previous one (-1) and focuses its text. */
export function stepTab(step: 1 | -1): void {
  write((now) => withNextTab(now, step))
  const { active } = useWindow.getState()
  set(inFront)
  if (active !== null) focusEditor(active)
}

/** Makes a side active when it gets the focus; panels and commands are about the active side. */
export const activateSide = (side: Side): void => {
  if (useWindow.getState().side !== side) write((now) => withActiveSide(now, side))
}

/** Ends the switch of this window to the library of that connection, whether it succeeded or not. */
export const arrivedAt = (connectionId: string): void =>
  useWindow.setState(({ goingTo }) => (goingTo === connectionId ? { goingTo: null } : {}))

/** Focuses the text of a document as soon as it is on screen. */
export const focusEditor = (id: DocumentId): void => set({ focusOn: { id, part: 'text' } })

/**
 * Shows a document and focuses its text. Everything that opens a document for the writer must use this: keys left in a
 * list of folders or documents could delete an item that the writer is not looking at.
 */
export function goToDocument(id: DocumentId, keep = false): void {
  showTab(id, keep)
  focusEditor(id)
}

/** Shows a document with its title selected for renaming. */
export const renameDocument = (id: DocumentId): void => showTitle(id, 'rename')

/** Shows a document with the caret in its title. */
export function showTitle(id: DocumentId, part: 'title' | 'rename' = 'title'): void {
  showTab(id)
  stopReading(id)
  set({ focusOn: { id, part } })
}

/** The reading view of a side; undefined if the side shows the editor. */
export function readOn(state: WindowState, side: Side): Reading | undefined {
  const reading = state.reading[side]
  return reading !== null && reading.id === documentOn(state, side) ? reading : undefined
}

/** Shows a document in reading view on a side, from the given position on. */
export const readFrom = (side: Side, reading: Reading): void =>
  set((state) => ({
    reading: { ...state.reading, [side]: reading },
    focusOn: { id: reading.id, part: 'text' },
  }))

/** Remembers the position at which the side's reading view of this document continues. */
export const keepReadingPlace = (side: Side, { id, place }: Reading): void =>
  set(({ reading }) => (reading[side]?.id === id ? { reading: { ...reading, [side]: { id, place } } } : {}))

/** Shows the document in the editor, on one side or both, and focuses it. */
export function stopReading(id: DocumentId, side?: Side): void {
  const { reading } = useWindow.getState()
  const left = ([at, one]: readonly [Side, Reading | null]) =>
    one?.id === id && (side === undefined || side === at) ? null : one
  const next = { left: left(['left', reading.left]), right: left(['right', reading.right]) }
  if (next.left === reading.left && next.right === reading.right) return
  set({ reading: next })
  focusEditor(id)
}

/** Focuses the text in front. */
export function focusActiveEditor(): void {
  const { active } = useWindow.getState()
  if (active !== null) focusEditor(active)
}

/**
 * Focuses the pane of the text in front, after the text before it was deleted: the writer may still be typing, and
 * Ctrl+Z is about the delete.
 */
export function focusActivePane(): void {
  const { active } = useWindow.getState()
  if (active !== null) set({ focusOn: { id: active, part: 'pane' } })
}

/** Closes a tab, which can be reopened, without moving the focus. */
export function dropTab(id: DocumentId): void {
  closeTab(id)
  set(({ closed }) => ({ closed: [...closed.filter((other) => other !== id), id].slice(-CLOSED_MAX) }))
}

/** Closes a tab and focuses the text that comes to the front. */
export function leaveTab(id: DocumentId): void {
  dropTab(id)
  focusActiveEditor()
}

const CLOSED_MAX = 50

/** Reopens the tab closed last and focuses its text. */
export function reopenTab(): void {
  const { closed, tabs } = useWindow.getState()
  const id = closed.findLast((candidate) => !tabs.includes(candidate))
  set({ closed: closed.filter((candidate) => candidate !== id && !tabs.includes(candidate)) })
  if (id !== undefined) goToDocument(id, true)
}

/** Shows the decision about a document, also if it was postponed. */
export function showDecision(id: DocumentId): void {
  postpone(id, false)
  showTab(id)
  set({ focusOn: { id, part: 'decision' } })
}

/** Makes a side active and focuses its text. */
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
 * Shows another list in place of one that is about to disappear. The returned function shows the old list again, unless
 * the writer has gone elsewhere meanwhile.
 */
export function leaveList(next: DocumentFilter): (back?: DocumentFilter) => void {
  const { filter: before } = useWindow.getState()
  set({ filter: next, selected: [] })
  return (back = before) => {
    if (useWindow.getState().filter === next) set({ filter: back })
  }
}

/** Sets whether folders are listed and counted with the documents of their subfolders. */
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

/** The documents that a command applies to at this moment. */
export const targetDocuments = ({ acting, selected, active }: WindowState): readonly DocumentId[] =>
  active === null || (acting === 'list' && selected.length > 0) ? selected : [active]

export const showOverlay = (overlay: Overlay | null): void => set({ overlay })

export function postpone(id: DocumentId, later: boolean): void {
  if (!later && !useWindow.getState().postponed.has(id)) return
  set(({ postponed }) => ({
    postponed: toggled(postponed, id, later),
    focusOn: { id, part: later ? 'text' : 'decision' },
  }))
}
