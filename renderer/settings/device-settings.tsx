import { RECOVERED_FOR_GOOD, TEXTS_ALL } from '../../shared/ipc/settings-bounds'
import { counted } from '../../shared/text/counted'
import { useSettings } from '../state/queries'
import { useUpdate } from '../status/update-status'
import { BackupSettings } from './backup-settings'
import { TransferSettings } from './transfer-settings'
import { Switch, SettingChoice } from './setting-line'

const megabytes = (count: number) => (count < 1_000 ? `${count} MB` : `${count / 1_000} GB`)
const days = (count: number) => counted(count, 'day')

const TEXTS = [
  ...[100, 500, 1_000, 5_000, 20_000].map((count) => [count, megabytes(count)] as const),
  [TEXTS_ALL, 'No limit'],
] as const
const RECOVERED_DAYS = [
  [30, days(30)],
  [90, days(90)],
  [365, 'A year'],
  [RECOVERED_FOR_GOOD, 'Until storage is full'],
] as const
const RECOVERED_MAX = [500, 2_000, 10_000, 50_000].map((count) => [count, megabytes(count)] as const)

/** What this device keeps of the library, and of texts that are no longer in it. */
export function DeviceSettings() {
  const settings = useSettings().data
  const hasFeed = useUpdate()?.hasFeed === true
  if (settings === undefined) return null
  return (
    <>
      {hasFeed ? (
        <Switch
          of="looksForUpdates"
          label="Look for updates"
          note="Once a day. A newer version is downloaded only when you ask for it."
        />
      ) : null}
      <SettingChoice
        of="textsMegabytes"
        label="Storage for texts"
        note="Titles and first words are always on this device. When this fills up, Stet keeps the texts you changed or opened most recently, everything not sent yet, and folders kept offline."
        options={withOwn(TEXTS, settings.textsMegabytes, megabytes)}
      />
      <SettingChoice
        of="recoveredDays"
        label="Keep recovered texts for"
        note="Stet keeps these copies before it merges, restores or deletes a text. Older ones are deleted within an hour."
        options={withOwn(RECOVERED_DAYS, settings.recoveredDays, days)}
      />
      <SettingChoice
        of="recoveredMegabytes"
        label="Storage for recovered texts"
        note="When this fills up, the oldest are deleted first."
        options={withOwn(RECOVERED_MAX, settings.recoveredMegabytes, megabytes)}
      />
      <BackupSettings />
      <TransferSettings />
    </>
  )
}

type Option = readonly [value: number, name: string]

/** Adds the current value to the options if it was written into the file by hand. */
function withOwn(options: readonly Option[], own: number, name: (value: number) => string): Option[] {
  if (options.some(([value]) => value === own)) return [...options]
  return [...options, [own, name(own)] as const].sort(([one], [other]) => one - other)
}
