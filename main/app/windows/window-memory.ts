import type { z } from 'zod'
import type { CommandInput } from '../../../shared/ipc/ipc'
import { windowMemory } from '../../../shared/ipc/ipc-settings'
import type { SettingsFile } from '../../system/settings'
import type { Settings } from '../../../shared/ipc/ipc-settings'
import type { DocumentId } from '../../../shared/terms'
import type { Shown } from './window-states'
import { attempt } from '../../../shared/thrown'

type WindowMemory = Readonly<z.infer<typeof windowMemory>>

/** A tab more than this is one too many for the settings. */
const TABS_MAX = 100

const EMPTY: WindowMemory = {
  expandedFolders: [],
  openTabs: [],
  activeTab: null,
  postponed: [],
  listFilter: {},
}

/** Tabs, list and open folders belong to a library: those of `connectionId` come forward, the others are put by. */
export function swapWindowMemory(settings: SettingsFile, connectionId: string): void {
  const now = settings.get()
  if (now.connectionId === connectionId) return
  const { windows } = now
  const { [connectionId]: next, ...others } = windows
  try {
    settings.set({
      ...whole(next ?? EMPTY),
      connectionId,
      windows: {
        ...others,
        [now.connectionId]: memoryIn(now),
      },
    })
  } catch {
    // A disk that is full: the library opens all the same, on tabs that it does not have.
  }
}

/** What a window shows of the library of this connection, on screen or left already. */
function rememberWindow(
  settings: SettingsFile,
  connectionId: string,
  memory: CommandInput<'window.remember'>,
): void {
  const { connectionId: current, windows } = settings.get()
  if (current === connectionId) settings.set(memory)
  else {
    const before = windows[connectionId] ?? EMPTY
    const after = windowMemory.parse({ ...before, ...memory })
    settings.set({ windows: { ...windows, [connectionId]: after } })
  }
}

/** What each open window shows of each library: a page that is loaded anew comes back on its own documents. */
export interface WindowMemories {
  /** The settings, with what this window shows of the library on screen. */
  settingsFor(window: number): Settings
  /** The window opens on this document, as it was left where that is known. */
  begin(window: number, shown: Shown): void
  /** What this window shows of the library of this connection; undefined where it has not said so. */
  of(window: number, connectionId: string): WindowMemory | undefined
  /** The window shows this now; the next window, and the next start, begin with that as well. */
  keep(window: number, connectionId: string, memory: CommandInput<'window.remember'>): void
  /** The tabs of all windows in the library of this connection. */
  tabs(connectionId: string): readonly DocumentId[]
  /** The window was closed. */
  forget(window: number): void
}

export function createWindowMemories(settings: SettingsFile): WindowMemories {
  const memories = new Map<number, Map<string, WindowMemory>>()
  const own = (window: number, connectionId: string) => memories.get(window)?.get(connectionId)
  const lastLeft = (connectionId: string): WindowMemory => {
    const { connectionId: current, windows, ...now } = settings.get()
    return current === connectionId ? memoryIn(now) : (windows[connectionId] ?? EMPTY)
  }
  const put = (window: number, connectionId: string, memory: WindowMemory) => {
    const ofWindow = memories.get(window) ?? new Map<string, WindowMemory>()
    memories.set(window, ofWindow.set(connectionId, memory))
  }
  return {
    settingsFor(window) {
      const now = settings.get()
      const memory = own(window, now.connectionId)
      return memory === undefined ? now : { ...now, ...whole(memory) }
    },
    begin(window, { id, connectionId, memory }) {
      const known = windowMemory.safeParse(memory)
      const left = known.success ? known.data : { ...lastLeft(connectionId), split: null }
      const { openTabs: tabs } = left
      const openTabs = tabs.includes(id) ? tabs : [...tabs, id].slice(-TABS_MAX)
      put(window, connectionId, { ...left, openTabs, activeTab: id })
    },
    of: own,
    keep(window, connectionId, memory) {
      const before = own(window, connectionId) ?? lastLeft(connectionId)
      put(window, connectionId, windowMemory.parse({ ...before, ...memory }))
      rememberWindow(settings, connectionId, memory)
    },
    tabs(connectionId) {
      const all = [...memories.values()].flatMap((ofWindow) => ofWindow.get(connectionId)?.openTabs ?? [])
      return [...new Set([...lastLeft(connectionId).openTabs, ...all])]
    },
    forget: (window) => void memories.delete(window),
  }
}

/** Of the settings what belongs to a window alone. */
const memoryIn = (settings: WindowMemory): WindowMemory => windowMemory.parse(settings)

/** As the settings have it, in which nothing of a window is left out. */
const whole = (memory: WindowMemory) => ({
  ...memory,
  split: memory.split ?? null,
  withSubfolders: memory.withSubfolders ?? false,
})

/** The first window comes back as it was left, though another window may have changed last. */
export function rememberFirst(settings: SettingsFile, shown: Shown | undefined): void {
  if (shown === undefined) return
  const memory = windowMemory.safeParse(shown.memory)
  // Where the disk is full the first window comes back on a document of another one.
  attempt(() => rememberWindow(settings, shown.connectionId, { ...memory.data, activeTab: shown.id }))
}
