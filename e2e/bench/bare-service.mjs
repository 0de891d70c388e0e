// The peer of service.bench.ts: node:http with the same key check and the same SQLite queries, and nothing else. Usage:
// node bare-service.mjs DATABASE; prints its port.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { DatabaseSync } from '@photostructure/sqlite'

const database = new DatabaseSync(process.argv[2], { timeout: 10_000 })
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000')
const findKey = database.prepare(
  'SELECT account_id, abilities FROM keys WHERE hash = ? AND revoked_at IS NULL',
)
const find = database.prepare('SELECT * FROM documents WHERE id = ? AND account_id = ?')
const update = database.prepare('UPDATE documents SET content = ?, revision = ?, updated_at = ? WHERE id = ?')
const keys = new Map()

function caller(request) {
  const hash = createHash('sha256').update(request.headers.authorization.slice(7)).digest('hex')
  let found = keys.get(hash)
  if (found === undefined) {
    found = findKey.get(Buffer.from(hash, 'hex'))
    keys.set(hash, found)
  }
  return found
}

const record = (row) => ({
  id: row.id,
  title: row.title,
  content: Buffer.from(row.content).toString(),
  status: row.status,
  folder_id: row.folder_id,
  revision: row.revision,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
})

function answer(response, row) {
  response.writeHead(200, { 'Content-Type': 'application/json', ETag: `"doc-${row.id}-${row.revision}"` })
  response.end(JSON.stringify({ data: record(row) }))
}

const server = createServer((request, response) => {
  const key = caller(request)
  const id = Number(request.url.slice(request.url.lastIndexOf('/') + 1))
  if (request.method === 'GET') return answer(response, find.get(id, key.account_id))
  const parts = []
  request.on('data', (bytes) => parts.push(bytes))
  request.on('end', () => {
    const { content } = JSON.parse(Buffer.concat(parts).toString())
    database.exec('BEGIN IMMEDIATE')
    const row = find.get(id, key.account_id)
    if (request.headers['if-match'] !== `"doc-${id}-${row.revision}"`) {
      database.exec('ROLLBACK')
      response.writeHead(412).end('{"message":"stale"}')
      return
    }
    const next = { ...row, content: Buffer.from(content), revision: row.revision + 1, updated_at: Date.now() }
    update.run(next.content, next.revision, next.updated_at, id)
    database.exec('COMMIT')
    answer(response, next)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
