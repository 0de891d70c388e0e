import { appError } from '../../../shared/problem'

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The name on one line, without lone surrogates and surrounding spaces. */
export function cleanName(name: string): string {
  const clean = name.replace(LONE_SURROGATE, '\uFFFD').replace(/\s+/g, ' ').trim()
  if (clean === '') throw appError('invalid-input', 'A name needs at least one letter.')
  return clean
}
