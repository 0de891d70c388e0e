/** F6: goes to the next pane on screen that can take the focus. */
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

/** Goes to the folders, or to the pane after them that is on screen. */
export function focusLibrary(): void {
  const panes = ['sidebar', 'list', 'editor'].map((name) =>
    document.querySelector<HTMLElement>(`[data-pane="${name}"]`),
  )
  const shown = panes.find((pane) => pane !== null && pane.offsetParent !== null)
  if (shown != null) firstFocus(shown)?.focus()
}

/** The pane of this name; `null` where it is not on screen. */
export const paneNamed = (name: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-pane="${name}"]`)

/**
 * Goes to the pane of this name, where it is on screen. The pane itself has the keyboard until its rows are drawn, a frame
 * or two later; then the row that takes the focus.
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

/** The pane itself takes the focus, for now only: later a click into it would take the focus from what stands in it. */
function holdFocus(pane: HTMLElement): void {
  pane.tabIndex = -1
  pane.addEventListener('blur', () => pane.removeAttribute('tabindex'), { once: true })
  pane.focus({ preventScroll: true })
}

/**
 * Goes into the panel that is on screen. Its section has the keyboard until a row is there, and where there is none: no
 * button takes what a hand goes on to type, a space would press it.
 */
export function focusPanel(): void {
  const panel = paneNamed('panel')?.querySelector<HTMLElement>('section')
  if (panel == null) return
  holdFocus(panel)
  rowOf(panel)?.focus()
}

/** The row of a list that takes the focus. */
export const rowOf = (panel: HTMLElement): HTMLElement | null =>
  panel.querySelector<HTMLElement>(':is([role="option"], [role="treeitem"])[tabindex="0"]')

/** What covers the text of a pane, as an older version does. It has the keyboard: below it nobody sees what is typed. */
export const coverOf = (pane: Element | null | undefined): HTMLElement | null =>
  pane?.querySelector<HTMLElement>('[data-covers-text]') ?? null

/** What of a pane takes the focus when one goes to the pane; `null` where nothing in it can. */
export const firstFocus = (pane: HTMLElement): HTMLElement | null =>
  coverOf(pane) ??
  pane.querySelector<HTMLElement>('[data-pane-focus]') ??
  pane.querySelector<HTMLElement>('.cm-content') ??
  pane.querySelector<HTMLElement>('input, select, textarea, button:not(:disabled), [tabindex="0"]')

/** Where the document is shown that the writer is in; of a split view its side. */
export const writingPane = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-pane="editor"][data-active]') ??
  document.querySelector<HTMLElement>('[data-pane="editor"]')

/** Goes to the text that the writer is in; while it is not there yet the keyboard waits in its pane, where a key does nothing. */
export function focusWriting(): void {
  const pane = writingPane()
  const text = coverOf(pane) ?? pane?.querySelector<HTMLElement>('.cm-content, [data-pane-focus]')
  if (text != null) return text.focus({ preventScroll: true })
  holdWriting()
}

/** Goes to the pane that the writer is in and not to its text: a key does nothing there. */
export function holdWriting(): void {
  const pane = writingPane()
  if (pane !== null) holdFocus(pane)
}
