import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Found } from '../../shared/ipc/ipc-search'
import { searchAsk } from '../../shared/ipc/search-criteria'
import { useApp } from '../state/context'
import { useActiveConnection } from '../state/queries'
import { criteriaOf } from './saved-search'
import { atAgain, inOrder, inOrderOf, useSearch, type Way } from './search-state'

/** The maximum numbers of passages requested from the service, and of places listed for exact words. */
const PASSAGES_MAX = 40
export const PLACES_MAX = 500

/** The kind of search: as the writer chose, or by meaning. If that is not possible, the panel says so. */
export const useWay = (): Way => useSearch((state) => state.way) ?? 'meaning'

interface Results {
  readonly found: Found | undefined
  readonly problem: string | undefined
  readonly isSearching: boolean
}

/** Runs the search of the panel; the results are stored in the window state, so that they outlive the panel. */
export function useResults(way: Way): Results {
  const { client } = useApp()
  const state = useSearch()
  const { query, typed } = state
  const criteria = criteriaOf(state, way)
  const connection = useActiveConnection()
  const queries = useQueryClient()
  // A connection that is limited to another folder meanwhile has other results.
  const queryKey = ['search', connection?.id, connection?.fixedFolder, criteria, state.times]
  const { data, error, isFetching } = useQuery({
    queryKey,
    enabled: criteria !== undefined,
    gcTime: 0,
    queryFn: async (): Promise<Found> => {
      if (criteria === undefined) return { hits: [] }
      if (way === 'meaning')
        return client.ask('search.meaning', searchAsk(criteria, PASSAGES_MAX, Date.now()))
      const { hits } = await client.ask('search.words', searchAsk(criteria, PLACES_MAX, Date.now()))
      return { hits: [...inOrderOf(queries.getQueryData<Found>(queryKey)?.hits ?? [], hits)] }
    },
  })
  const isAsking = isFetching || typed.trim() !== query
  useEffect(() => useSearch.setState({ isAsking }), [isAsking])
  useEffect(() => () => useSearch.setState({ isAsking: false, meant: undefined, isOld: false }), [])
  useEffect(
    () =>
      client.listen('library.changed', ({ documents }) => {
        if (!documents) return
        // Exact words are searched again on this device; the service counts its searches and is asked by the writer.
        if (way === 'words') void queries.invalidateQueries({ queryKey: ['search'] })
        else useSearch.setState({ isOld: true })
      }),
    [client, queries, way],
  )
  useEffect(() => useSearch.setState({ isOld: false }), [data])
  useEffect(() => {
    const hits = query === '' ? [] : data?.hits
    if (hits === undefined) return
    const ordered = inOrder(hits)
    const { hits: before, at, answered } = useSearch.getState()
    const here = answered === query ? before[at] : undefined
    useSearch.setState({
      hits: ordered,
      answered: query,
      // The service's answer replaces that of this device, and the writer stays at the same result.
      at:
        way === 'words' && answered === query
          ? atAgain(before, at, ordered)
          : ordered.findIndex(({ documentId }) => documentId === here?.documentId),
      showsWeak: false,
    })
  }, [data, query, way])
  useEffect(() => {
    if (error !== null) useSearch.setState({ hits: [], answered: query, at: -1 })
  }, [error, query])
  return {
    found: query === '' ? undefined : data,
    problem: query === '' || error === null ? undefined : error.message,
    isSearching: isFetching,
  }
}
