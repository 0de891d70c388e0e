import { z } from 'zod'

/**
 * The closed list of failures. A failure is a value with a code; the writer is told what is true about the text, not
 * what went wrong with HTTP.
 */
const PROBLEM_CODES = [
  // The connection to the service:
  'unreachable', // refused, reset, no such host, TLS: nothing is known to have arrived
  'timeout', // no connection in 10 s, or no byte for 30 s
  'bad-answer', // cut short, not JSON, not the envelope, the wrong id: the outcome is unknown
  'answer-too-large',
  'redirected', // to another host: the key is not sent there
  // Answers of the service (content API, section 7):
  'unauthorized', // 401
  'missing-ability', // 403
  'quota-exceeded', // 403
  'account-deletion', // 403
  'forbidden', // 403, unclear
  'not-found', // 404 with the API's error body
  'stale', // 412
  'precondition-required', // 428
  'invalid', // 422
  'too-large', // 413, or 422 that names a size limit
  'throttled', // 429
  'service-failed', // 5xx, and any other status
  // This device:
  'storage-full',
  'storage-failed',
  'storage-unfit', // a disk that cannot hold a library, such as some network disks
  'newer-version', // a library that a newer version of the app has written
  'damaged', // a row, a file or a database that cannot be read
  'no-keychain',
  // The boundary between renderer and main:
  'unknown-sender',
  'unknown-command',
  'other-library', // the message names a library that is not open (rule W22)
  'invalid-input',
  'not-found-here',
  'not-allowed', // the command is impossible in this state; the message gives the reason
  'cancelled',
  'unexpected',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export const problemSchema = z.object({
  code: z.enum(PROBLEM_CODES),
  /** Plain words for the writer or, from a service, the service's own message. Never a key, never a stack. */
  message: z.string(),
  /** HTTP status, where one was read. */
  status: z.number().int().optional(),
  /** Milliseconds until another attempt makes sense, from `Retry-After`. */
  retryAfterMs: z.number().nonnegative().optional(),
  /** 422: message per field. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** 403: the ability that the route requires. */
  ability: z.string().optional(),
})
export type Problem = Readonly<z.infer<typeof problemSchema>>

/** The only error type that is thrown on purpose; any other error becomes `unexpected` at the boundary. */
export class AppError extends Error {
  readonly problem: Problem

  constructor(known: Problem) {
    super(known.message)
    this.name = 'AppError'
    this.problem = known
  }
}

export function problem(
  code: ProblemCode,
  message: string,
  more: Partial<Omit<Problem, 'code' | 'message'>> = {},
): Problem {
  return { code, message, ...more }
}

/** The error with this code and message. */
export const appError = (code: ProblemCode, message: string): AppError => new AppError(problem(code, message))

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = <T = never>(why: Problem): Result<T> => ({ ok: false, problem: why })
