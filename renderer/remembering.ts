import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '../shared/ipc-settings'
import { asLeft, askedDocument } from './as-left'
import type { Client } from './bridge'
import type { Sessions } from './document/sessions'
import type { EditorSettings } from './editor/editor'
import { useSearch } from './search/search-state'
import { showTab, useWindow, type WindowState } from './store'

const PAUSE_MS = 300

/** Begins the window as it was left, keeps it so, and applies what the writer has set. */
export async function createRemembering(
  client: Client,
  sessions: Sessions,
  queries: QueryClient,
): Promise<void> {
  const settings = await client.call('settings.get', undefined)
  if (settings.ok) {
    queries.setQueryData(['settings'], settings.value)
    useWindow.setState(asLeft(settings.value, askedDocument()))
    apply(settings.value, sessions)
  }
  client.listen('settings.changed', (next) => apply(next, sessions))
  client.listen('connection.switched', () => {
    void showOtherLibrary(client, queries)
  })
  if (useWindow.getState().active === null && !(await openFirst(client))) openFirstOnceThere(client)
  rememberChanges(client)
}

/** The window as it was left on the library that has just come: its tabs, its list, its open folders. */
async function showOtherLibrary(client: Client, queries: QueryClient): Promise<void> {
  const settings = await client.call('settings.get', undefined)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'settings' })
  // Ids of two services may be equal: what was found there is nothing here.
  useSearch.setState(useSearch.getInitialState(), true)
  if (!settings.ok) return useWindow.setState({ isSwitching: false })
  queries.setQueryData(['settings'], settings.value)
  useWindow.setState({ place: 'documents', renaming: null })
  useWindow.setState(asLeft(settings.value, null))
  useWindow.setState({ isSwitching: false })
  void queries.invalidateQueries()
  if (useWindow.getState().active === null && !(await openFirst(client))) openFirstOnceThere(client)
}

/** A window without a tab opens on the first document of its list. */
async function openFirst(client: Client): Promise<boolean> {
  const { filter, sort, descending } = useWindow.getState()
  const found = await client.call('documents.list', { filter, sort, descending, offset: 0, limit: 1 })
  const first = found.ok ? found.value.items[0] : undefined
  if (first === undefined) return false
  useWindow.setState({ selected: [first.id] })
  showTab(first.id)
  return true
}

/** At a first start the library is still on its way; its first document explains the app. */
function openFirstOnceThere(client: Client): void {
  const stop = client.listen('library.changed', () => {
    const { active, tabs } = useWindow.getState()
    if (active !== null || tabs.length > 0) return stop()
    void openFirst(client).then((opened) => opened && stop())
  })
}

function rememberChanges(client: Client): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = remembered(useWindow.getState())
  const writeNow = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    void client.call('settings.set', last)
  }
  useWindow.subscribe((state) => {
    const next = remembered(state)
    if (state.isSwitching) return writeNow()
    if (JSON.stringify(next) === JSON.stringify(last)) return
    last = next
    clearTimeout(timer)
    timer = setTimeout(writeNow, PAUSE_MS)
  })
  // Main takes it before the answer that lets it go on.
  client.listen('flush.requested', writeNow)
  // A page that is loaded anew comes back where it was.
  window.addEventListener('pagehide', writeNow)
}

function remembered(state: WindowState): Partial<Settings> {
  return {
    panes: state.panes,
    openTabs: state.tabs.slice(0, 100),
    activeTab: state.active,
    postponed: [...state.postponed].slice(0, 1_000),
    listFilter: state.filter,
    split: state.beside === null ? null : { beside: state.beside, side: state.side },
    splitShare: state.splitShare,
    listSort: state.sort,
    expandedFolders: [...state.expanded].slice(0, 10_000),
  }
}

let applied: EditorSettings | undefined

function apply(settings: Settings, sessions: Sessions): void {
  const { dataset, style } = document.documentElement
  if (settings.theme === 'system') delete dataset['theme']
  else dataset['theme'] = settings.theme
  dataset['textFont'] = settings.textFont
  style.setProperty('--text-size', `${settings.textSize}px`)
  style.setProperty('--measure', `${settings.measure}px`)
  const { sourceMode, spelling, focusMode, typewriter } = settings
  if (
    applied?.sourceMode === sourceMode &&
    applied.spelling === spelling &&
    applied.focusMode === focusMode &&
    applied.typewriter === typewriter
  )
    return
  applied = { sourceMode, spelling, focusMode, typewriter }
  sessions.configure(applied)
}
