import type { z } from 'zod'
import type { CommandInput } from '../shared/ipc'
import { windowMemory } from '../shared/ipc-settings'
import type { SettingsFile } from './settings'
import type { Shown } from './window-places'

const EMPTY: z.infer<typeof windowMemory> = {
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
  const { expandedFolders, openTabs, activeTab, postponed, listFilter, withSubfolders, split } = now
  try {
    settings.set({
      ...EMPTY,
      ...next,
      split: next?.split ?? null,
      withSubfolders: next?.withSubfolders ?? false,
      connectionId,
      windows: {
        ...others,
        [now.connectionId]: {
          expandedFolders,
          openTabs,
          activeTab,
          postponed,
          listFilter,
          withSubfolders,
          split,
        },
      },
    })
  } catch {
    // A disk that is full: the library opens all the same, on tabs that it does not have.
  }
}

/** What a window shows of the library of this connection, on screen or left already. */
export function rememberWindow(
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

/** The first window comes back on its own document, though another window may have changed last. */
export function rememberFirst(settings: SettingsFile, shown: Shown | undefined): void {
  if (shown === undefined) return
  try {
    rememberWindow(settings, shown.connectionId, { activeTab: shown.id })
  } catch {
    // A disk that is full: the first window comes back on a document of another one.
  }
}
