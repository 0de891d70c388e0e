import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Found } from '../../shared/ipc-search'
import { useApp } from '../context'
import { useActiveConnection } from '../queries'
import { inOrder, useSearch, type Way } from './search-state'

const LIMIT = 40
const DAY_MS = 24 * 60 * 60_000

/** How the panel searches: as the writer chose, else by meaning where this connection can. */
export function useWay(): Way {
  const chosen = useSearch((state) => state.way)
  const connection = useActiveConnection()
  const can = connection?.abilities['rag:read'] !== 'no'
  return chosen ?? (can ? 'meaning' : 'words')
}

export interface Results {
  readonly found: Found | undefined
  readonly problem: string | undefined
  readonly isSearching: boolean
}

/** Asks for what the panel searches for; the hits go to the window's state, so that they outlive the panel. */
export function useResults(way: Way): Results {
  const { client } = useApp()
  const { query, folderId, below, status, tagId, withinDays } = useSearch()
  const connection = useActiveConnection()
  const where = {
    ...(folderId === '' ? {} : { folderId }),
    ...(status === '' ? {} : { status }),
  }
  const isBelow = folderId !== '' && below
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', connection?.id, way, query, folderId, isBelow, status, tagId, withinDays],
    enabled: query !== '',
    gcTime: 0,
    queryFn: (): Promise<Found> =>
      way === 'meaning'
        ? client.ask('search.meaning', { query, limit: LIMIT, ...where, below: isBelow })
        : client.ask('search.words', {
            query,
            limit: LIMIT,
            filter: { ...where, ...(tagId === '' ? {} : { tagIds: [tagId] }) },
            below: isBelow,
            ...(withinDays === 0 ? {} : { since: new Date(Date.now() - withinDays * DAY_MS).toISOString() }),
          }),
  })
  useEffect(() => {
    const hits = query === '' ? [] : data?.hits
    if (hits !== undefined) useSearch.setState({ hits: inOrder(hits), at: -1, showsWeak: false })
  }, [data, query])
  useEffect(() => {
    if (error !== null) useSearch.setState({ hits: [], at: -1 })
  }, [error])
  return {
    found: query === '' ? undefined : data,
    problem: query === '' || error === null ? undefined : error.message,
    isSearching: isFetching,
  }
}
