import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from '@photostructure/sqlite'

/**
 * Copies the database beside itself as `NAME.before-MIGRATION` before its schema is changed permanently. Only the last
 * such copy is kept. Throws SQLite's error where the disk has no room for it: then nothing is changed.
 */
export function keepBefore(
  database: InstanceType<typeof DatabaseSync>,
  file: string,
  migration: string,
): void {
  const copy = `${file}.before-${migration}`
  const unfinished = `${copy}.part`
  rmSync(unfinished, { force: true })
  if (!existsSync(copy)) {
    database.prepare('VACUUM INTO ?').run(unfinished)
    chmodSync(unfinished, 0o600)
    renameSync(unfinished, copy)
  }
  const others = `${basename(file)}.before-`
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(others) && name !== basename(copy)) rmSync(join(dirname(file), name), { force: true })
}
