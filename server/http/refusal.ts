import type { ErrorBody } from '../../shared/api/api-records'
import { sqliteCode } from '../../node/storage-failure'

/**
 * An answer that ends a request early (content API, section 7). It is thrown, so that an open transaction is rolled
 * back; `app.ts` turns it into a response.
 */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message)
    this.name = 'Refusal'
  }
}

type FieldErrors = Readonly<Record<string, readonly string[]>>

/** 422 with a message per field; the overall message is the first of them, as in PHP frameworks. */
export function invalid(errors: FieldErrors): Refusal {
  const all = Object.values(errors).flat()
  const rest = all.length - 1
  const more = rest > 0 ? ` (and ${rest} more ${rest === 1 ? 'error' : 'errors'})` : ''
  const copy = Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, [...messages]]))
  return new Refusal(422, { message: `${all[0] ?? 'The request is not valid.'}${more}`, errors: copy })
}

/** 401 (content API, section 5, rule 1). */
export const unauthenticated = (): Refusal =>
  new Refusal(401, { message: 'Unauthenticated.' }, { 'WWW-Authenticate': 'Bearer' })

/**
 * 404. `thing` is a noun such as `document`. The answer is the same for missing records and for those of another
 *   account.
 */
export const notFound = (thing: string): Refusal => new Refusal(404, { message: `No such ${thing}.` })

/** 403; the code says which of its three meanings it is (requirement D4). */
export const forbidden = (code: NonNullable<ErrorBody['code']>, message: string, headers = {}): Refusal =>
  new Refusal(403, { message, code }, headers)

/**
 * The answer for damaged data: reads of undamaged data continue; writes are refused from the first sign of damage on.
 */
export const damaged = (): Refusal =>
  new Refusal(503, { message: 'The library is damaged; stop the service and restore a backup.' })

/** Whether SQLite found the file damaged, or a text does not match its checksum. */
export const isDamage = (error: unknown): boolean => [11, 26].includes(sqliteCode(error) ?? 0)

/** Any error thrown while a request was handled, as an answer. `undefined`: it was unexpected. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const systemCode = error instanceof Error && 'code' in error ? error.code : undefined
  if (sqliteCode(error) === 13 || ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(systemCode)))
    return new Refusal(507, { message: 'The disk of the service is full; nothing was changed.' })
  switch (sqliteCode(error)) {
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return new Refusal(
        503,
        { message: 'The library is busy; nothing was changed.' },
        { 'Retry-After': '1' },
      )
    case 8: // SQLITE_READONLY
    case 10: // SQLITE_IOERR
    case 14: // SQLITE_CANTOPEN
      return new Refusal(503, { message: 'The library cannot be written to; nothing was changed.' })
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return damaged()
  }
  return undefined
}
