import type { WindowState } from './store'
import type { Settings } from '../../shared/ipc/ipc-settings'

type AsLeft = Pick<
  WindowState,
  | 'panes'
  | 'tabs'
  | 'active'
  | 'side'
  | 'sideDocument'
  | 'splitShare'
  | 'tagsHeight'
  | 'selected'
  | 'filter'
  | 'withSubfolders'
  | 'sort'
  | 'descending'
  | 'expanded'
  | 'postponed'
>

/** The window as it was left. */
export function asLeft(settings: Settings): AsLeft {
  const { panes, openTabs, activeTab, postponed, listFilter, listSort, expandedFolders, splitShare, split } =
    settings
  const active = activeTab ?? openTabs[0] ?? null
  return {
    panes,
    tabs: active === null || openTabs.includes(active) ? openTabs : [...openTabs, active],
    active,
    side: split?.side ?? 'left',
    sideDocument: split !== null && openTabs.includes(split.sideDocument) ? split.sideDocument : null,
    splitShare,
    tagsHeight: settings.tagsHeight,
    selected: active === null ? [] : [active],
    withSubfolders: settings.withSubfolders,
    filter: Object.keys(listFilter).length === 0 ? { smart: 'recent' } : listFilter,
    sort: listSort,
    descending: listSort !== 'title',
    expanded: new Set(expandedFolders),
    postponed: new Set(postponed),
  }
}
