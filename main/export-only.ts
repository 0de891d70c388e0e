import { exporterOf, openLibraries } from './composition'
import { runExportAsked } from './export/command-line/run-export'
import { failed, type ExportAsked, type ExportOutcome } from './export/command-line/arguments'
import { openFoundations } from './foundations'
import { createMutex } from './porting/mutex'
import type { Environment } from './system/profile'
import { messageOf } from '../shared/thrown'

export interface ExportOnlyParts {
  readonly profile: string
  readonly built: string
  readonly environment: Environment
}

/** Runs an app that writes one file and ends: its libraries are open, but no window is. */
export async function exportOnly(asked: ExportAsked, parts: ExportOnlyParts): Promise<ExportOutcome> {
  try {
    const foundations = openFoundations(parts.profile, parts.environment, { tell() {} })
    const workspaces = await openLibraries(foundations, parts, {
      versions: () => [],
      read: () => Promise.reject(new Error('no history is shown')),
    })
    try {
      const exporter = exporterOf(foundations, createMutex(), parts)
      return await runExportAsked(asked, { workspaces, exporter })
    } finally {
      await workspaces.close()
    }
  } catch (error) {
    return failed(`Your library cannot be opened: ${messageOf(error)}`)
  }
}
