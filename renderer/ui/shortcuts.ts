/** A shortcut as it is written in settings: `Mod+Shift+P`; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export type Shortcut = string

export const isMac = (): boolean => /Mac/.test(navigator.platform)

/** The keys of a shortcut as they are printed on the keyboard in use. */
export function shortcutKeys(shortcut: Shortcut, mac = isMac()): readonly string[] {
  return shortcut
    .split(/\+(?!$)/)
    .map((key) => ARROWS[key] ?? (key === 'Mod' ? (mac ? '⌘' : 'Ctrl') : mac ? (MAC_KEYS[key] ?? key) : key))
}

const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

const MAC_KEYS: Readonly<Record<string, string>> = { Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }

export const shortcutText = (shortcut: Shortcut, mac = isMac()): string =>
  shortcutKeys(shortcut, mac).join(mac ? '' : '+')

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a key press is this shortcut. Letters are compared without regard to Shift and Caps Lock. */
export function matchesShortcut(event: Keys, shortcut: Shortcut, mac = isMac()): boolean {
  const keys = shortcut.split(/\+(?!$)/)
  const key = keys.at(-1) === 'Space' ? ' ' : (keys.at(-1) ?? '')
  const mod = keys.includes('Mod')
  const ctrl = keys.includes('Ctrl') || (mod && !mac)
  const meta = mod && mac
  return (
    event.ctrlKey === ctrl &&
    event.metaKey === meta &&
    event.shiftKey === keys.includes('Shift') &&
    event.altKey === keys.includes('Alt') &&
    (event.key.toLowerCase() === key.toLowerCase() ||
      event.code === (BRACKETS[key] ?? `Key${key.toUpperCase()}`))
  )
}

/** The shortcuts with which Chromium pastes. */
export const PASTE_KEYS: readonly Shortcut[] = ['Mod+V', 'Mod+Shift+V', 'Shift+Insert']

/** With Shift these keys type other characters, and on many keyboards they are letters. */
const BRACKETS: Readonly<Record<string, string>> = { '[': 'BracketLeft', ']': 'BracketRight' }

/** Whether a key press types a character, so that it is no shortcut and need not be looked up. */
export const isTyped = ({ key, ctrlKey, metaKey, altKey }: Keys): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

const BARE = /^(F\d{1,2}|Escape|Insert)$/

/** A key press in the notation of shortcuts; `undefined` for a modifier alone, or a key that types something. */
export function shortcutFrom(event: Keys, mac = isMac()): Shortcut | undefined {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event
  if (['Control', 'Shift', 'Alt', 'Meta', 'Dead', 'Process'].includes(key)) return undefined
  // On some keyboards Alt changes letters into others, so the physical key counts.
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const name = letter ?? (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key)
  if (!ctrlKey && !metaKey && !altKey && !BARE.test(name)) return undefined
  const mod = mac ? metaKey : ctrlKey
  return [
    ...(mod ? ['Mod'] : []),
    ...(mac && ctrlKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    name,
  ].join('+')
}

/** Keys that edit in every field, on every system. */
const EDITING = /^Mod\+(Shift\+)?([ACVXYZ]|Arrow(Left|Right|Up|Down)|Home|End|Backspace|Delete)$/

/**
 * The reason why a key press cannot be the shortcut of a command, as a sentence; `undefined` if it can, or if only a
 * modifier has been pressed so far.
 */
export function whyNoShortcut(event: Keys): string | undefined {
  const mac = isMac()
  const keys = shortcutFrom(event, mac)
  if (keys === undefined)
    return isTyped(event)
      ? `${event.key === ' ' ? 'Space' : `“${event.key}”`} alone is typed into the text. Hold ${mac ? '⌘' : 'Ctrl'} or ${mac ? '⌥' : 'Alt'} with it.`
      : undefined
  return EDITING.test(keys) && !/^Mod\+Shift\+[ACXY]$/.test(keys)
    ? `${shortcutText(keys, mac)} edits or selects text, so no other command can have it.`
    : undefined
}
