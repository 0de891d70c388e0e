import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database } from './database'

/** The answer to a create, stored for repeats. */
export interface RememberedAnswer {
  readonly operation: string
  readonly bodyHash: Uint8Array
  readonly etag: string | undefined
  /** The body of the answer, JSON. */
  readonly answer: string
}

/** Answers to creates, kept by account and `Idempotency-Key`. */
export function createIdempotencyStore(database: Database) {
  const find = database.prepare(
    'SELECT operation, body_hash, etag, answer FROM idempotency WHERE account_id = ? AND key = ?',
  )
  const add = database.prepare(
    `INSERT INTO idempotency (account_id, key, operation, body_hash, created_at, etag, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = database.prepare('DELETE FROM idempotency WHERE created_at < ?')

  return {
    find(accountId: number, key: string): RememberedAnswer | undefined {
      const row = find.get(accountId, key) as
        { operation: string; body_hash: Uint8Array; etag: string | null; answer: Uint8Array } | undefined
      return (
        row && {
          operation: row.operation,
          bodyHash: row.body_hash,
          etag: row.etag ?? undefined,
          answer: inflateRawSync(row.answer).toString(),
        }
      )
    },

    add(accountId: number, key: string, remembered: RememberedAnswer, now: number): void {
      add.run(
        accountId,
        key,
        remembered.operation,
        remembered.bodyHash,
        now,
        remembered.etag ?? null,
        deflateRawSync(remembered.answer, { level: 1 }),
      )
    },

    forgetBefore(time: number): void {
      forget.run(time)
    },
  }
}
