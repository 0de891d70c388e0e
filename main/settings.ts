import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '../shared/default-settings'
import { settings as settingsSchema, type Settings } from '../shared/ipc-settings'
import { writeWhole } from './write-whole'

export interface SettingsFile {
  get(): Settings
  /** Durable when it returns; throws where the disk refuses. */
  set(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Settings
  /** A sentence for the writer where the file was damaged and set aside. */
  readonly trouble: string | undefined
}

/**
 * Opens `settings.json`. A file that cannot be read is set aside under another name and the defaults hold; single values
 * that do not fit (edited by hand, or from another version) fall back one by one.
 */
export function openSettings(folder: string, nowMs: () => number): SettingsFile {
  const file = path.join(folder, 'settings.json')
  const { value, trouble } = readSettings(file, nowMs)
  let current = value
  return {
    trouble,
    get: () => current,
    set(change) {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const next: Settings = { ...current, ...Object.fromEntries(given) }
      writeWhole(file, JSON.stringify(next, null, 2) + '\n')
      current = next
      return current
    },
  }
}

function readSettings(file: string, nowMs: () => number): { value: Settings; trouble?: string } {
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch {
    return { value: DEFAULT_SETTINGS }
  }
  let parsed: unknown
  try {
    parsed = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    const aside = `settings.damaged-${nowMs()}.json`
    try {
      fs.renameSync(file, path.join(path.dirname(file), aside))
    } catch {
      return {
        value: DEFAULT_SETTINGS,
        trouble: 'The settings file could not be read. Stet goes on with its defaults.',
      }
    }
    return {
      value: DEFAULT_SETTINGS,
      trouble: `The settings file could not be read. It is kept as ${aside}; Stet goes on with its defaults.`,
    }
  }
  const value: Record<string, unknown> = { ...DEFAULT_SETTINGS }
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    const one = schema.safeParse((parsed as Record<string, unknown>)[key])
    if (one.success) value[key] = one.data
  }
  return { value: value as Settings }
}
