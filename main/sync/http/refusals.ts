import { OPERATIONS, type OperationName } from '../../../shared/api/api'
import { problem, type Problem, type ProblemCode } from '../../../shared/problem'
import { UNREADABLE } from './read-answer'
import { retryAfterMs } from './retry-after'
import { attempt } from '../../../shared/thrown'

/**
 * The body of an error, as far as it can be read: `{message}`, with `errors` (422) and `code` (403) where the service
 * sends them.
 */
interface ErrorSeen {
  readonly message?: string
  readonly code?: string
  readonly fields?: Readonly<Record<string, string[]>>
}

interface Refusal {
  readonly problem: Problem
  /** Whether the service certainly did not carry out the request. */
  readonly certain: boolean
}

/** After one of these problems every other request would fail in the same way. */
export const STOPS_ALL: ReadonlySet<string> = new Set([
  'cancelled',
  'unreachable',
  'timeout',
  'unauthorized',
  'account-deletion',
  'throttled',
])

/** A message of the service is cut to this length before the writer reads it. */
const WORDS_MAX = 1_000
const FIELDS_MAX = 50

/**
 * Reads a status outside 2xx (content API, section 7; requirements D3, D4, E1, E2, E5). Every word of the service goes
 * through `strike` before it is cut to its bound, or half a key could remain at the cut.
 */
export function refusalOf(
  name: OperationName,
  response: Pick<Response, 'status' | 'headers'>,
  text: string,
  now: number,
  strike: (text: string) => string,
): Refusal {
  const seen = errorSeen(text, (words) => strike(words).slice(0, WORDS_MAX))
  const { status } = response
  const waitMs = retryAfterMs(response.headers, now)
  const as = (code: ProblemCode, words: string, certain = true): Refusal => ({
    certain,
    problem: problem(code, seen.message ?? words, {
      status,
      ...(waitMs !== undefined && { retryAfterMs: waitMs }),
      ...(seen.fields && { fields: seen.fields }),
      ...(code === 'missing-ability' && { ability: OPERATIONS[name].abilities[0] }),
    }),
  })
  switch (status) {
    case 401:
      // A message of the service about its own checks ("Unauthenticated.") says nothing about the text.
      return {
        certain: true,
        problem: problem('unauthorized', 'The service does not accept the key.', { status }),
      }
    case 403:
      return as(meaningOf403(name, seen), 'The service refused this.')
    case 404:
      // Only the API's own error body says that the record is gone; any other 404 is a page from somewhere on the way
      // (W11).
      return seen.message === undefined
        ? as('bad-answer', UNREADABLE, false)
        : as('not-found', 'This is not on the service.')
    case 412:
      return as('stale', 'It has changed on the service meanwhile.')
    case 413:
      return as('too-large', 'This is larger than the service accepts.')
    case 422:
      return as(namesSizeLimit(seen) ? 'too-large' : 'invalid', 'The service does not accept this.')
    case 428:
      return as('precondition-required', 'The service requires the revision that this is based on.')
    case 429:
      // The service's own message is about requests, which no writer sends.
      return {
        certain: true,
        problem: problem('throttled', 'The service asked to wait.', {
          status,
          ...(waitMs !== undefined && { retryAfterMs: waitMs }),
        }),
      }
    // After a time-out, or while the first copy of a request is still being processed, the request may still be carried
    // out.
    case 408:
    case 409:
    case 425:
      return as('service-failed', 'The service is still busy with this.', false)
    default:
      return as(
        'service-failed',
        status >= 500 ? 'The service reported an error. Try again later.' : `The service answered ${status}.`,
        status >= 400 && status < 500,
      )
  }
}

function meaningOf403(name: OperationName, { code, message = '' }: ErrorSeen): ProblemCode {
  if (code === 'missing_ability') return 'missing-ability'
  if (code === 'search_quota_exceeded') return 'quota-exceeded'
  if (code === 'account_deletion_in_progress') return 'account-deletion'
  if (/account/i.test(message) && /delet/i.test(message)) return 'account-deletion'
  if (name === 'search.semantic' && /quota|limit|exhaust|exceed|used up/i.test(message))
    return 'quota-exceeded'
  if (/abilit|permission|scope|not allowed/i.test(message)) return 'missing-ability'
  return 'forbidden'
}

const SIZE_LIMIT =
  /too (large|long|big)|may not be (greater|longer|larger)|must not (be (greater|larger)|exceed)|exceeds|at most|maximum/i

/**
 * Whether the limit is one on the text or the file itself. A title that is too long is a refused field, which is parked
 * (W2).
 */
function namesSizeLimit({ fields, message = '' }: ErrorSeen): boolean {
  if (!fields) return SIZE_LIMIT.test(message) && /content|text|body|file|document/i.test(message)
  return Object.entries(fields).some(
    ([field, messages]) =>
      /^(content|file|files)\b/.test(field) && messages.some((text) => SIZE_LIMIT.test(text)),
  )
}

function errorSeen(text: string, cleaned: (words: string) => string): ErrorSeen {
  const body = attempt((): unknown => JSON.parse(text))
  if (typeof body !== 'object' || body === null) return {}
  const { message, code, errors } = body as Record<string, unknown>
  const fields = fieldsOf(errors, cleaned)
  return {
    ...(typeof message === 'string' && { message: cleaned(message) }),
    ...(typeof code === 'string' && { code }),
    ...(fields && { fields }),
  }
}

function fieldsOf(errors: unknown, cleaned: (words: string) => string): Record<string, string[]> | undefined {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return undefined
  const fields = Object.entries(errors)
    .slice(0, FIELDS_MAX)
    .map(([field, messages]): [string, string[]] => [
      cleaned(field),
      [messages]
        .flat()
        .filter((text): text is string => typeof text === 'string')
        .slice(0, FIELDS_MAX)
        .map(cleaned),
    ])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
