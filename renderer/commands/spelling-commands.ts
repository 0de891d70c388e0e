import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import type { SpellingState } from '../../shared/ipc/ipc-spelling'
import type { Session } from '../state/sessions'
import { showOverlay, showToast } from '../state/store'
import { isMac } from '../ui/shortcuts'
import type { CommandState } from './command-state'

/**
 * Commands about spelling.
 *
 * @param none why there is no text, in the words after "because"
 */
export function spellingCommands(
  session: Session | undefined,
  none: string | undefined,
  settings: Settings | undefined,
  state: SpellingState | undefined,
  set: (change: (now: Settings) => SettingsChange) => void,
): Readonly<
  Record<
    'spelling' | 'spelling-suggestions' | 'next-misspelt' | 'previous-misspelt' | 'spelling-languages',
    CommandState
  >
> {
  const without = state?.languages.length === 0 ? 'no spelling language is chosen' : undefined
  const off = settings?.spelling === false ? 'spelling is not checked' : without
  const go = (step: 1 | -1): CommandState => ({
    disabled: none ?? off,
    run: () =>
      void session?.editor.goToMisspelt(step).then((found) => {
        if (!found) showToast('No misspelt words.')
        session.editor.focus()
      }),
  })
  return {
    spelling: {
      run: () => set((now) => ({ spelling: !now.spelling })),
      isOn: settings?.spelling,
      // The system's own checker needs no language of ours.
      disabled: isMac() ? undefined : without,
    },
    'spelling-suggestions': {
      disabled: none ?? off,
      run() {
        if (session === undefined) return
        session.editor.focus()
        if (session.editor.misspelt() === undefined) showToast('The word at the cursor is not marked.')
        else session.editor.openMenu()
      },
    },
    'next-misspelt': go(1),
    'previous-misspelt': go(-1),
    'spelling-languages': { run: () => showOverlay({ kind: 'settings', page: 'spelling' }) },
  }
}
