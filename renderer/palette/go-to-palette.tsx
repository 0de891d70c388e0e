import { useQuery } from '@tanstack/react-query'
import { Bookmark, FileText, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { exactScore, folded, fuzzyQuery } from '../../shared/text/words/fuzzy'
import { SAVE_STATUS, type DocumentId, shownTitle } from '../../shared/terms'
import { useApp } from '../state/context'
import { folderPath } from '../state/tree-rows'
import { useLibrary, useOfConnection } from '../state/queries'
import { openSaved, useSavedSearches } from '../search/saved-search'
import { goToDocument, showToTheSide, useWindow, type Overlay } from '../state/store'
import { holdingKeys } from '../state/typed/type-ahead'
import type { Choice } from './choice-list'
import { Palette } from './palette'
import { ranked } from './score'
import { shortcutText } from '../ui/shortcuts'
import { messageOf } from '../../shared/thrown'

/** The number of titles listed if none contains the query, so that “Create” below them stays in sight. */
const SIMILAR_MAX = 5

/** The number of titles listed before matching saved searches. */
const TITLES_FIRST = 5
const SAVED_MAX = 3
const UNREAD = 'No title matches so far. The library was not read to its end yet.'

/**
 * The quick switcher: titles, first those opened before, then recent ones; with a query, also matching saved searches.
 * `toTheSide` opens the choice on the other side.
 */
export function GoToPalette({ toTheSide = false }: Extract<Overlay, { kind: 'go-to' }>) {
  const { client, actions } = useApp()
  const opened = useOpenedBefore()
  const library = useLibrary().data
  // A document that has not been read yet may have the title.
  const isUnread = useOfConnection(({ unread }) => unread) === true
  const [query, setQuery] = useState('')
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: ['found-titles', query, query === '' ? opened : ''],
    queryFn: async () => {
      const found = await client.ask('documents.find', { query, limit: 50 })
      if (query !== '' || opened.length === 0) return { asked: query, found }
      const first = await client.ask('documents.summaries', { ids: [...opened] })
      return { asked: query, found: [...first, ...found.filter(({ id }) => !opened.includes(id))] }
    },
    placeholderData: (previous) => previous,
  })
  const isToCome = isUnread && query.trim() !== '' && data?.found.length === 0
  const isSimilar = data !== undefined && data.found.length > 0 && !holdsAny(data.found, data.asked)
  const saved = useSavedSearches()
  const found = (data?.found ?? []).slice(0, isSimilar ? SIMILAR_MAX : undefined)
  const titles = found.map(({ id, title, folderId, phase }): Choice => ({
    id,
    name: shownTitle(title),
    icon: FileText,
    ...(phase === 'clean'
      ? { place: folderPath(library?.folders ?? [], folderId) }
      : { hint: SAVE_STATUS[phase] }),
    run: (aside) => {
      if (toTheSide || aside) return showToTheSide(id)
      goToDocument(id, true)
    },
  }))
  async function create(title: string, aside: boolean): Promise<void> {
    const fields = { title, text: '', tagIds: [], folderId: null }
    const made = await holdingKeys(() => actions.run('document.create', fields))
    if (made === undefined) return
    if (toTheSide || aside) return showToTheSide(made.id)
    goToDocument(made.id, true)
  }
  const searches =
    toTheSide || query.trim() === '' ? [] : ranked(saved, ({ name }) => name, query).slice(0, SAVED_MAX)
  return (
    <Palette
      label={toTheSide ? 'Open to the side' : 'Go to document'}
      {...(!toTheSide && {
        foot: `Enter opens the selected title, ${shortcutText('Mod+Enter')} opens it to the side`,
      })}
      above={isSimilar ? aboveSimilar(data.asked, isUnread) : undefined}
      placeholder="Part of a title"
      empty={error !== null ? messageOf(error) : isUnread ? UNREAD : 'No title matches.'}
      onQuery={setQuery}
      isWaiting={error === null && (data === undefined || isPlaceholderData || isToCome)}
      create={(typed) =>
        typed === '' ||
        error !== null ||
        isUnread ||
        found.some(({ title }) => title.toLowerCase() === typed.toLowerCase())
          ? undefined
          : { id: 'create', name: `Create “${typed}”`, icon: Plus, run: (aside) => void create(typed, aside) }
      }
      choices={[
        ...titles.slice(0, TITLES_FIRST),
        ...searches.map((search) => ({
          id: `saved ${search.id}`,
          name: search.name,
          icon: Bookmark,
          hint: 'Saved search',
          run: () => openSaved(search),
        })),
        ...titles.slice(TITLES_FIRST),
      ]}
    />
  )
}

const aboveSimilar = (typed: string, isUnread: boolean): string =>
  `No title contains “${typed.trim()}”${isUnread ? ' so far' : ''}. Similar titles:`

/** Whether a title contains the query, as a whole or word by word, ignoring case and accents. */
function holdsAny(found: readonly { readonly title: string }[], typed: string): boolean {
  const sought = fuzzyQuery(folded(typed))
  return sought.whole === '' || found.some(({ title }) => exactScore(folded(title), sought) > 0)
}

/** The documents that this window showed before the present one, most recent first. */
function useOpenedBefore(): readonly DocumentId[] {
  const way = useWindow(({ navigationHistory: { entries } }) => entries)
  const active = useWindow((state) => state.active)
  return useMemo(() => [...new Set(way.toReversed())].filter((id) => id !== active), [way, active])
}
