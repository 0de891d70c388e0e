import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { askedWorker } from './asked-worker'

/** Reads rows of a database without end, until it is told to close. */
const READING = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('@photostructure/sqlite')
  const rows = new DatabaseSync(':memory:').prepare(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT i, hex(i) FROM n',
  )
  parentPort.on('message', ({ kind, id }) => {
    if (kind === 'close') process.exit()
    parentPort.postMessage({ kind: 'answer', id, value: 'reads' })
    rows.all()
  })`

test('a worker that is closed in the middle of a read of its database ends itself, and the process goes on', async () => {
  const worker = new Worker(READING, { eval: true })
  const asked = askedWorker(worker, { name: 'reading', away: () => new Error('away'), onError: () => {} })
  expect(await asked.ask({ kind: 'read' })).toBe('reads')
  await asked.close()
  expect(worker.threadId).toBe(-1)
})
