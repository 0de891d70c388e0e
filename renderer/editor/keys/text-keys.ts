import type { Settings } from '../../../shared/ipc/ipc-settings'

/** The set of keys that a text uses. */
export type ChosenKeys = Settings['keys']

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const EMACS = 'abdefknopty'

/** Vim's mode in a text. */
export type VimMode = 'normal' | 'insert' | 'replace' | 'visual' | 'visual line' | 'visual block'

/** Vim's mode in the editor that contains an element; `undefined` without Vim keys. */
export const vimModeOf = (element: Element): VimMode | undefined =>
  element.closest<HTMLElement>('.cm-editor')?.dataset['vim'] as VimMode | undefined

/** The Ctrl keys that Vim handles. Its other ones are also available without Ctrl and are left to the window. */
const VIM = { typing: 'cdortuw[', else: 'abcdefioruvxy[' }

export const isVimTyping = (mode: VimMode): boolean => mode === 'insert' || mode === 'replace'

/** Whether a key press in a text belongs to the chosen keys, which have priority over those of the window. */
export function isTextPress(keys: ChosenKeys, press: Keys, text: Element): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (keys === 'standard' || !ctrlKey || metaKey || altKey || shiftKey) return false
  if (keys === 'emacs') return EMACS.includes(key.toLowerCase())
  const mode = vimModeOf(text)
  return mode !== undefined && (isVimTyping(mode) ? VIM.typing : VIM.else).includes(key.toLowerCase())
}
