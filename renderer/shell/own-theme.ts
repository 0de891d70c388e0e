import type { Settings } from '../../shared/ipc/ipc-settings'
import { isThemeColour, THEME_TOKENS } from '../../shared/own-theme'

/** Applies the writer's colours over those of the theme: only the known tokens, with the given values. */
export function applyOwnTheme({ style }: HTMLElement, own: Settings['ownTheme']): void {
  for (const token of THEME_TOKENS) {
    const value = own?.tokens[token]
    if (value !== undefined && isThemeColour(value)) style.setProperty(`--${token}`, value)
    else style.removeProperty(`--${token}`)
  }
}
