import type { WindowState } from './store'
import { listAsLeft, tabsAsLeft } from '../../shared/ipc/as-left'
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

/** The state of the window as it was when it was last closed. */
export function asLeft(settings: Settings): AsLeft {
  const { panes, postponed, expandedFolders, splitShare, split } = settings
  const tabs = tabsAsLeft(settings)
  return {
    ...tabs,
    ...listAsLeft(settings),
    panes,
    side: split?.side ?? 'left',
    splitShare,
    tagsHeight: settings.tagsHeight,
    selected: tabs.active === null ? [] : [tabs.active],
    withSubfolders: settings.withSubfolders,
    expanded: new Set(expandedFolders),
    postponed: new Set(postponed),
  }
}
