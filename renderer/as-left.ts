import type { ListQuery } from './queries'
import type { WindowState } from './store'
import type { Settings } from '../shared/ipc-settings'
import type { CommandInput } from '../shared/ipc'

/** How many lines of the document list are asked for at a time. */
export const PAGE_SIZE = 100

/** What is asked of main for one page of a list. */
export const pageInput = (list: ListQuery, page: number): CommandInput<'documents.list'> => ({
  ...list,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})

type AsLeft = Pick<
  WindowState,
  | 'panes'
  | 'tabs'
  | 'active'
  | 'side'
  | 'beside'
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
    beside: split !== null && openTabs.includes(split.beside) ? split.beside : null,
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
