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
import { createListRefresh, indexesOf, pageInput, type ListQuery } from './list-page'
import type { Client } from '../bridge/bridge'
import { useApp } from './context'
import { useWindow } from './store'
import { CANCELLABLE_KINDS, DELETING, type DocumentId } from '../../shared/terms'

type Page = CommandOutput<'documents.list'>

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Answers come from this computer and stay valid until an event invalidates them.
      queries: { staleTime: Infinity, gcTime: 60_000, retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Invalidates answers when the main process sends events. Returns a function that stops this. */
export function followEvents(client: Client, queries: QueryClient): () => void {
  const stale = (...queryKey: unknown[]) => void queries.invalidateQueries({ queryKey })
  /** False at the start, before the service has answered. */
  let isOnline = false
  const listRefresh = createListRefresh(
    () =>
      useWindow.getState().batches.some(({ doing }) => doing !== DELETING) ||
      (isOnline && isSendingMany(queries.getQueryData(outboxQuery(client).queryKey))),
    () => stale('documents'),
  )
  const stops = [
    listRefresh.stop,
    client.listen('library.changed', ({ documents, gone }) => {
      stale('library')
      if (documents) {
        listRefresh.changed(gone)
        stale('found-titles')
        stale('links')
        stale('last-replace')
      }
    }),
    client.listen('document.status-changed', (status) => {
      // The row of a document deleted here is about to disappear, and its phase would name somebody else as the cause.
      if (status.deletedHere !== true)
        for (const { queryKey, state } of queries
          .getQueryCache()
          .findAll({ queryKey: ['documents'], predicate: isPage }))
          queries.setQueryData<Page>(queryKey, (page) => withPhase(page, status), {
            // The order in the page is as old as it was.
            updatedAt: state.dataUpdatedAt,
          })
      stale('conflict', status.id)
      // A save has created a version.
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
      // Invalidates answers that failed offline, or that this device gave in place of the service.
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

/**
 * Results of the quick switcher have keys beside those of the pages: they are invalidated together with the pages, but
 * are not pages.
 */
const isPage = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  typeof queryKey[1] === 'object'

/** The page with the new phase of the document; `undefined`, which avoids a re-render, if the phase is unchanged. */
function withPhase(page: Page | undefined, status: Pick<DocumentSummary, 'id' | 'phase'>): Page | undefined {
  if (page === undefined || !page.items.some(({ id, phase }) => id === status.id && phase !== status.phase))
    return undefined
  return {
    ...page,
    items: page.items.map((item) => (item.id === status.id ? { ...item, phase: status.phase } : item)),
  }
}

/**
 * The answer of the main process to a command. The first part of the key must be one that `followEvents` invalidates,
 * or the caller refetches the answer.
 */
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
 * The pages of a list with these numbers. The first page, which is always among them, has the number of documents and
 * the groups, so both are known while other pages load.
 */
export function useDocumentPages(list: ListQuery, numbers: readonly number[]) {
  const { client } = useApp()
  return useQueries({
    queries: numbers.map((page) => pageQuery(client, list, page)),
    combine(results: readonly UseQueryResult<Page>[]) {
      let found: ReadonlyMap<DocumentId, number> | undefined
      // Read only while the list is drawn: what is thrown here would reach no error boundary.
      const indexes = (): ReadonlyMap<DocumentId, number> =>
        (found ??= indexesOf(
          results.map(({ data, dataUpdatedAt }, at) => ({
            number: numbers[at] ?? 0,
            items: data?.items ?? [],
            at: dataUpdatedAt,
          })),
        ))
      return {
        failure: results.find(({ error }) => error !== null)?.error ?? undefined,
        itemAt(index: number): DocumentSummary | undefined {
          const { data } = results[numbers.indexOf(Math.floor(index / PAGE_SIZE))] ?? {}
          const item = data?.items[index % PAGE_SIZE]
          return item !== undefined && indexes().get(item.id) === index ? item : undefined
        },
        /** The index of a document among the loaded pages. */
        indexOf: (id: DocumentId): number | undefined => indexes().get(id),
      }
    },
  })
}

/**
 * The first of these documents that the list contains, and its index, loaded or not; `undefined` while main is being
 * asked, `null` if there is none or there are no documents to ask for.
 */
export function useLocated(list: ListQuery, ids: readonly DocumentId[]) {
  const { data, isFetching } = useAnswer(
    ['documents', 'located', list, ids],
    'documents.locate',
    { ...list, ids: [...ids] },
    { enabled: ids.length > 0 },
  )
  return isFetching ? undefined : (data ?? null)
}

/** The size and groups of a list; undefined until its first page has loaded. */
export const useListShape = (list: ListQuery): Page | undefined =>
  useQuery(pageQuery(useApp().client, list, 0)).data

export const connectionsQuery = (client: Client) =>
  queryOptions({ queryKey: ['connections'], queryFn: () => client.ask('connections.list', undefined) })

export const useConnections = () => useQuery(connectionsQuery(useApp().client))

/**
 * A part of the connection of the library on screen. The component renders again only when this part changes, because
 * the connection itself changes with every text that is sent.
 */
export function useOfConnection<T>(part: (connection: Connection) => T): T | undefined {
  return useQuery({
    ...connectionsQuery(useApp().client),
    select({ connections, activeId }) {
      const active = connections.find(({ id }) => id === activeId)
      return active && part(active)
    },
  }).data
}

/** The connection of the library on screen. */
export const useActiveConnection = (): Connection | undefined => useOfConnection((connection) => connection)

/** Calls `run` whenever the service becomes reachable again. */
export function useBackOnline(run: () => void): void {
  const state = useOfConnection((connection) => connection.state)
  const wasAway = useRef(false)
  const onBack = useEffectEvent(run)
  useEffect(() => {
    if (state === 'online' && wasAway.current) onBack()
    wasAway.current = state !== undefined && state !== 'online'
  }, [state])
}

/** Connections whose libraries are not on screen but still have changes to send. */
export function useSendingElsewhere(): readonly Connection[] {
  const { data } = useConnections()
  return (data?.connections ?? []).filter(
    ({ id, sending, waiting }) => id !== data?.activeId && sending === true && waiting > 0,
  )
}

/** What a connection's service has not received yet. */
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

/** Suggestions for a misspelt word. */
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

/** Whether anything waits to be sent. Components re-render only when this changes. */
export const useIsWaiting = (): boolean =>
  useQuery({ ...outboxQuery(useApp().client), select: ({ waiting }) => waiting.length > 0 }).data === true

/** The number of files that wait to be uploaded. */
export const useUploads = (): number =>
  useQuery({
    ...outboxQuery(useApp().client),
    select: ({ waiting }) => waiting.filter(({ kind }) => kind === 'upload').length,
  }).data ?? 0

/** The number of folders, tags and files that wait for a decision; documents are listed elsewhere. */
export const useUndecidedItems = (): number =>
  useQuery({
    ...outboxQuery(useApp().client),
    select: ({ waiting }) => waiting.filter(({ choices }) => choices !== undefined).length,
  }).data ?? 0

/**
 * From this number on, moves, tags and deletes count as one change of many documents, not as single changes that happen
 * to wait together.
 */
const MANY = 20

const isSendingMany = (outbox: CommandOutput<'outbox.list'> | undefined): boolean =>
  outbox?.progress !== undefined && !outbox.paused

/** The progress of a change of many items; nothing while there are only single changes. */
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
