import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { ReplaceDocument, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { filterOf } from '../../shared/ipc/search-ask'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { endBatch, showBatch } from '../state/deeds/run-batch'
import { useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { useLastReplace } from './last-replace'
import { chosenPlaces, withChoice } from './replace-places'
import { narrowingOf } from './saved-search'
import { useSearch } from './search-state'

const PAUSE_MS = 400
const REPLACING = 'Replacing in'

export interface ReplaceWay {
  readonly matchCase: boolean
  readonly wholeWords: boolean
  readonly regexp: boolean
  readonly keepCapitals: boolean
}

/** What would be replaced, asked for once the writer pauses. */
export function usePreview(replace: string, how: ReplaceWay) {
  const { client } = useApp()
  const { query, folderId, below, status, tagId, withinDays } = useSearch()
  const now = useMemo(
    () => ({
      find: query,
      replace,
      ...how,
      narrowing: narrowingOf({ folderId, below, status, tagId, withinDays }),
    }),
    [query, replace, how, folderId, below, status, tagId, withinDays],
  )
  const asked = usePaused(now)
  const isAsked = asked.find !== ''
  const { data, error, isFetching } = useQuery({
    queryKey: ['replace', asked],
    enabled: isAsked,
    gcTime: 0,
    queryFn: () => {
      const { narrowing, ...ask } = asked
      return client.ask('replace.preview', { ...ask, filter: filterOf(narrowing, Date.now()) })
    },
  })
  useEffect(() => {
    useSearch.setState({ wrong: isAsked ? error?.message : undefined })
    return () => useSearch.setState({ wrong: undefined })
  }, [isAsked, error])
  /** What is shown is what would be done by what is typed now. */
  const isSettled = asked === now
  return { isAsked, preview: isAsked ? data : undefined, isRefused: error !== null, isFetching, isSettled }
}

/** Which of the places are replaced, the replacement itself, and its undo. */
export function useReplacing(documents: readonly ReplaceDocument[], section: RefObject<HTMLElement | null>) {
  const { client, actions, sessions } = useApp()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  // A panel that is closed meanwhile, and opened again, shows it once more.
  const progress = useWindow(({ batches }) => batches.find(({ doing }) => doing === REPLACING))
  const last = useLastReplace(section)
  useEffect(() => setLeftOut(new Set()), [documents])
  const chosen = chosenPlaces(documents, leftOut)

  async function apply(): Promise<void> {
    const stop = () => void actions.run('replace.cancel', undefined)
    const show = (now: { readonly done: number; readonly total: number }) =>
      showBatch({ doing: REPLACING, ...now, stop })
    show({ done: 0, total: chosen.length })
    // The button goes, and the keyboard stays here.
    section.current?.focus()
    // What is typed goes first, so that the places are those of the text on screen.
    await sessions.flushAll()
    const wanted = chosen.map(({ documentId, hits }) => ({
      documentId,
      hits: hits.map(({ from, to, found, replacement }) => ({ from, to, found, replacement })),
    }))
    const forget = client.listen('replace.progressed', show)
    const result = await actions.run('replace.apply', { documents: wanted })
    forget()
    endBatch(stop)
    last.refetch()
    if (result === undefined) return
    sessions.adoptReplaced(wanted)
    const { id, skipped, stopped } = result
    const left = skipped === 0 ? '' : ` ${counted(skipped, 'place')} had changed and stayed as they were.`
    const why = stopped === undefined ? '' : ` The others stayed as they were: ${stopped}`
    showToast(
      `Replaced ${counted(result.places, 'place')} in ${counted(result.documents, 'document')}.${left}${why}`,
      [{ label: 'Undo', run: () => void last.undo(id) }],
    )
  }

  return {
    chosen,
    leftOut,
    choose: (document: ReplaceDocument, hits: readonly ReplaceHit[], isChosen: boolean) =>
      setLeftOut((before) => withChoice(before, document, hits, isChosen)),
    progress,
    last,
    apply,
  }
}

/** The value once it has stayed the same for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
