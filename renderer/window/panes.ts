const PANES = ['sidebar', 'list', 'editor', 'panel', 'status'] as const

/** F6: goes to the next pane on screen that can take the focus (design/experience.md, "Keyboard"). */
export function cyclePanes(step: 1 | -1): void {
  const shown = PANES.map((name) => document.querySelector<HTMLElement>(`[data-pane="${name}"]`)).filter(
    (pane) => pane !== null && pane.offsetParent !== null,
  )
  const at = shown.findIndex((pane) => pane?.contains(document.activeElement) === true)
  for (let tries = 1; tries <= shown.length; tries++) {
    const pane = shown[(at + step * tries + shown.length * 2) % shown.length]
    const target = pane == null ? null : (firstFocus(pane) ?? null)
    if (target !== null) return target.focus()
  }
}

const firstFocus = (pane: HTMLElement): HTMLElement | null =>
  pane.querySelector<HTMLElement>('[data-pane-focus]') ??
  pane.querySelector<HTMLElement>('.cm-content') ??
  pane.querySelector<HTMLElement>('input, select, textarea, button:not(:disabled), [tabindex="0"]')
