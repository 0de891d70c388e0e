import type { QueryClient } from '@tanstack/react-query'
import type { CommandInput, EventPayload } from '../../shared/ipc/ipc'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { applyOwnTheme } from './own-theme'
import { editorSettings } from '../state/editor-settings'
import { asLeft } from '../state/as-left'
import type { AppClient, Client } from '../bridge/bridge'
import type { Sessions } from '../state/sessions'
import type { EditorSettings } from '../editor/editor'
import type { Libraries, WindowLibrary } from './window-library'
import { useSearch } from '../search/search-state'
import {
  arrivedAt,
  showOverlay,
  showTab,
  useWindow,
  focusActiveEditor,
  type Overlay,
  type WindowState,
} from '../state/store'
import { setPausedRestore } from '../state/paused-restore'
import { dropToastsOfOthers } from '../state/toasts'
import { heldKeysTyped } from '../state/typed/type-ahead'
import { watchTyping } from '../state/typed/watch-typing'

const PAUSE_MS = 300

/** Restores the window as it was left, saves its state from then on, and applies the settings. */
export async function beginWindow(
  client: AppClient,
  libraries: Libraries,
  settings: Settings,
): Promise<void> {
  const library = libraries.current()
  useWindow.setState(asLeft(settings))
  apply(settings, library.sessions)
  client.listen('settings.changed', (next) => apply(next, libraries.current().sessions))
  if (useWindow.getState().active === null && !(await openFirst(library.client)))
    openFirstOnceThere(library.client)
  focusActiveEditor()
  if (libraries.current() === library) library.follow()
}

/** The overlays that stay open over another library; all others are about items of their library (rule W22). */
const OF_THE_APP: ReadonlySet<Overlay['kind']> = new Set([
  'commands',
  'settings',
  'unlock',
  'shortcuts',
  'sync-log',
  'problem-report',
  'update',
  'import',
  'move-library',
  'moved-here',
  'pack',
  'bring-in',
])

const isOfTheApp = (overlay: Overlay | null): boolean => overlay !== null && OF_THE_APP.has(overlay.kind)

/**
 * Follows switches to another library, which another window may have requested. The switch waits until keys held for a
 * field of this library are typed and the writer who types in it pauses (rule W22). The view of this library is closed,
 * and restored when the library comes back.
 */
export function followSwitches(client: AppClient, libraries: Libraries, queries: QueryClient): void {
  let wanted: EventPayload<'connection.switched'> | undefined
  const typingPaused = watchTyping()
  client.listen('connection.switched', (to) => {
    wanted = to
    // A writer who chose the library in this window has finished typing here.
    if (useWindow.getState().goingTo === to.connectionId) return change(to)
    void readyToLeave().then(() => wanted === to && change(to))
  })
  useWindow.subscribe(({ goingTo }, before) => {
    if (goingTo === null || goingTo === before.goingTo) return
    // The main process does not repeat the event for the library on screen.
    if (wanted?.connectionId === goingTo) change(wanted)
    else if (wanted === undefined) arrivedAt(libraries.current().connectionId)
  })
  async function readyToLeave(): Promise<void> {
    await heldKeysTyped()
    // An overlay that stays open over the other library may be typed in during the switch.
    if (!isOfTheApp(useWindow.getState().overlay)) await typingPaused()
  }
  function change(to: EventPayload<'connection.switched'>): void {
    if (libraries.current().client.library === to.library) return arrivedAt(to.connectionId)
    // A name being typed belongs to the library it was begun in.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    const { overlay } = useWindow.getState()
    if (!isOfTheApp(overlay)) showOverlay(null)
    const { now } = libraries.change(to)
    useWindow.setState({
      isSwitching: true,
      tabs: [],
      active: null,
      sideDocument: null,
      previewTab: null,
      selected: [],
      focusOn: null,
      // The last action was in the other library.
      undo: null,
      closed: [],
    })
    dropToastsOfOthers(to.connectionId)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
    useSearch.setState(useSearch.getInitialState(), true)
    setPausedRestore(null)
    void showAsLeft(client, libraries, now, queries).finally(() => arrivedAt(to.connectionId))
  }
}

/** Restores the window for the library that has come on screen: its tabs, list and expanded folders. */
async function showAsLeft(
  client: AppClient,
  libraries: Libraries,
  library: WindowLibrary,
  queries: QueryClient,
): Promise<void> {
  const settings = await client.call('settings.get', undefined)
  if (libraries.current() !== library) return
  if (settings.ok && isOnScreen(libraries, library, settings.value)) {
    queries.setQueryData(['settings'], settings.value)
    useWindow.setState({ view: 'documents', renaming: null, newItem: null })
    useWindow.setState(asLeft(settings.value))
    // Editors opened from now on begin with these settings.
    applied = undefined
    apply(settings.value, library.sessions)
  }
  useWindow.setState({ isSwitching: false })
  library.follow()
  void queries.invalidateQueries()
  if (useWindow.getState().active === null && !(await openFirst(library.client)))
    openFirstOnceThere(library.client)
}

/**
 * Whether the settings, whose tabs and lists belong to one library, are those of the library on screen, which may have
 * changed meanwhile.
 */
const isOnScreen = (libraries: Libraries, library: WindowLibrary, settings: Settings): boolean =>
  libraries.current() === library && settings.connectionId === library.connectionId

/** Opens the first document of the list in a window without tabs. */
async function openFirst(client: Client, signal?: AbortSignal): Promise<boolean> {
  const { filter, sort, descending } = useWindow.getState()
  const found = await client.call('documents.list', { filter, sort, descending, offset: 0, limit: 1 })
  const first = found.ok ? found.value.items[0] : undefined
  if (first === undefined || signal?.aborted === true) return false
  useWindow.setState({ selected: [first.id] })
  showTab(first.id)
  return true
}

/**
 * Opens the first document, which explains the app, when the library arrives at the first start, unless the writer has
 * pressed something before.
 */
function openFirstOnceThere(client: Client): void {
  const pressed = new AbortController()
  const stopListening = client.listen('library.changed', () => {
    const { active, tabs } = useWindow.getState()
    if (active !== null || tabs.length > 0) return stop()
    void openFirst(client, pressed.signal).then((opened) => opened && stop())
  })
  function stop(): void {
    stopListening()
    pressed.abort()
  }
  for (const kind of ['pointerdown', 'keydown'])
    window.addEventListener(kind, stop, { capture: true, signal: pressed.signal })
}

/** Saves what the window shows of this library; returns a function that saves it one last time and stops. */
export function rememberChanges(client: Client): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = remembered(useWindow.getState())
  const writeNow = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    void client.call('settings.set', last.settings)
    void client.call('window.remember', last.memory)
  }
  // Saves the state also before a reload.
  window.addEventListener('pagehide', writeNow)
  const stops = [
    useWindow.subscribe((state) => {
      const next = remembered(state)
      if (state.isSwitching || JSON.stringify(next) === JSON.stringify(last)) return
      last = next
      clearTimeout(timer)
      timer = setTimeout(writeNow, PAUSE_MS)
    }),
    // The main process receives the state before the reply that lets it continue.
    client.listen('flush.requested', writeNow),
    () => window.removeEventListener('pagehide', writeNow),
    writeNow,
  ]
  return () => stops.forEach((stop) => stop())
}

interface Remembered {
  readonly settings: CommandInput<'settings.set'>
  readonly memory: CommandInput<'window.remember'>
}

function remembered(state: WindowState): Remembered {
  return {
    settings: {
      panes: state.panes,
      splitShare: state.splitShare,
      tagsHeight: state.tagsHeight,
      listSort: state.sort,
    },
    memory: {
      openTabs: state.tabs.slice(0, 100),
      activeTab: state.active,
      postponed: [...state.postponed].slice(0, 1_000),
      listFilter: state.filter,
      withSubfolders: state.withSubfolders,
      split: state.sideDocument === null ? null : { sideDocument: state.sideDocument, side: state.side },
      expandedFolders: [...state.expanded].slice(0, 10_000),
    },
  }
}

let applied: EditorSettings | undefined

function apply(settings: Settings, sessions: Sessions): void {
  const { dataset, style } = document.documentElement
  if (settings.theme === 'system') delete dataset['theme']
  else dataset['theme'] = settings.theme
  applyOwnTheme(document.documentElement, settings.ownTheme)
  dataset['textFont'] = settings.textFont
  style.setProperty('--text-size', `${settings.textSize}px`)
  style.setProperty('--leading', String(settings.leading / 100))
  style.setProperty('--measure', `${settings.measure}px`)
  const next = editorSettings(settings, navigator.language)
  if (JSON.stringify(next) === JSON.stringify(applied)) return
  applied = next
  sessions.configure(applied)
}
