import type { ListQuery } from './queries'
import type { WindowState } from './store'
import type { Settings } from '../shared/ipc-settings'
import type { CommandInput } from '../shared/ipc'
import type { LibraryEpoch } from '../shared/terms'

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

/** The window as it was left; one that is opened for a document (`asked`) shows that one. */
export function asLeft(settings: Settings, asked: string | null): AsLeft {
  const { panes, openTabs, activeTab, postponed, listFilter, listSort, expandedFolders, splitShare } =
    settings
  const split = asked === null ? settings.split : null
  const tabs = asked === null || openTabs.includes(asked) ? openTabs : [...openTabs, asked]
  const active = asked ?? activeTab ?? openTabs[0] ?? null
  return {
    panes,
    tabs: active === null || tabs.includes(active) ? tabs : [...tabs, active],
    active,
    side: split?.side ?? 'left',
    beside: split !== null && tabs.includes(split.beside) ? split.beside : null,
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

/** The document that this window was opened for, where it is one of this library. */
export function askedDocument(library: LibraryEpoch): string | null {
  const asked = new URLSearchParams(window.location.search)
  return asked.get('library') === library ? asked.get('document') : null
}
