import type { Settings } from '../../shared/ipc-settings'
import { RECOVERED_FOR_GOOD, TEXTS_ALL } from '../../shared/room'
import { useSettings } from '../queries'
import { useChangeSettings } from './change-settings'
import { Choice, Line } from './setting-line'

const megabytes = (count: number) => (count < 1_000 ? `${count} MB` : `${count / 1_000} GB`)
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

const TEXTS = [
  ...[100, 500, 1_000, 5_000, 20_000].map((count) => [count, megabytes(count)] as const),
  [TEXTS_ALL, 'All of them'],
] as const
const RECOVERED_DAYS = [
  [30, days(30)],
  [90, days(90)],
  [365, 'A year'],
  [RECOVERED_FOR_GOOD, 'Until the room is used up'],
] as const
const RECOVERED_MOST = [500, 2_000, 10_000, 50_000].map((count) => [count, megabytes(count)] as const)

/** What this device keeps of the library, and of what is no more in it. */
export function DeviceSettings() {
  const change = useChangeSettings()
  const settings = useSettings().data
  if (settings === undefined) return null
  const set = (changed: Partial<Settings>) => change(() => changed)
  return (
    <>
      <Line
        label="Room for texts"
        note="Titles and first words are always here. When the room is used up, the texts changed or opened last stay, and with them whatever is not sent and folders that you keep offline."
      >
        <Choice
          label="Room for texts"
          value={settings.textsMegabytes}
          options={withOwn(TEXTS, settings.textsMegabytes, megabytes)}
          onChange={(textsMegabytes) => set({ textsMegabytes })}
        />
      </Line>
      <Line
        label="Keep recovered texts for"
        note="They are what was there before a merge, a restore or a delete. Older ones go within the hour."
      >
        <Choice
          label="Keep recovered texts for"
          value={settings.recoveredDays}
          options={withOwn(RECOVERED_DAYS, settings.recoveredDays, days)}
          onChange={(recoveredDays) => set({ recoveredDays })}
        />
      </Line>
      <Line label="Room for recovered texts" note="When the room is used up, the oldest go.">
        <Choice
          label="Room for recovered texts"
          value={settings.recoveredMegabytes}
          options={withOwn(RECOVERED_MOST, settings.recoveredMegabytes, megabytes)}
          onChange={(recoveredMegabytes) => set({ recoveredMegabytes })}
        />
      </Line>
    </>
  )
}

type Option = readonly [value: number, name: string]

/** A value that was written into the file by hand is shown as it is. */
function withOwn(options: readonly Option[], own: number, name: (value: number) => string): Option[] {
  if (options.some(([value]) => value === own)) return [...options]
  return [...options, [own, name(own)] as const].sort(([one], [other]) => one - other)
}
