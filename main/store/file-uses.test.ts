import { expect, test, vi } from 'vitest'
import { openDatabase } from './database'
import { createFileUses } from './file-uses'

test('who names a file is found from the files, never by a walk through all documents', () => {
  const database = openDatabase(':memory:')
  const prepare = vi.spyOn(database, 'prepare')
  createFileUses(database)
  const reads = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^SELECT[^]*file_uses/.test(sql))
  prepare.mockRestore()
  expect(reads).toHaveLength(3)
  for (const sql of reads) {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
    expect(steps[0]?.detail, sql).toContain('file_uses')
  }
})
