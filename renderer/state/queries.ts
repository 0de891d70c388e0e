import {
  QueryClient,
  queryOptions,
  useQueries,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/ipc'
import type { DocumentSummary } from '../../shared/ipc/ipc-records'
import type { Found } from '../../shared/ipc/ipc-search'
import type { Connection } from '../../shared/ipc/ipc-sync'
import { PAGE_SIZE } from '../../shared/ipc/as-left'
import { createRestingRows, pageInput, type ListQuery } from './list-page'
import type { Client } from '../bridge/bridge'
import { useApp } from './context'
import { useWindow } from './store'
import { CANCELLABLE_KINDS, DELETING, type DocumentId } from '../../shared/terms'

type Page = CommandOutput<'documents.list'>

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Answers come from this machine and stay true until an event says otherwise.
      queries: { staleTime: Infinity, gcTime: 60_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Events from main make answers stale; returns the function that stops that. */
export function followEvents(client: Client, queries: QueryClient): () => void {
  const stale = (...queryKey: unknown[]) => void queries.invalidateQueries({ queryKey })
  /** At a start the service is still on its way. */
  let isOnline = false
  const rows = createRestingRows(
    () =>
      useWindow.getState().batches.some(({ doing }) => doing !== DELETING) ||
      (isOnline && isSendingMany(queries.getQueryData(outboxQuery(client).queryKey))),
    () => stale('documents'),
  )
  const stops = [
    rows.stop,
    client.listen('library.changed', ({ documents }) => {
      stale('library')
      if (documents) {
        rows.changed()
        stale('found-titles')
        stale('links')
        stale('last-replace')
      }
    }),
    client.listen('document.status-changed', (status) => {
      if (status.deletedHere === true || status.phase === 'deleted') rows.gone()
      // The row of what was deleted here is about to go, and its phase would say that somebody else has done it.
      if (status.deletedHere !== true)
        queries.setQueriesData<Page>({ queryKey: ['documents'], predicate: isPage }, (page) =>
          withPhase(page, status),
        )
      stale('conflict', status.id)
      // A save made a version.
      if (status.phase === 'clean') stale('history-look', status.id)
    }),
    client.listen('document.conflict-changed', ({ id }) => stale('conflict', id)),
    client.listen('goals.changed', () => stale('goals')),
    client.listen('files.changed', () => stale('files')),
    client.listen('outbox.changed', () => {
      stale('outbox')
      stale('sync-log')
    }),
    client.listen('connection.changed', ({ state }) => {
      stale('connections')
      // What was asked while nobody could answer, or was answered by this device in place of the service.
      if (state === 'online' && !isOnline)
        void queries.invalidateQueries({
          predicate: ({ queryKey, state: { status, data } }) =>
            status === 'error' ||
            queryKey[0] === 'history-look' ||
            (queryKey[0] === 'search' && (data as Found | undefined)?.notice !== undefined),
        })
      isOnline = state === 'online'
    }),
    client.listen('settings.changed', (settings) => void queries.setQueryData(['settings'], settings)),
    client.listen('update.changed', (state) =>
      queries.setQueryData<CommandOutput<'update.get'>>(['update'], (known) => known && { ...known, state }),
    ),
    client.listen('backups.changed', (state) => void queries.setQueryData(['backups'], state)),
    client.listen('spelling.changed', (state) => void queries.setQueryData(['spelling'], state)),
    client.listen('saved-searches.changed', (all) => void queries.setQueryData(['saved-searches'], all)),
    client.listen('document.merged', ({ id }) => {
      stale('history', id)
      stale('snapshots')
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** What the switcher found lies beside the pages: it goes stale with them, and is no page. */
const isPage = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  typeof queryKey[1] === 'object'

/** The page with that phase in it; `undefined`, which draws nothing anew, where it says so already. */
function withPhase(page: Page | undefined, status: Pick<DocumentSummary, 'id' | 'phase'>): Page | undefined {
  if (page === undefined || !page.items.some(({ id, phase }) => id === status.id && phase !== status.phase))
    return undefined
  return {
    ...page,
    items: page.items.map((item) => (item.id === status.id ? { ...item, phase: status.phase } : item)),
  }
}

/** What main answers. The first word of the key is one that `followEvents` makes stale, or the answer is asked for anew. */
export function useAnswer<N extends CommandName>(
  queryKey: readonly unknown[],
  name: N,
  input: CommandInput<N>,
  more: Omit<UseQueryOptions<CommandOutput<N>>, 'queryKey' | 'queryFn'> = {},
) {
  const { client } = useApp()
  return useQuery({ queryKey, queryFn: () => client.ask(name, input), ...more })
}

const libraryQuery = (client: Client) =>
  queryOptions({ queryKey: ['library'], queryFn: () => client.ask('library.get', undefined) })

export const useGoals = () => useAnswer(['goals'], 'goals.get', undefined)

export const useLibrary = () => useQuery(libraryQuery(useApp().client))

export const listKey = (list: ListQuery, page: number) => ['documents', list, page] as const

const pageQuery = (client: Client, list: ListQuery, page: number) =>
  queryOptions({
    queryKey: listKey(list, page),
    queryFn: () => client.ask('documents.list', pageInput(list, page)),
  })

/**
 * The pages of a list with these numbers. How many documents the list has and how it is divided, its first page says,
 * which is always among them: so both are known while another page loads.
 */
export function useDocumentPages(list: ListQuery, numbers: readonly number[]) {
  const { client } = useApp()
  return useQueries({
    queries: numbers.map((page) => pageQuery(client, list, page)),
    combine: (results: readonly UseQueryResult<Page>[]) => ({
      failure: results.find(({ error }) => error !== null)?.error ?? undefined,
      itemAt: (index: number): DocumentSummary | undefined =>
        results[numbers.indexOf(Math.floor(index / PAGE_SIZE))]?.data?.items[index % PAGE_SIZE],
      /** Where a document stands among the pages that are loaded. */
      indexOf(id: DocumentId): number | undefined {
        for (const [at, page] of numbers.entries()) {
          const index = results[at]?.data?.items.findIndex((item) => item.id === id) ?? -1
          if (index >= 0) return page * PAGE_SIZE + index
        }
        return undefined
      },
    }),
  })
}

/** What a list is as a whole; undefined until its first page has come. */
export const useListShape = (list: ListQuery): Page | undefined =>
  useQuery(pageQuery(useApp().client, list, 0)).data

export const connectionsQuery = (client: Client) =>
  queryOptions({ queryKey: ['connections'], queryFn: () => client.ask('connections.list', undefined) })

export const useConnections = () => useQuery(connectionsQuery(useApp().client))

/** The connection whose library is on screen. */
export function useActiveConnection() {
  const { data } = useConnections()
  return data?.connections.find(({ id }) => id === data.activeId)
}

/** Runs each time that the service can be asked again. */
export function useBackOnline(run: () => void): void {
  const state = useActiveConnection()?.state
  const wasAway = useRef(false)
  const onBack = useEffectEvent(run)
  useEffect(() => {
    if (state === 'online' && wasAway.current) onBack()
    wasAway.current = state !== undefined && state !== 'online'
  }, [state])
}

/** Libraries that are not on screen and send what waits in them. */
export function useSendingElsewhere(): readonly Connection[] {
  const { data } = useConnections()
  return (data?.connections ?? []).filter(
    ({ id, sending, waiting }) => id !== data?.activeId && sending === true && waiting > 0,
  )
}

/** What the service of a connection does not have yet. */
export function useUnsent(id: string | undefined) {
  return useAnswer(
    ['unsent', id],
    'connection.unsent',
    { id: id ?? '' },
    { enabled: id !== undefined, staleTime: 0 },
  )
}

export const useSettings = () => useAnswer(['settings'], 'settings.get', undefined)

export const useSpelling = () => useAnswer(['spelling'], 'spelling.state', undefined)

/** What may be meant by a misspelt word. */
export function useSuggestions(word: string | undefined) {
  const languages = useSpelling().data?.languages
  return useAnswer(
    ['suggestions', word, languages],
    'spelling.suggest',
    { word: word ?? '', languages: languages ?? [] },
    { enabled: word !== undefined && languages !== undefined },
  )
}

const outboxQuery = (client: Client) =>
  queryOptions({ queryKey: ['outbox'], queryFn: () => client.ask('outbox.list', undefined) })

export const useOutbox = () => useQuery(outboxQuery(useApp().client))

/** Whether anything waits to be sent; what is told more often than that draws nothing anew. */
export const useIsWaiting = (): boolean =>
  useQuery({ ...outboxQuery(useApp().client), select: ({ waiting }) => waiting.length > 0 }).data === true

/** How many files wait to be uploaded. */
export const useUploads = (): number =>
  useQuery({
    ...outboxQuery(useApp().client),
    select: ({ waiting }) => waiting.filter(({ kind }) => kind === 'upload').length,
  }).data ?? 0

/** How many folders, tags and files wait for a decision of the writer; documents stand in a list of their own. */
export const useUndecidedItems = (): number =>
  useQuery({
    ...outboxQuery(useApp().client),
    select: ({ waiting }) => waiting.filter(({ choices }) => choices !== undefined).length,
  }).data ?? 0

/** So many moves, tags and deletes are one change of many documents, not a few that happen to wait together. */
const MANY = 20

const isSendingMany = (outbox: CommandOutput<'outbox.list'> | undefined): boolean =>
  outbox?.progress !== undefined && !outbox.paused

/** How far a change of many things is; nothing while things go one by one. */
export const useProgress = () =>
  useQuery({
    ...outboxQuery(useApp().client),
    select: ({ progress, paused, waiting, more }) => {
      if (progress === undefined) return null
      const cancellable = waiting.filter(
        ({ kind, canDiscard }) => canDiscard && CANCELLABLE_KINDS.has(kind),
      ).length
      return {
        ...progress,
        paused,
        cancellable,
        isMany: more > 0 || progress.done > 0 || cancellable >= MANY,
      }
    },
  }).data ?? undefined

export const useFiles = () => useAnswer(['files'], 'files.list', undefined, { staleTime: 0 })

export const conflictKey = (id: DocumentId) => ['conflict', id] as const

export const useConflict = (id: DocumentId) =>
  useAnswer(conflictKey(id), 'document.conflict', { id }, { refetchOnMount: 'always' })

export const useSnapshots = () => useAnswer(['snapshots'], 'snapshots.list', {}, { staleTime: 0 })
