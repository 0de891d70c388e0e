import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import type { Session } from '../state/sessions'
import { showToastHere } from '../state/toasts'
import type { CommandState } from './command-state'

/**
 * Commands about the bar beside selected words.
 *
 * @param fixed the reason why nothing can be changed, worded to follow "because"
 */
export function selectionCommands(
  session: Session | undefined,
  settings: Settings | undefined,
  fixed: string | undefined,
  set: (change: (now: Settings) => SettingsChange) => void,
): Readonly<Record<'selection-bar' | 'toggle-selection-bar', CommandState>> {
  const isOn = settings?.selectionBar === true
  const toggle = () => set(({ selectionBar }) => ({ selectionBar: !selectionBar }))
  return {
    'selection-bar': {
      disabled: fixed ?? (isOn ? undefined : 'the selection bar is switched off'),
      ...(!isOn && { possible: [{ label: 'Switch it on', run: toggle }] }),
      run() {
        if (session?.editor.run('selection-bar') === false) showToastHere('No words are selected.')
      },
    },
    'toggle-selection-bar': { run: toggle, isOn },
  }
}
