import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/child.mjs'

/**
 * Programs by others that read exported files. A test that needs one ends its title with the name of the program, such
 * as “(needs poppler)”. If the program is not installed, the test is omitted, and `npm test` lists the test as not run.
 */
const PROGRAMS = { LibreOffice: 'soffice', poppler: 'pdftotext' } as const

type OtherReader = keyof typeof PROGRAMS

export const isInstalled = (reader: OtherReader): boolean => findProgram(PROGRAMS[reader]) !== undefined

/** Runs a program of an installed reader and returns its output. */
export async function saidBy(program: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 100_000_000 })
  return stdout
}
