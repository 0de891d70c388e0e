import type { DocumentFilter, DocumentSort } from './ipc-records'
import type { Settings } from './ipc-settings'

/** How many lines of the document list one request asks for. */
export const PAGE_SIZE = 100

/** The tabs of a window from its stored state, and the documents on screen. */
export function tabsAsLeft({ openTabs, activeTab, split }: Settings) {
  const active = activeTab ?? openTabs[0] ?? null
  return {
    tabs: active === null || openTabs.includes(active) ? openTabs : [...openTabs, active],
    active,
    sideDocument: split !== null && openTabs.includes(split.sideDocument) ? split.sideDocument : null,
  }
}

export function listAsLeft({ listFilter, listSort }: Settings): {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly descending: boolean
} {
  return {
    filter: Object.keys(listFilter).length === 0 ? { smart: 'recent' } : listFilter,
    sort: listSort,
    descending: listSort !== 'title',
  }
}
