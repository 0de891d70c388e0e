import type { Settings } from '../../shared/ipc/ipc-settings'
import { TEXT_SIZE } from '../../shared/ipc/settings-bounds'
import { useSettings } from '../state/queries'
import { useChangeSettings } from '../state/change-settings'
import { Check, ChoiceLine, Line } from './setting-line'
import { ThemeSettings } from './theme-settings'

const THEMES = [
  ['system', 'Match system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['sepia', 'Sepia'],
] as const
const FONTS = [
  ['literata', 'Literata'],
  ['quattro', 'iA Writer Quattro'],
  ['mono', 'JetBrains Mono'],
  ['system', 'System font'],
] as const

const FOCUS = [
  ['off', 'Off'],
  ['sentence', 'Sentence'],
  ['paragraph', 'Paragraph'],
] as const

export function AppearanceSettings() {
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  const set = (changed: Partial<Settings>) => change(() => changed)
  return (
    <>
      <ChoiceLine
        label="Theme"
        value={settings.theme}
        options={THEMES}
        onChange={(theme) => set({ theme })}
      />
      <ThemeSettings own={settings.ownTheme} theme={settings.theme} />
      <ChoiceLine
        label="Text font"
        value={settings.textFont}
        options={FONTS}
        onChange={(textFont) => set({ textFont })}
      />
      <Line label={`Text size, ${settings.textSize} px`}>
        <input
          type="range"
          aria-label="Text size"
          min={TEXT_SIZE.least}
          max={TEXT_SIZE.most}
          value={settings.textSize}
          onChange={(event) => set({ textSize: Number(event.target.value) })}
        />
      </Line>
      <Line label={`Line length, ${settings.measure} px`}>
        <input
          type="range"
          aria-label="Line length"
          min={420}
          max={1200}
          step={20}
          value={settings.measure}
          onChange={(event) => set({ measure: Number(event.target.value) })}
        />
      </Line>
      <Check
        label="Show Markdown source"
        checked={settings.sourceMode}
        onChange={(sourceMode) => set({ sourceMode })}
      />
      <ChoiceLine
        label="Focus"
        value={settings.focusMode}
        options={FOCUS}
        onChange={(focusMode) => set({ focusMode })}
      />
      <Check
        label="Typewriter scrolling"
        checked={settings.typewriter}
        onChange={(typewriter) => set({ typewriter })}
      />
      <Check
        label="Wrap long lines of code"
        note="When off, a block of code scrolls in itself."
        checked={settings.wrapsCode}
        onChange={(wrapsCode) => set({ wrapsCode })}
      />
      <Check
        label="Draw diagrams"
        note="Blocks of code in the language mermaid. They are drawn on this computer, apart from the text and without a network."
        checked={settings.drawsDiagrams}
        onChange={(drawsDiagrams) => set({ drawsDiagrams })}
      />
      <Check
        label="Update published documents automatically"
        note="When off, readers see changes only after you save or publish."
        checked={settings.autosavePublished}
        onChange={(autosavePublished) => set({ autosavePublished })}
      />
    </>
  )
}
