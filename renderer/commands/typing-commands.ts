import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import { showOverlay } from '../state/store'
import type { CommandState } from './command-state'

/** Commands that switch replacements during typing. */
export function typingCommands(
  settings: Settings | undefined,
  set: (change: (now: Settings) => SettingsChange) => void,
): Readonly<Record<'typographic-quotes' | 'typographic-dashes' | 'typing-settings', CommandState>> {
  return {
    'typographic-quotes': {
      run: () =>
        set(({ quotationMarks }) => ({ quotationMarks: quotationMarks === 'typed' ? 'language' : 'typed' })),
      isOn: settings !== undefined && settings.quotationMarks !== 'typed',
    },
    'typographic-dashes': {
      run: () => set(({ typographicDashes }) => ({ typographicDashes: !typographicDashes })),
      isOn: settings?.typographicDashes,
    },
    'typing-settings': { run: () => showOverlay({ kind: 'settings', page: 'typing' }) },
  }
}
