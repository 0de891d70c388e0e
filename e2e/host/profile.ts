import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  EMBEDDED_ID,
  folderOf,
  libraryFileIn,
  type KnownConnection,
} from '../../main/connections/list/connection-list'
import type { Clock } from '../../main/system/clock'
import { SAMPLE_SETTINGS } from '../../renderer/memory/sample'
import type { Settings } from '../../shared/ipc/ipc-settings'
import { writeLibrary, type Sample } from './sample'

/** Whose the library of a test is: of the embedded service, or of a service that was connected to with a key. */
export type Library = KnownConnection['kind']

const NAME = 'Harbour Press'

/** The connection whose library is on screen at the start. */
export const connectionTo = (address: string, kind: Library): KnownConnection =>
  kind === 'embedded'
    ? { id: EMBEDDED_ID, name: NAME, kind, address: '' }
    : { id: 'c-1', name: NAME, kind, address, form: 'bearer' }

/** A profile of its own with the sample, as an earlier run has left it; answers with its folder. */
export function writeProfile(
  connection: KnownConnection,
  sample: Sample,
  clock: Clock,
  settings: Partial<Settings> = {},
): string {
  const profile = mkdtempSync(join(tmpdir(), 'stet-ui-'))
  const folder = folderOf(profile, connection.id)
  mkdirSync(folder, { recursive: true })
  writeLibrary(libraryFileIn(folder), sample, clock)
  const kept = { ...SAMPLE_SETTINGS, connectionId: connection.id, ...settings }
  writeFileSync(join(profile, 'settings.json'), JSON.stringify(kept))
  writeFileSync(
    join(profile, 'connections.json'),
    JSON.stringify({ connections: [connection], activeId: connection.id }),
  )
  return profile
}
