import type { DatabaseSync } from '@photostructure/sqlite'

type Database = InstanceType<typeof DatabaseSync>

/** Dumps a database as SQL, row by row, so that an old database can be stored as text and created again. */
export function dumpOf(database: Database): string {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() as {
    application_id: number
  }
  const things = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as { type: string; name: string; sql: string }[]
  const tables = things.filter(({ type }) => type === 'table')
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => insertOf(name, row as object)),
  )
  // Triggers and indexes are created after the rows of their tables.
  const others = things.filter(({ type }) => type !== 'table')
  return [
    `PRAGMA application_id = ${owner};`,
    ...tables.map(({ sql }) => `${sql};`),
    ...rows,
    ...others.map(({ sql }) => `${sql};`),
    '',
  ].join('\n')
}

const insertOf = (table: string, row: object): string =>
  `INSERT INTO "${table}" (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  throw new Error(`no column of SQLite holds a ${typeof value}`)
}
