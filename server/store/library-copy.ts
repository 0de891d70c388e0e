import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase } from './database'

/** A copy of a library's database at one moment, in a file of its own. */
interface LibraryCopy {
  /** The uploads that it names. */
  readonly uploads: readonly string[]
  /** Whether the original library still names this upload. */
  isStillNamed(sha256: string): boolean
  /** Removes an upload from the copy. */
  forget(sha256: string): void
  /** Closes the copy; may be called twice. */
  close(): void
}

/** Copies the database at `source` to `target`, which may be an empty file, while others may be writing to it. */
export function copyLibrary(source: string, target: string): LibraryCopy {
  const library = openDatabase(source, { check: false })
  let copy: InstanceType<typeof DatabaseSync>
  try {
    library.prepare('VACUUM INTO ?').run(target)
    copy = new DatabaseSync(target)
  } catch (error) {
    library.close()
    throw error
  }
  const rows = copy.prepare('SELECT DISTINCT sha256 FROM files').all() as { sha256: string }[]
  const named = library.prepare('SELECT 1 FROM files WHERE sha256 = ? LIMIT 1')
  return {
    uploads: rows.map(({ sha256 }) => sha256),
    isStillNamed: (sha256) => named.get(sha256) !== undefined,
    forget(sha256) {
      copy.prepare('DELETE FROM files WHERE sha256 = ?').run(sha256)
    },
    close() {
      if (copy.isOpen) copy.close()
      if (library.isOpen) library.close()
    },
  }
}
