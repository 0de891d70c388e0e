import type { Settings } from '../../shared/ipc/ipc-settings'
import { isThemeColour, THEME_TOKENS } from '../../shared/own-theme'

/** Puts the writer's colours over those of the theme: these tokens, these values, and nothing else. */
export function applyOwnTheme({ style }: HTMLElement, own: Settings['ownTheme']): void {
  for (const token of THEME_TOKENS) {
    const value = own?.tokens[token]
    if (value !== undefined && isThemeColour(value)) style.setProperty(`--${token}`, value)
    else style.removeProperty(`--${token}`)
  }
}
