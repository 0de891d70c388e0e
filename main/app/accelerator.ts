/**
 * Converts keys as stored in settings (`Mod+Shift+P`) into Electron's accelerator; `undefined`: there are none, or a
 * menu cannot show them.
 */
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
