import { useQuery } from '@tanstack/react-query'
import type { DocumentId } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import { useApp } from '../state/context'
import type { Sessions } from '../state/sessions'
import { closeTab } from '../state/store'

/** The number of titles that the main process answers for in one call. */
const AT_ONCE = 500

/** The titles of tabs, including tabs not shown since the start. A tab whose document no longer exists is closed. */
export function useTitles(ids: readonly DocumentId[]): ReadonlyMap<DocumentId, string> {
  const { client, sessions } = useApp()
  const unopened = ids.filter((id) => sessions.get(id) === undefined)
  const { data } = useQuery({
    queryKey: ['titles', unopened],
    enabled: unopened.length > 0,
    queryFn: () => readTitles(client, unopened),
  })
  return keepTitles(sessions, ids, data)
}

/** The titles that the tabs of a library have had. */
const kept = new WeakMap<Sessions, Map<DocumentId, string>>()

/** Remembers the titles, so that they stay known when a document is deleted or is not on this device. */
function keepTitles(
  sessions: Sessions,
  ids: readonly DocumentId[],
  read: ReadonlyMap<DocumentId, string> | undefined,
): ReadonlyMap<DocumentId, string> {
  const titles = kept.get(sessions) ?? new Map<DocumentId, string>()
  kept.set(sessions, titles)
  for (const id of ids) {
    const title = sessions.get(id)?.view().title ?? read?.get(id)
    if (title !== undefined) titles.set(id, title)
  }
  return titles
}

async function readTitles(
  client: Client,
  ids: readonly DocumentId[],
): Promise<ReadonlyMap<DocumentId, string>> {
  const titles = new Map<DocumentId, string>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const listed = await client.ask('documents.summaries', { ids: ids.slice(from, from + AT_ONCE) })
    for (const { id, title } of listed) titles.set(id, title)
  }
  // A document deleted here is in no list, but can be brought back from its tab.
  for (const id of ids) {
    if (titles.has(id)) continue
    const opened = await client.call('document.open', { id })
    if (opened.ok) {
      titles.set(id, opened.value.title)
      const { view } = opened.value
      await client.call('document.close', { id, ...(view === undefined ? {} : { view }) })
    } else if (opened.problem.code === 'not-found-here') closeTab(id)
  }
  return titles
}
