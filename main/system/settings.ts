import path from 'node:path'
import { DEFAULT_SETTINGS } from '../../shared/ipc/default-settings'
import { settings as settingsSchema, type Settings } from '../../shared/ipc/ipc-settings'
import { isRecord, openProfileFile, type Decoded } from './profile-file'

export interface SettingsFile {
  get(): Settings
  /** Whether the writer, or the app for her, has ever set it here. */
  isSet(name: keyof Settings): boolean
  /** Changes settings, durable when this returns; throws where the disk rejects the file. */
  set(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Settings
}

/**
 * Opens `settings.json`. An invalid value (edited by hand, or from another version) falls back to its default and stays
 * in the file until the writer sets it. `warn` is called with a sentence that names such values, or says that the
 * file is damaged; a copy of the original file is kept.
 */
export function openSettings(folder: string, warn: (sentence: string) => void = () => {}): SettingsFile {
  const file = openProfileFile(path.join(folder, 'settings.json'), 'your settings', decode, warn)
  let { current, kept } = file.value
  return {
    get: () => current,
    isSet: (name) => kept[name] !== undefined,
    set(change) {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const next = { ...kept, ...given }
      file.write(next)
      kept = next
      current = { ...current, ...given }
      return current
    },
  }
}

interface Kept {
  readonly current: Settings
  /** The contents of the file. */
  readonly kept: Readonly<Record<string, unknown>>
}

function decode(json: unknown): Decoded<Kept> {
  if (!isRecord(json))
    return { value: { current: DEFAULT_SETTINGS, kept: {} }, unread: json === undefined ? [] : [json] }
  const current: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  const unreadNames: string[] = []
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    const one = schema.safeParse(json[key])
    if (one.success) current[key] = one.data
    else if (key in json) unreadNames.push(key)
  }
  return {
    value: { current: current as Settings, kept: json },
    unread: unreadNames.map((key) => [key, json[key]]),
    unreadNames,
  }
}
