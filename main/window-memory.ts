import type { SettingsFile } from './settings'

/** Tabs, list and open folders belong to a library: those of `connectionId` come forward, the others are put by. */
export function swapWindowMemory(settings: SettingsFile, connectionId: string): void {
  const now = settings.get()
  if (now.connectionId === connectionId) return
  const { expandedFolders, openTabs, activeTab, postponed, listFilter, split, windows } = now
  const { [connectionId]: next, ...others } = windows
  try {
    settings.set({
      expandedFolders: [],
      openTabs: [],
      activeTab: null,
      postponed: [],
      listFilter: {},
      ...next,
      split: next?.split ?? null,
      connectionId,
      windows: {
        ...others,
        [now.connectionId]: { expandedFolders, openTabs, activeTab, postponed, listFilter, split },
      },
    })
  } catch {
    // A disk that is full: the library opens all the same, on tabs that it does not have.
  }
}
