import type { Settings } from '../../shared/ipc-settings'
import { withoutSpelling } from '../palette/shortcuts'
import { useSettings } from '../queries'
import { useChangeSettings } from './change-settings'
import { Check, Choice, Line } from './setting-line'

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['sepia', 'Sepia'],
] as const
const FONTS = [
  ['literata', 'Literata'],
  ['quattro', 'iA Writer Quattro'],
  ['mono', 'JetBrains Mono'],
  ['system', 'The system’s'],
] as const

const FOCUS = [
  ['off', 'On everything'],
  ['sentence', 'On the sentence'],
  ['paragraph', 'On the paragraph'],
] as const

export function AppearanceSettings() {
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  const set = (changed: Partial<Settings>) => change(() => changed)
  return (
    <>
      <Line label="Theme">
        <Choice label="Theme" value={settings.theme} options={THEMES} onChange={(theme) => set({ theme })} />
      </Line>
      <Line label="Text font">
        <Choice
          label="Text font"
          value={settings.textFont}
          options={FONTS}
          onChange={(textFont) => set({ textFont })}
        />
      </Line>
      <Line label={`Text size, ${settings.textSize} px`}>
        <input
          type="range"
          aria-label="Text size"
          min={12}
          max={32}
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
        label="Check spelling"
        disabled={withoutSpelling()}
        checked={settings.spelling}
        onChange={(spelling) => set({ spelling })}
      />
      <Check
        label="Show the markdown source"
        checked={settings.sourceMode}
        onChange={(sourceMode) => set({ sourceMode })}
      />
      <Line label="Focus">
        <Choice
          label="Focus"
          value={settings.focusMode}
          options={FOCUS}
          onChange={(focusMode) => set({ focusMode })}
        />
      </Line>
      <Check
        label="Keep the line of the cursor in the middle"
        checked={settings.typewriter}
        onChange={(typewriter) => set({ typewriter })}
      />
      <Check
        label="Send edits of published documents by themselves"
        note="Off: readers see an edit when you press save or publish, not while you write it."
        checked={settings.autosavePublished}
        onChange={(autosavePublished) => set({ autosavePublished })}
      />
    </>
  )
}
