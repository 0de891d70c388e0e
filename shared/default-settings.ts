import type { Settings } from './ipc-records'

/** What holds until the writer says otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  textFont: 'literata',
  textSize: 18,
  measure: 660,
  spelling: true,
  focusMode: 'off',
  typewriter: false,
  sourceMode: false,
  autosavePublished: false,
  recentSearches: [],
  keepsRecentSearches: true,
  panes: {
    sidebar: { open: true, width: 216 },
    list: { open: true, width: 272 },
    panel: { open: 'none', width: 328 },
  },
  splitShare: 0.5,
  expandedFolders: [],
  openTabs: [],
  activeTab: null,
  postponed: [],
  listFilter: {},
  split: null,
  listSort: 'updated',
  shortcuts: {},
  tagColours: {},
  connectionId: 'embedded',
  windows: {},
}
