import type { Settings } from '../../../shared/ipc/ipc-settings'

/** Whose keys a text has. */
export type ChosenKeys = Settings['keys']

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const EMACS = 'abdefknopty'

/** The mode of vim in a text. */
export type VimMode = 'normal' | 'insert' | 'replace' | 'visual' | 'visual line' | 'visual block'

/** The mode of the editor that an element lies in; `undefined`: it has no keys of vim. */
export const vimModeOf = (element: Element): VimMode | undefined =>
  element.closest<HTMLElement>('.cm-editor')?.dataset['vim'] as VimMode | undefined

/** What vim does with Ctrl. Its other ones have keys without Ctrl as well, and are left to the window. */
const VIM = { typing: 'cdortuw[', else: 'abcdefioruvxy[' }

export const isVimTyping = (mode: VimMode): boolean => mode === 'insert' || mode === 'replace'

/** Whether a press in a text belongs to the keys that the writer has chosen for it, which go before those of the window. */
export function isTextPress(keys: ChosenKeys, press: Keys, text: Element): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (keys === 'standard' || !ctrlKey || metaKey || altKey || shiftKey) return false
  if (keys === 'emacs') return EMACS.includes(key.toLowerCase())
  const mode = vimModeOf(text)
  return mode !== undefined && (isVimTyping(mode) ? VIM.typing : VIM.else).includes(key.toLowerCase())
}
