import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { RECOVERED_FOR_GOOD, TEXTS_ALL } from '../../shared/ipc/settings-bounds'
import { DAY_MS } from '../../shared/day'

/** How long recovered texts are kept, and up to which size. */
export interface RecoveredKept {
  readonly ms: number
  readonly bytes: number
}

/** The storage limits of each library on this device. */
export interface StorageLimits {
  /** The size in UTF-8 bytes. */
  readonly textBytes: number
  readonly recovered: RecoveredKept
}

const MEGABYTE = 1_000_000

export const storageLimitsOf = (
  settings: Pick<Settings, 'textsMegabytes' | 'recoveredDays' | 'recoveredMegabytes'>,
): StorageLimits => ({
  textBytes: settings.textsMegabytes === TEXTS_ALL ? Infinity : settings.textsMegabytes * MEGABYTE,
  recovered: {
    ms: settings.recoveredDays === RECOVERED_FOR_GOOD ? Infinity : settings.recoveredDays * DAY_MS,
    bytes: settings.recoveredMegabytes * MEGABYTE,
  },
})

export const DEFAULT_STORAGE_LIMITS = storageLimitsOf(DEFAULT_SETTINGS)
