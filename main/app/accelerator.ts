/** Keys as settings hold them (`Mod+Shift+P`), in the words of Electron's menus; `undefined`: none, or none that a menu can show. */
export function acceleratorOf(keys: string | undefined): string | undefined {
  if (keys === undefined || keys === '') return undefined
  const parts = keys.split(/\+(?!$)/).map((key) => NAMES[key] ?? key)
  const last = parts.at(-1) ?? ''
  return /^[\u0021-\u007e]+$/.test(last) ? parts.join('+') : undefined
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: 'CmdOrCtrl',
  Ctrl: 'Ctrl',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  Escape: 'Esc',
  '+': 'Plus',
}
