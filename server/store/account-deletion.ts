import { transaction, type Database } from './database'

const DOCUMENTS_PER_STEP = 200

/**
 * Deletes an account with all its data, one small transaction per step, so that a running service is never delayed and
 * a kill loses no more than a step. After the first step its requests get 403, after the last its keys are unknown
 * (content API, section 5, rule 3). Files stay on the disk until the next sweep.
 */
export function* accountDeletion(database: Database, accountId: number): Generator<void, void> {
  const mark = database.prepare('UPDATE accounts SET deleting = 1 WHERE id = ?')
  const removeDocuments = database.prepare(
    'DELETE FROM documents WHERE id IN (SELECT id FROM documents WHERE account_id = ? LIMIT ?)',
  )
  const flatten = database.prepare('UPDATE folders SET parent_id = NULL WHERE account_id = ?')
  const removeRest = ['folders', 'tags', 'files', 'idempotency', 'document_counts', 'keys'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  )
  const removeAccount = database.prepare('DELETE FROM accounts WHERE id = ?')

  transaction(database, () => mark.run(accountId))
  yield
  while (transaction(database, () => removeDocuments.run(accountId, DOCUMENTS_PER_STEP).changes) > 0) yield
  transaction(database, () => {
    flatten.run(accountId)
    for (const statement of removeRest) statement.run(accountId)
    removeAccount.run(accountId)
  })
}

/** Accounts whose deletion has begun and not ended. */
export const unfinishedDeletions = (database: Database): readonly number[] =>
  (database.prepare('SELECT id FROM accounts WHERE deleting = 1').all() as { id: number }[]).map(
    ({ id }) => id,
  )
