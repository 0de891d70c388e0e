import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import type { Settings, SettingsChange } from '../../shared/ipc/ipc-settings'
import { LEADING, TEXT_SIZE } from '../../shared/ipc/settings-bounds'
import type { Session } from '../state/sessions'
import { countTextWords } from '../../shared/text/words/text-words'
import { counted } from '../../shared/text/counted'
import { showToastHere } from '../state/toasts'
import type { CommandState } from './command-state'

type ReadingCommandId =
  | ('text-larger' | 'text-smaller' | 'text-usual' | 'word-count')
  | ('lines-wider' | 'lines-closer' | 'lines-usual')
  | ('focus-sentence' | 'focus-paragraph' | 'typewriter' | 'wrap-code' | 'draw-diagrams')
  | FoldCommandId
  | `theme-${Settings['theme']}`
type FoldCommandId = 'fold' | 'unfold' | 'fold-all' | 'unfold-all'

/**
 * Commands about the display of the text: its size and colours, the visible part, its length. `none` is the reason why
 * there is no text, `hidden` the reason why it is not on screen.
 */
export function readingCommands(
  session: Session | undefined,
  none: string | undefined,
  hidden: string | undefined,
  settings: Settings | undefined,
  set: (change: (now: Settings) => SettingsChange) => void,
): Readonly<Record<ReadingCommandId, CommandState>> {
  const size = settings?.textSize
  const leading = settings?.leading
  const theme = (name: Settings['theme']): CommandState => ({
    run: () => set(() => ({ theme: name })),
    disabled: settings?.theme === name ? 'it is on' : undefined,
  })
  /** Switches a focus mode on, or off if it is on. */
  const focus = (mode: Settings['focusMode']): CommandState => ({
    run: () => set(({ focusMode }) => ({ focusMode: focusMode === mode ? 'off' : mode })),
    isOn: settings?.focusMode === mode,
  })
  const resize = (by: 1 | -1) => () =>
    set(({ textSize }) => ({ textSize: Math.min(TEXT_SIZE.most, Math.max(TEXT_SIZE.least, textSize + by)) }))
  const spread = (by: 1 | -1) => () =>
    set((now) => ({
      leading: Math.min(LEADING.most, Math.max(LEADING.least, now.leading + by * LEADING.step)),
    }))
  const fold = (id: FoldCommandId): CommandState => ({
    run() {
      if (session?.editor.run(id) === false) showToastHere(NOTHING_TO[id])
    },
    disabled: hidden,
  })
  return {
    fold: fold('fold'),
    unfold: fold('unfold'),
    'fold-all': fold('fold-all'),
    'unfold-all': fold('unfold-all'),
    'text-larger': { run: resize(1), disabled: size === TEXT_SIZE.most ? 'it is the largest' : undefined },
    'text-smaller': {
      run: resize(-1),
      disabled: size === TEXT_SIZE.least ? 'it is the smallest' : undefined,
    },
    'text-usual': {
      run: () => set(() => ({ textSize: DEFAULT_SETTINGS.textSize })),
      disabled: size === DEFAULT_SETTINGS.textSize ? 'it is the usual size' : undefined,
    },
    'lines-wider': { run: spread(1), disabled: leading === LEADING.most ? 'it is the largest' : undefined },
    'lines-closer': {
      run: spread(-1),
      disabled: leading === LEADING.least ? 'it is the smallest' : undefined,
    },
    'lines-usual': {
      run: () => set(() => ({ leading: DEFAULT_SETTINGS.leading })),
      disabled: leading === DEFAULT_SETTINGS.leading ? 'it is the usual height' : undefined,
    },
    'word-count': {
      run() {
        if (session === undefined) return
        const { from, to } = session.editor.selection()
        const text = session.editor.text()
        const chosen =
          from === to ? '' : `, ${countTextWords(text, { from, to }).toLocaleString('en')} selected`
        const words = countTextWords(text)
        showToastHere(`${counted(words, 'word')} in this document${chosen}`)
      },
      disabled: none,
    },
    'focus-sentence': focus('sentence'),
    'focus-paragraph': focus('paragraph'),
    typewriter: { run: () => set((now) => ({ typewriter: !now.typewriter })), isOn: settings?.typewriter },
    'draw-diagrams': {
      run: () => set((now) => ({ drawsDiagrams: !now.drawsDiagrams })),
      isOn: settings?.drawsDiagrams,
    },
    'wrap-code': { run: () => set((now) => ({ wrapsCode: !now.wrapsCode })), isOn: settings?.wrapsCode },
    'theme-system': theme('system'),
    'theme-light': theme('light'),
    'theme-dark': theme('dark'),
    'theme-sepia': theme('sepia'),
    'theme-contrast-light': theme('contrast-light'),
    'theme-contrast-dark': theme('contrast-dark'),
  }
}

const NOTHING_TO: Readonly<Record<FoldCommandId, string>> = {
  fold: 'The cursor is in no section and no list that could be folded.',
  unfold: 'Nothing is folded on this line.',
  'fold-all': 'The text has no section and no list that could be folded.',
  'unfold-all': 'Nothing is folded.',
}
