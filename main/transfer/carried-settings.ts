import { settings as schema, windowMemory, type Settings } from '../../shared/ipc/ipc-settings'
import { isRecord } from '../system/profile-file'
import type { SettingsFile } from '../system/settings'

type Change = Parameters<SettingsFile['set']>[0]

/** Settings that belong to the machine they come from: a folder there, and the state of its windows. */
const STAYING: ReadonlySet<string> = new Set([
  'backupFolder',
  'connectionId',
  'windows',
  ...Object.keys(windowMemory.shape),
])
/** Settings with entries that are merged one by one. */
const BY_ENTRY = ['snippets', 'shortcuts', 'tagColours'] as const
/** Settings that are stored by connection. */
const BY_LIBRARY = ['libraryChoices', 'recentSearches'] as const

/** `settings.json` for the transfer; settings that belong only to that machine are left out. */
export function settingsToCarry(now: Settings, isSet: SettingsFile['isSet']): string {
  const own = Object.entries(now).filter(
    ([name]) => name !== 'backupFolder' && (isSet(name as keyof Settings) || name === 'connectionId'),
  )
  return JSON.stringify(Object.fromEntries(own))
}

/**
 * The settings to take from elsewhere: those that nobody has chosen here yet, and those of libraries that are brought
 * in, under their ids on this device. Each value is validated like one in a file edited by hand.
 */
export function settingsFrom(
  came: unknown,
  ids: ReadonlyMap<string, string>,
  here: Pick<SettingsFile, 'get' | 'isSet'>,
): Change {
  if (!isRecord(came)) return {}
  const now = here.get()
  const taken: Record<string, unknown> = {}
  const take = (name: string, value: unknown) => {
    const read = schema.shape[name as keyof Settings].safeParse(value)
    if (read.success) taken[name] = read.data
  }
  const entriesOf = (name: string) => (isRecord(came[name]) ? Object.entries(came[name]) : [])
  const apart: ReadonlySet<string> = new Set([...BY_ENTRY, ...BY_LIBRARY, 'exports'])
  for (const name of Object.keys(schema.shape))
    if (name in came && !STAYING.has(name) && !apart.has(name) && !here.isSet(name as keyof Settings))
      take(name, came[name])
  for (const name of BY_ENTRY) {
    const own: Readonly<Record<string, unknown>> = now[name]
    const added = entriesOf(name).filter(([key]) => !(key in own))
    if (added.length > 0) take(name, { ...Object.fromEntries(added), ...own })
  }
  for (const name of BY_LIBRARY) {
    const added = entriesOf(name).flatMap(([id, value]) => (ids.has(id) ? [[ids.get(id), value]] : []))
    if (added.length > 0) take(name, { ...now[name], ...Object.fromEntries(added) })
  }
  const exports = entriesOf('exports').flatMap(([key, value]) => {
    const [id = '', ...rest] = key.split(':')
    return ids.has(id) ? [[[ids.get(id), ...rest].join(':'), value]] : []
  })
  if (exports.length > 0) take('exports', { ...now.exports, ...Object.fromEntries(exports) })
  const windows = [...ids].flatMap(([from, to]) => {
    const memory =
      came['connectionId'] === from ? came : isRecord(came['windows']) ? came['windows'][from] : {}
    const read = windowMemory.safeParse(memory)
    return read.success ? [[to, read.data]] : []
  })
  if (windows.length > 0) take('windows', { ...now.windows, ...Object.fromEntries(windows) })
  return taken
}
