/** F6: focuses the next visible pane that can take the focus. */
export function cyclePanes(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null,
  )
  const at = shown.findIndex((pane) => pane.contains(document.activeElement))
  for (let tries = 1; tries <= shown.length; tries++) {
    const pane = shown[(at + step * tries + shown.length * 2) % shown.length]
    const target = pane === undefined ? null : firstFocus(pane)
    if (target !== null) return target.focus()
  }
}

/** Focuses the folders, or the next visible pane after them. */
export function focusLibrary(): void {
  const panes = ['sidebar', 'list', 'editor'].map((name) =>
    document.querySelector<HTMLElement>(`[data-pane="${name}"]`),
  )
  const shown = panes.find((pane) => pane !== null && pane.offsetParent !== null)
  if (shown != null) firstFocus(shown)?.focus()
}

/** The pane with this name; `null` if it is not on screen. */
export const paneNamed = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-pane="${name}"]`)

/**
 * Focuses the pane with this name if it is on screen. The pane itself has the focus until its rows are rendered, a
 * frame or two later; then its focusable row gets it.
 */
export function focusPane(name: string): void {
  const pane = paneNamed(name)
  if (pane === null) return
  const goOn = (): void => {
    const at = document.activeElement
    if (!pane.isConnected || (at !== pane && at !== document.body)) return
    const row = pane.querySelector<HTMLElement>('[data-pane-focus]')
    if (row === null) requestAnimationFrame(goOn)
    else row.focus()
  }
  holdFocus(pane)
  goOn()
}

/** Makes the pane itself focusable, only for now: later, a click into it would take the focus from its content. */
function holdFocus(pane: HTMLElement): void {
  pane.tabIndex = -1
  pane.addEventListener('blur', () => pane.removeAttribute('tabindex'), { once: true })
  pane.focus({ preventScroll: true })
}

/**
 * Focuses the visible panel. Its section has the focus until a row appears, and stays focused if there is none: a
 * button must not get the keys of a writer who is typing, since a space would press it.
 */
export function focusPanel(): void {
  const panel = paneNamed('panel')?.querySelector<HTMLElement>('section')
  if (panel == null) return
  holdFocus(panel)
  rowOf(panel)?.focus()
}

/** The focusable row of a list. */
export const rowOf = (panel: HTMLElement): HTMLElement | null =>
  panel.querySelector<HTMLElement>(':is([role="option"], [role="treeitem"])[tabindex="0"]')

/**
 * The view that covers the text of a pane, such as an older version. It must have the focus, because typing below it
 * could not be seen.
 */
export const coverOf = (pane: Element | null | undefined): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[data-covers-text]') ?? null

/** The element of a pane that takes the focus when the writer goes to the pane; `null` if none can. */
export const firstFocus = (pane: HTMLElement): HTMLElement | null =>
  coverOf(pane) ??
  pane.querySelector<HTMLElement>('[data-pane-focus]') ??
  pane.querySelector<HTMLElement>('.cm-content') ??
  pane.querySelector<HTMLElement>('input, select, textarea, button:not(:disabled), [tabindex="0"]')

/** The pane of the active document; in a split view, the active side. */
export const writingPane = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-pane="editor"][data-active]') ??
  document.querySelector<HTMLElement>('[data-pane="editor"]')

/** Focuses the active text. Until the text exists, its pane has the focus, where keys do nothing. */
export function focusWriting(): void {
  const pane = writingPane()
  const text = coverOf(pane) ?? pane?.querySelector<HTMLElement>('.cm-content, [data-pane-focus]')
  if (text != null) return text.focus({ preventScroll: true })
  holdWriting()
}

/** Focuses the active pane instead of its text, so that keys do nothing. */
export function holdWriting(): void {
  const pane = writingPane()
  if (pane !== null) holdFocus(pane)
}
