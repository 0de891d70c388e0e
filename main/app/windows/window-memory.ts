import type { z } from 'zod'
import type { CommandInput } from '../../../shared/ipc/ipc'
import { windowMemory } from '../../../shared/ipc/ipc-settings'
import type { SettingsFile } from '../../system/settings'
import type { Settings } from '../../../shared/ipc/ipc-settings'
import type { DocumentId } from '../../../shared/terms'
import type { Shown } from './window-states'

type WindowMemory = Readonly<z.infer<typeof windowMemory>>

/** The most tabs that the settings accept. */
const TABS_MAX = 100

const EMPTY: WindowMemory = {
  expandedFolders: [],
  openTabs: [],
  activeTab: null,
  postponed: [],
  listFilter: {},
}

/**
 * Tabs, list and open folders belong to a library: those of `connectionId` become current, the others are put aside.
 */
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
    // On a full disk the library opens all the same, with tabs that may belong to another one.
  }
}

/** Stores what a window shows of this connection's library, whether on screen or left already. */
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

/** The state of each open window in each library: a reloaded page gets its own documents back. */
export interface WindowMemories {
  /**
   * The settings, with this window's state in the library on screen. A window that has none yet begins as the last one
   * was left; from then on the state is its own.
   */
  settingsFor(window: number): Settings
  /** Notes that the window opens on what it is to show, with its earlier state where that is known. */
  begin(window: number, shown: Shown): void
  /** This window's state in the library of this connection; `undefined` where it has not reported it. */
  of(window: number, connectionId: string): WindowMemory | undefined
  /** Stores the window's present state; the next window, and the next start, begin with it as well. */
  keep(window: number, connectionId: string, memory: CommandInput<'window.remember'>): void
  /** The tabs of all windows in the library of this connection. */
  tabs(connectionId: string): readonly DocumentId[]
  /** The window's state in the library on screen, for the next start. */
  left(window: number): Shown | undefined
  /** The listener is called whenever the state of a window was kept. */
  whenKept(listener: () => void): void
  /** The window was closed. */
  forget(window: number): void
}

export function createWindowMemories(settings: SettingsFile): WindowMemories {
  const memories = new Map<number, Map<string, WindowMemory>>()
  let kept = () => {}
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
      const known = own(window, now.connectionId)
      // Later, the settings may hold the state of another window, which has changed since.
      if (known === undefined) put(window, now.connectionId, memoryIn(now))
      return known === undefined ? now : { ...now, ...whole(known) }
    },
    begin(window, { id, connectionId, memory }) {
      const known = windowMemory.safeParse(memory)
      const left = known.success ? known.data : { ...lastLeft(connectionId), split: null }
      if (id === undefined) return put(window, connectionId, left)
      const { openTabs: tabs } = left
      const openTabs = tabs.includes(id) ? tabs : [...tabs, id].slice(-TABS_MAX)
      put(window, connectionId, { ...left, openTabs, activeTab: id })
    },
    of: own,
    keep(window, connectionId, memory) {
      const before = own(window, connectionId) ?? lastLeft(connectionId)
      put(window, connectionId, windowMemory.parse({ ...before, ...memory }))
      kept()
      rememberWindow(settings, connectionId, memory)
    },
    tabs(connectionId) {
      const all = [...memories.values()].flatMap((ofWindow) => ofWindow.get(connectionId)?.openTabs ?? [])
      return [...new Set([...lastLeft(connectionId).openTabs, ...all])]
    },
    left(window) {
      const { connectionId } = settings.get()
      const memory = own(window, connectionId)
      return memory && { connectionId, memory }
    },
    whenKept: (listener) => void (kept = listener),
    forget: (window) => void memories.delete(window),
  }
}

/** The part of the settings that belongs to a single window. */
const memoryIn = (settings: WindowMemory): WindowMemory => windowMemory.parse(settings)

/** The state in the form of the settings, in which no key of a window is missing. */
const whole = (memory: WindowMemory) => ({
  ...memory,
  split: memory.split ?? null,
  withSubfolders: memory.withSubfolders ?? false,
})
