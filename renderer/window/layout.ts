/** Which panes stand side by side in a window of this width, and how wide they are (design/look.md, "Manners"). */
export interface Layout {
  readonly sidebarInline: boolean
  readonly listInline: boolean
  readonly panelInline: boolean
  readonly sidebarWidth: number
  readonly listWidth: number
  readonly panelWidth: number
}

/** 36 characters of 18 px text and the space beside them. */
const EDITOR_LEAST = 440
const SIDEBAR_FROM = 1_000
const LIST_FROM = 700

export function layoutOf(
  width: number,
  panes: {
    readonly sidebar: { readonly open: boolean; readonly width: number }
    readonly list: { readonly open: boolean; readonly width: number }
    readonly panel: { readonly open: string; readonly width: number }
  },
): Layout {
  const sidebarInline = width >= SIDEBAR_FROM
  const listInline = width >= LIST_FROM
  const panelOpen = panes.panel.open !== 'none'
  const sidebarWidth = panes.sidebar.width
  const panelWidth = Math.min(panes.panel.width, width - 32)
  const listMost = !sidebarInline ? 232 : panelOpen ? 248 : Infinity
  const listWidth = Math.min(panes.list.width, listMost)
  const rest =
    width -
    (sidebarInline && panes.sidebar.open ? sidebarWidth : 0) -
    (listInline && panes.list.open ? listWidth : 0) -
    panelWidth
  return { sidebarInline, listInline, panelInline: rest >= EDITOR_LEAST, sidebarWidth, listWidth, panelWidth }
}
