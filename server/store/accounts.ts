import { ABILITIES, type Ability } from '../../shared/terms'
import type { Database } from './database'

export interface Caller {
  readonly accountId: number
  readonly abilities: ReadonlySet<Ability>
  /** Whether the account is being deleted (content API, section 5, rule 3). */
  readonly deleting: boolean
}

export interface KeyEntry {
  readonly id: number
  readonly account: string
  readonly name: string
  readonly abilities: readonly Ability[]
  readonly createdAt: number
  readonly revokedAt: number | undefined
}

interface KeyRow {
  id: number
  account_id: number
  account: string
  name: string
  abilities: string
  created_at: number
  revoked_at: number | null
  deleting: number
}

const SELECT_KEY = `SELECT keys.id, account_id, accounts.name AS account, keys.name, abilities, keys.created_at,
  revoked_at, deleting FROM keys JOIN accounts ON accounts.id = account_id`

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts and the hashes of their keys; times in milliseconds. */
export function createAccountStore(database: Database) {
  const findAccount = database.prepare('SELECT id FROM accounts WHERE name = ?')
  const addAccount = database.prepare('INSERT INTO accounts (name, created_at) VALUES (?, ?)')
  const addKey = database.prepare(
    'INSERT INTO keys (account_id, name, abilities, created_at, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const findKey = database.prepare(`${SELECT_KEY} WHERE hash = ? AND revoked_at IS NULL`)
  const listKeys = database.prepare(`${SELECT_KEY} ORDER BY keys.id`)
  const revoke = database.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const revokeNamed = database.prepare(
    'UPDATE keys SET revoked_at = ? WHERE account_id = ? AND name = ? AND revoked_at IS NULL',
  )
  const dataVersion = database.prepare('PRAGMA data_version')

  // Other processes change keys too (the command line); SQLite counts their commits. A database in memory has no other
  // process.
  const isShared = database.location() !== null
  const known = new Map<string, Caller>()
  let knownAt = -1

  return {
    /** The account's id; an account with that name is created where there is none. */
    ensureAccount(name: string, now: number): number {
      const row = findAccount.get(name) as { id: number } | undefined
      return row?.id ?? Number(addAccount.run(name, now).lastInsertRowid)
    },

    findAccount(name: string): number | undefined {
      return (findAccount.get(name) as { id: number } | undefined)?.id
    },

    /** Only the hash is stored (requirement D6). */
    addKey(
      accountId: number,
      name: string,
      hash: Uint8Array,
      abilities: readonly Ability[],
      now: number,
    ): number {
      return Number(addKey.run(accountId, name, abilities.join(','), now, hash).lastInsertRowid)
    },

    listKeys(): readonly KeyEntry[] {
      return (listKeys.all() as KeyRow[]).map((row) => ({
        id: row.id,
        account: row.account,
        name: row.name,
        abilities: abilitiesOf(row),
        createdAt: row.created_at,
        revokedAt: row.revoked_at ?? undefined,
      }))
    },

    /** Returns whether there was such a key that was not revoked yet. */
    revokeKey(id: number, now: number): boolean {
      known.clear()
      return revoke.run(now, id).changes > 0
    },

    revokeKeysNamed(accountId: number, name: string, now: number): void {
      known.clear()
      revokeNamed.run(now, accountId, name)
    },

    /** The owner of the key with this hash. Cached until another process changes anything in the database. */
    caller(hashInHex: string): Caller | undefined {
      if (isShared) {
        const { data_version: version } = dataVersion.get() as { data_version: number }
        if (version !== knownAt) known.clear()
        knownAt = version
      }
      const remembered = known.get(hashInHex)
      if (remembered !== undefined) return remembered
      const row = findKey.get(Buffer.from(hashInHex, 'hex')) as KeyRow | undefined
      if (row === undefined) return undefined
      const caller = {
        accountId: row.account_id,
        abilities: new Set(abilitiesOf(row)),
        deleting: row.deleting === 1,
      }
      known.set(hashInHex, caller)
      return caller
    },

    /** Clears the cache of keys, for changes over this same connection. */
    forgetCallers(): void {
      known.clear()
    },
  }
}

const abilitiesOf = (row: KeyRow): readonly Ability[] =>
  ABILITIES.filter((ability) => row.abilities.split(',').includes(ability))
