import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from '@photostructure/sqlite'

/**
 * Keeps the database as it is, beside it as `NAME.before-MIGRATION`, before its form is changed for good. One such copy
 * is kept, the last. Throws what SQLite throws where the disk has no room for it: nothing is changed then.
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
