import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { CommandOutput } from '../../shared/ipc/ipc'
import type { ReplaceDocument, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { filterOf } from '../../shared/ipc/search-criteria'
import { REPLACING } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { endBatch, showBatch } from '../state/actions/run-batch'
import { useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { usePaused } from '../ui/use-time'
import { replacedText, useLastReplace } from './last-replace'
import { chosenPlaces, placesWithin, toReplace, withChoice } from './replace-places'
import { narrowingOf } from './saved-search'
import { useSearch, type Replaced, type ReplaceWay } from './search-state'

const PAUSE_MS = 400

/** The places that would be replaced, requested once the writer pauses. */
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
  const asked = usePaused(now, PAUSE_MS)
  const isAsked = asked.find !== ''
  const { data, error, isFetching, dataUpdatedAt } = useQuery({
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
  return {
    isAsked,
    asked,
    preview: isAsked ? data : undefined,
    isRefused: error !== null,
    isFetching,
    /** Whether the places shown belong to the text typed now. */
    isSettled: asked === now,
    at: dataUpdatedAt,
  }
}

/** Describes the result of a replacement. */
function saidOf(made: CommandOutput<'replace.apply'>): string {
  const { skipped, stopped } = made
  const left =
    skipped === 0
      ? ''
      : ` ${counted(skipped, 'place had changed and stayed as it was', 'places had changed and stayed as they were')}.`
  const why = stopped === undefined ? '' : ` The others stayed as they were: ${stopped}`
  return `${replacedText(made)}.${left}${why}`
}

/** Lists the places again that the same words can replace. */
const findAgain = () => useSearch.setState(({ replaced }) => ({ replaced: { ...replaced, said: undefined } }))

const NO_DOCUMENTS: readonly ReplaceDocument[] = []

/** The choice of places, the replacement itself, and its undo. */
export function useReplacing(
  { asked, preview, at }: Pick<ReturnType<typeof usePreview>, 'asked' | 'preview' | 'at'>,
  section: RefObject<HTMLElement | null>,
) {
  const { client, actions, sessions } = useApp()
  const replaced = useSearch((state) => state.replaced)
  const setReplaced = (now: Replaced) => useSearch.setState({ replaced: now })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  // If the panel is closed meanwhile and opened again, it shows the progress again.
  const progress = useWindow(({ batches }) => batches.find(({ doing }) => doing === REPLACING))
  const kept = useLastReplace(section)
  const last = {
    ...kept,
    undo(batch: Parameters<typeof kept.undo>[0]) {
      setReplaced({ at: 0, places: [] })
      return kept.undo(batch)
    },
  }
  const isSame = replaced.asked === JSON.stringify(asked)
  // After another request, the result of the last replacement is no longer shown, even if its request is made again.
  useEffect(() => {
    if (!isSame && replaced.said !== undefined) findAgain()
  }, [isSame, replaced])
  // Places that have been replaced are no longer listed.
  const documents = preview === undefined || at < replaced.at ? NO_DOCUMENTS : preview.documents
  useEffect(
    () => setLeftOut(isSame ? placesWithin(replaced.places, documents) : new Set()),
    [replaced, isSame, asked, documents],
  )
  const chosen = chosenPlaces(documents, leftOut)

  async function apply(): Promise<void> {
    let isStopped = false
    const stop = () => {
      isStopped = true
      void actions.run('replace.cancel', undefined)
    }
    const show = (now: { readonly done: number; readonly total: number }) =>
      showBatch({ doing: REPLACING, ...now, stop })
    show({ done: 0, total: chosen.length })
    // The button disappears, and the focus stays in the section.
    section.current?.focus()
    // Typed text is handed over first, so that the places are those of the text on screen.
    await sessions.flushAll()
    const wanted = toReplace(chosen)
    const forget = client.listen('replace.progressed', show)
    const result = await actions.run('replace.apply', { documents: wanted })
    forget()
    const isWhole = result !== undefined && result.stopped === undefined && !isStopped
    const said = result && saidOf(result)
    setReplaced({
      asked: JSON.stringify(asked),
      at: Date.now(),
      places: isWhole ? chosen : [],
      said: isWhole ? said : undefined,
    })
    endBatch(stop)
    last.refetch()
    if (result === undefined || said === undefined) return
    sessions.adoptReplaced(wanted)
    // The panel shows the result and the undo itself.
    const isInPanel = document.querySelector('[data-replace-with]') !== null
    if (isInPanel && isWhole) return
    showToast(said, isInPanel ? [] : [{ label: 'Undo', run: () => void last.undo(result) }])
  }

  return {
    documents,
    chosen,
    leftOut,
    choose: (document: ReplaceDocument, hits: readonly ReplaceHit[], isChosen: boolean) =>
      setLeftOut((before) => withChoice(before, document, hits, isChosen)),
    progress,
    last,
    /** The result of the last replacement in words; `undefined` if the places to replace are shown. */
    said: isSame ? replaced.said : undefined,
    findAgain,
    apply,
  }
}
