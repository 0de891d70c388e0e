/** A shortcut as it is written in settings: `Mod+Shift+P`; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Shortcut = string

export const isMac = (): boolean => /Mac/.test(navigator.platform)

/** The keys of a shortcut as they are printed on the keyboard in use. */
export function shortcutKeys(shortcut: Shortcut, mac = isMac()): readonly string[] {
  return shortcut
    .split(/\+(?!$)/)
    .map((key) => (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : mac ? (MAC_KEYS[key] ?? key) : key))
}

const MAC_KEYS: Readonly<Record<string, string>> = { Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }

export const shortcutText = (shortcut: Shortcut, mac = isMac()): string =>
  shortcutKeys(shortcut, mac).join(mac ? '' : '+')

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a key press is this shortcut. Letters are compared without regard to Shift and Caps Lock. */
export function matchesShortcut(event: Keys, shortcut: Shortcut, mac = isMac()): boolean {
  const keys = shortcut.split(/\+(?!$)/)
  const key = keys.at(-1) ?? ''
  const mod = keys.includes('Mod')
  const ctrl = keys.includes('Ctrl') || (mod && !mac)
  const meta = mod && mac
  return (
    event.ctrlKey === ctrl &&
    event.metaKey === meta &&
    event.shiftKey === keys.includes('Shift') &&
    event.altKey === keys.includes('Alt') &&
    (event.key.toLowerCase() === key.toLowerCase() || event.code === `Key${key.toUpperCase()}`)
  )
}
