import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import { STYLE_KINDS } from '../../shared/ipc/settings-bounds'
import type { SpellingState } from '../../shared/ipc/ipc-spelling'
import type { Session } from '../state/sessions'
import { showOverlay } from '../state/store'
import { showToastHere } from '../state/toasts'
import { holdingKeysHere } from '../state/typed/type-ahead'
import { ABOUT_SPELLING } from '../editor/editor'
import { isMac } from '../ui/shortcuts'
import { openTextMenu } from './open-text-menu'
import type { CommandState, SomeCommands } from './command-state'

const UNKNOWN_LANGUAGE = 'This text is not checked: it names a language that has no dictionary here.'

/**
 * Commands about spelling.
 *
 * @param none the reason why there is no text, worded to follow "because"
 */
export function spellingCommands(
  session: Session | undefined,
  none: string | undefined,
  settings: Settings | undefined,
  state: SpellingState | undefined,
  set: (change: (now: Settings) => SettingsChange) => void,
) {
  const without = state?.languages.length === 0 ? 'no spelling language is chosen' : undefined
  const chooseLanguages = () => showOverlay({ kind: 'settings', page: 'spelling' })
  const choose = { label: 'Choose languages…', run: chooseLanguages }
  const choosing = without !== undefined && {
    possible: [choose],
  }
  const off = settings?.spelling === false ? 'spelling is not checked' : without
  const go = (step: 1 | -1): CommandState => ({
    disabled: none ?? off,
    ...choosing,
    // The keys that follow are about the word that is found.
    run: () =>
      void holdingKeysHere(async () => {
        const went = await session?.editor.goToMisspelt(step)
        if (went === 'none') showToastHere('No misspelt words.')
        if (went === 'unknown-language') showToastHere(UNKNOWN_LANGUAGE, [choose])
        session?.editor.focus()
      }),
  })
  return {
    spelling: {
      run: () => set((now) => ({ spelling: !now.spelling })),
      isOn: settings?.spelling,
      // The system's own checker needs no language of Stet's.
      disabled: isMac() ? undefined : without,
      ...choosing,
    },
    'style-hints': {
      run: () => set((now) => ({ styleHints: now.styleHints.length > 0 ? [] : [...STYLE_KINDS] })),
      isOn: settings !== undefined && settings.styleHints.length > 0,
    },
    'spelling-suggestions': {
      ...choosing,
      disabled: none ?? (settings?.styleHints.length === 0 ? off : undefined),
      run: () => openTextMenu(session, ABOUT_SPELLING),
    },
    'next-misspelt': go(1),
    'previous-misspelt': go(-1),
    'spelling-languages': { run: chooseLanguages },
  } satisfies SomeCommands
}
