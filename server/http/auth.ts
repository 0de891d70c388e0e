import { hash } from 'node:crypto'
import { HEADER } from '../../shared/api/api'
import type { Ability } from '../../shared/terms'
import { forbidden, unauthenticated } from './refusal'
import type { Random } from './settings'
import type { AccountStore, Caller } from '../store/accounts'

const KEY_PREFIX = 'mk_'
const KEY_BYTES = 32

/** A new management key. It is shown once; only its hash is stored. */
export const makeKey = (random: Random): string =>
  KEY_PREFIX + Buffer.from(random(KEY_BYTES)).toString('base64url')

/** Keys are 256 random bits, so a plain fast hash is sufficient. */
export const hashKey = (key: string): string => hash('sha256', key)

/**
 * The caller of a request: `Authorization: Bearer <key>` or `X-API-Key: <key>` (content API, section 5); if both are
 * present, they must agree. Throws 401, and 403 while the account is being deleted.
 */
export function authenticate(headers: Headers, accounts: AccountStore): Caller {
  const key = keyIn(headers)
  const caller = key === undefined ? undefined : accounts.caller(hashKey(key))
  if (caller === undefined) throw unauthenticated()
  if (caller.deleting) throw forbidden('account_deletion_in_progress', 'This account is being deleted.')
  return caller
}

function keyIn(headers: Headers): string | undefined {
  const authorization = headers.get(HEADER.authorization)
  const bearer = authorization === null ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (authorization !== null && bearer === undefined) return undefined
  const plain = headers.get(HEADER.apiKey) ?? undefined
  if (bearer !== undefined && plain !== undefined && bearer !== plain) return undefined
  return bearer ?? plain
}

/** Requires any one of `abilities`; throws 403 `missing_ability` (requirement D2). */
export function requireAbility(caller: Caller, abilities: readonly Ability[]): void {
  if (abilities.some((ability) => caller.abilities.has(ability))) return
  throw forbidden('missing_ability', `This key lacks the ability ${abilities.join(' or ')}.`)
}
