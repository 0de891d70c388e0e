import type { z } from 'zod'
import { invalid } from './refusal'

type Issue = z.core.$ZodIssue
/**
 * More messages would not help anybody, and a body with a million wrong elements must not produce a million messages.
 */
const ISSUES_MAX = 50

/** The value validated by `schema`, or 422 with a message per field (requirement F, "422"). */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw invalid(errorsByField(result.error.issues.slice(0, ISSUES_MAX)))
  refuseBrokenText(result.data)
  return result.data
}

/**
 * Half of a surrogate pair has no UTF-8 and could not be returned as it was sent, so it is refused, not replaced. NUL
 * is allowed in `content` and refused in names and queries.
 */
function refuseBrokenText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [field, text] of Object.entries(value)) {
    if (typeof text !== 'string') continue
    if (!text.isWellFormed())
      throw invalid({
        [field]: [`The ${words(field)} field holds half of a surrogate pair, which is not a character.`],
      })
    if (field !== 'content' && text.includes('\0'))
      throw invalid({ [field]: [`The ${words(field)} field must not hold the character NUL.`] })
  }
}

const words = (field: string) => field.replaceAll('_', ' ')

function errorsByField(issues: readonly Issue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body'
    ;(errors[field] ??= []).push(sentence(field, issue))
  }
  return errors
}

function sentence(field: string, issue: Issue): string {
  const the = field === 'body' ? 'The body' : `The ${words(field)} field`
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? `${the} is required.`
        : `${the} must be ${article(issue.expected)}.`
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? `${the} must not be empty.` : `${the} is too short.`
      return `${the} must be at least ${issue.minimum}.`
    case 'too_big':
      if (issue.origin === 'string') return `${the} must not be longer than ${issue.maximum} characters.`
      if (issue.origin === 'array') return `${the} must not have more than ${issue.maximum} items.`
      return `${the} must not be greater than ${issue.maximum}.`
    case 'invalid_value':
      return `${the} must be one of: ${issue.values.map(String).join(', ')}.`
    default:
      return `${the} is not valid.`
  }
}

const article = (expected: string): string => {
  if (expected === 'int') return 'a whole number'
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`
}
