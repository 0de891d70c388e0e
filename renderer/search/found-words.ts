import type { UseQueryResult } from '@tanstack/react-query'

/**
 * The status of a search, in a line that is read out: empty before a search, then the failure, the progress, or the
 * number of results.
 */
export function foundWords<T>(
  isAsked: boolean,
  { data, error, isFetching }: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching'>,
  said: (data: T) => string,
): string {
  if (!isAsked) return ''
  if (error !== null) return error.message
  if (data !== undefined) return said(data)
  return isFetching ? 'Searching' : ''
}
