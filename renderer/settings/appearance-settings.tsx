import { LEADING, TEXT_SIZE } from '../../shared/ipc/settings-bounds'
import { useSettings } from '../state/queries'
import { Switch, SettingChoice, SettingRange } from './setting-line'
import { ThemeSettings } from './theme-settings'

const THEMES = [
  ['system', 'Match system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['sepia', 'Sepia'],
  ['contrast-light', 'High contrast, light'],
  ['contrast-dark', 'High contrast, dark'],
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
  const settings = useSettings().data
  if (settings === undefined) return null
  return (
    <>
      <SettingChoice of="theme" label="Theme" options={THEMES} />
      <ThemeSettings own={settings.ownTheme} theme={settings.theme} />
      <SettingChoice of="textFont" label="Text font" options={FONTS} />
      <SettingRange of="textSize" label="Text size" min={TEXT_SIZE.least} max={TEXT_SIZE.most} />
      <SettingRange
        of="leading"
        label="Line height"
        min={LEADING.least}
        max={LEADING.most}
        step={LEADING.step}
        shown={(hundredths) => (hundredths / 100).toFixed(2)}
      />
      <SettingRange of="measure" label="Line length" min={420} max={1200} step={20} />
      <Switch of="sourceMode" label="Show Markdown source" />
      <SettingChoice of="focusMode" label="Focus" options={FOCUS} />
      <Switch of="typewriter" label="Typewriter scrolling" />
      <Switch
        of="wrapsCode"
        label="Wrap long lines of code"
        note="When off, a block of code scrolls in itself."
      />
      <Switch
        of="drawsDiagrams"
        label="Draw diagrams"
        note="Blocks of code in the language mermaid. They are drawn on this computer, apart from the text and without a network."
      />
      <Switch
        of="autosavePublished"
        label="Update published documents automatically"
        note="When off, readers see changes only after you save or publish."
      />
    </>
  )
}
