import { useQuery } from '@tanstack/react-query'
import type { DocumentId } from '../../shared/terms'
import { useApp } from '../state/context'
import { closeTab } from '../state/store'

const RECENT = 100

/** Titles of tabs that were open at the last start and have not been shown yet; a tab whose document is gone closes. */
export function useTitles(ids: readonly DocumentId[]): ReadonlyMap<DocumentId, string> {
  const { client, sessions } = useApp()
  const unopened = ids.filter((id) => sessions.get(id) === undefined)
  const { data } = useQuery({
    queryKey: ['titles', unopened],
    enabled: unopened.length > 0,
    queryFn: async () => {
      const recent = await client.ask('documents.find', { query: '', limit: RECENT })
      const titles = new Map(recent.map(({ id, title }) => [id, title]))
      for (const id of unopened) {
        if (titles.has(id)) continue
        const opened = await client.call('document.open', { id })
        if (opened.ok) {
          titles.set(id, opened.value.title)
          const { view } = opened.value
          await client.call('document.close', { id, ...(view === undefined ? {} : { view }) })
        } else if (opened.problem.code === 'not-found-here') closeTab(id)
      }
      return titles
    },
    placeholderData: (previous) => previous,
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<DocumentId, string> = new Map()
