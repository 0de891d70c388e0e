import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS as CONTENT } from '../../server/store/migrations'
import { MIGRATIONS as LIBRARY } from '../../main/store/migrations'
import { sampleContent, sampleLibrary } from './sample'

// Writes both databases in today's format, once for each new migration, before that migration ships:
// node_modules/.bin/tsx e2e/profile/write-fixtures.ts
// An existing file belongs to a version that somebody has, and is never overwritten.
const write = (name: string, dump: string) =>
  writeFileSync(join(import.meta.dirname, 'fixtures', `${name}.sql`), dump, { flag: 'wx' })

write(`library-${LIBRARY.at(-1)?.id}`, sampleLibrary())
write(`content-${CONTENT.at(-1)?.id}`, await sampleContent())
