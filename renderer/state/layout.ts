/** Which panes are side by side at a given window width, and how wide they are. */
export interface Layout {
  readonly sidebarInline: boolean
  readonly listInline: boolean
  readonly panelInline: boolean
  readonly sidebarWidth: number
  readonly listWidth: number
  readonly panelWidth: number
  /** Whether both sides of a split writing area are shown, or only the active one. */
  readonly bothSides: boolean
  readonly editorWidth: number
}

/** 36 characters of 18 px text and the margins. */
export const EDITOR_MIN = 440
/**
 * The minimum width of a panel. A panel that covers the text leaves half of the window free, as long as it has this
 * width itself.
 */
const PANEL_MIN = 260
const SIDEBAR_FROM = 1_000
const LIST_FROM = 700

export function layoutOf(
  width: number,
  panes: {
    readonly sidebar: { readonly open: boolean; readonly width: number }
    readonly list: { readonly open: boolean; readonly width: number }
    readonly panel: { readonly open: string; readonly width: number }
  },
  isSplit = false,
): Layout {
  const panelOpen = panes.panel.open !== 'none'
  const sidebarWidth = panes.sidebar.width
  const panelWidth = Math.min(panes.panel.width, Math.max(PANEL_MIN, width / 2))
  const listMost = width < SIDEBAR_FROM ? 232 : panelOpen ? 248 : Infinity
  const listWidth = Math.min(panes.list.width, listMost)
  const without = (sidebar: boolean, list: boolean) =>
    width - (sidebar && panes.sidebar.open ? sidebarWidth : 0) - (list && panes.list.open ? listWidth : 0)
  const usual = [width >= SIDEBAR_FROM, width >= LIST_FROM] as const
  // Two sides or a panel need room: the sidebar is hidden first, then the list. If that is not enough, only one side is
  // shown, or the panel covers the end of the lines.
  const giving: readonly (readonly [boolean, boolean])[] = [usual, [false, usual[1]], [false, false]]
  const least = (isSplit ? 2 : 1) * EDITOR_MIN
  const roomy = giving.find((inline) => without(...inline) - (panelOpen ? panelWidth : 0) >= least)
  const [sidebarInline, listInline] = roomy ?? (panelOpen ? [false, false] : usual)
  const rest = without(sidebarInline, listInline)
  // A wide panel shrinks before it covers the text.
  const panelInline = rest - Math.min(panelWidth, PANEL_MIN) >= EDITOR_MIN
  const shownWidth = panelInline ? Math.min(panelWidth, rest - EDITOR_MIN) : panelWidth
  const editorWidth = panelOpen && panelInline ? rest - shownWidth : rest
  return {
    sidebarInline,
    listInline,
    panelInline,
    sidebarWidth,
    listWidth,
    panelWidth: shownWidth,
    bothSides: isSplit && roomy !== undefined,
    editorWidth,
  }
}
