import type { UseQueryResult } from '@tanstack/react-query'

/** How a search goes, in a line that is read out: nothing before it is asked, why it failed, that it runs, what it found. */
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
