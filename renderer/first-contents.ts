import type { QueryClient } from '@tanstack/react-query'
import type { Client } from './bridge'
import type { Sessions } from './document/sessions'
import { connectionsQuery, libraryQuery, outboxQuery, pageQuery } from './queries'
import { useWindow } from './store'

/** After this the window is drawn with what has come; the rest follows in it. */
const WAIT_MOST_MS = 250

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
 * once, and nothing moves. What main does not answer is asked again, and its refusal shown, where it belongs.
 */
export async function firstContents(client: Client, sessions: Sessions, queries: QueryClient): Promise<void> {
  const { filter, sort, descending, active, beside } = useWindow.getState()
  let late: ReturnType<typeof setTimeout> | undefined
  await Promise.race([
    Promise.allSettled([
      queries.prefetchQuery(pageQuery(client, { filter, sort, descending }, 0)),
      beside === null ? undefined : sessions.open(beside),
      active === null ? undefined : sessions.open(active),
    ]),
    new Promise((resolve) => (late = setTimeout(resolve, WAIT_MOST_MS))),
  ])
  clearTimeout(late)
}
