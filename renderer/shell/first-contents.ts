import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../bridge/bridge'
import type { App } from '../state/context'
import { connectionsQuery, libraryQuery, outboxQuery, pageQuery } from '../state/queries'
import { useWindow } from '../state/store'

/** What every window shows, whatever its settings. */
export async function askAhead(client: Client, queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(libraryQuery(client)),
    queries.prefetchQuery(connectionsQuery(client)),
    queries.prefetchQuery(outboxQuery(client)),
  ])
}

/**
 * The list and the document that the window begins with, so that its first drawing is the whole one: text is laid out
 * once, and nothing moves; what is `late` follows. What main does not answer is asked again, and its refusal shown, where it belongs.
 */
export async function firstContents(
  { client, sessions }: Pick<App, 'client' | 'sessions'>,
  queries: QueryClient,
  late: Promise<void>,
): Promise<void> {
  const { filter, sort, descending, active, sideDocument } = useWindow.getState()
  await Promise.race([
    Promise.allSettled([
      queries.prefetchQuery(pageQuery(client, { filter, sort, descending }, 0)),
      sideDocument === null ? undefined : sessions.open(sideDocument),
      active === null ? undefined : sessions.open(active),
    ]),
    late,
  ])
}
