import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/child.mjs'

/**
 * Programs that others have made, and that read what we write. A test that needs one ends its title with it, as “(needs poppler)”, and is
 * left out where the program is not installed: `npm test` then names it as one that did not run.
 */
const PROGRAMS = { LibreOffice: 'soffice', poppler: 'pdftotext' } as const

type OtherReader = keyof typeof PROGRAMS

export const isInstalled = (reader: OtherReader): boolean => findProgram(PROGRAMS[reader]) !== undefined

/** What a program says that belongs to a reader that is installed. */
export async function saidBy(program: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 100_000_000 })
  return stdout
}
