import { Replace } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { TextsElsewhere } from '../library/texts-elsewhere'
import { useOfConnection } from '../state/queries'
import { usePanelGivesWay } from '../state/use-panel-gives-way'
import { IconButton } from '../ui/icon-button'
import { PanelFrame } from '../ui/panel-frame'
import panel from '../ui/side-panel.module.css'
import { openHit } from './hits'
import { HitList } from './hit-list'
import { useQuotaLeft } from './quota-left'
import { RecentSearches, useRecent } from './recent-searches'
import { ReplaceField, ReplacePanel } from './replace-panel'
import { Loosen } from './loosen'
import { SaveButton, SaveLine } from './save-search'
import { askFor, QueryField } from './query-field'
import { SearchFilters } from './search-filters'
import { useSearch, type Way } from './search-state'
import { PLACES_MAX, useResults, useWay } from './use-results'
import styles from './search.module.css'
import type { SearchHit } from '../../shared/ipc/ipc-search'

/**
 * Exact words are searched during typing; the service is asked once the writer pauses, because its searches are
 * counted.
 */
const PAUSE_MS = { words: 120, meaning: 600 } as const

/** Finds passages in the whole library: by exact words on this device, or by meaning through the service. */
export function SearchPanel() {
  const { sessions } = useApp()
  const quota = useQuotaLeft()
  const { typed, query, hits, answered, at, isAsking, showsWeak, replaces } = useSearch()
  const way = useWay()
  const results = useResults(way)
  const [cursor, setCursor] = useState(0)
  const keep = useRecent()
  const giveWay = usePanelGivesWay()
  const list = useRef<HTMLDivElement>(null)
  const shown = showsWeak ? hits : hits.filter(({ weak }) => !weak)

  // The query may have been set directly meanwhile, so each pause sets it to the typed text.
  useEffect(() => {
    const timer = setTimeout(() => askFor(typed), PAUSE_MS[way])
    return () => clearTimeout(timer)
  }, [typed, way])
  useEffect(() => setCursor(Math.max(0, Math.ceil(at))), [at, answered, way])
  useEffect(() => {
    const rows = list.current?.querySelectorAll('[role="option"]')
    rows?.[Math.ceil(at)]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  useEffect(() => {
    // The same answer again leaves the hits as they are, but it is still the one that is waited for.
    if (isAsking) return
    const { meant } = useSearch.getState()
    useSearch.setState({ meant: undefined })
    if (shown.length > 0) meant?.()
    // oxlint-disable-next-line react/exhaustive-deps -- only with the hits that are waited for
  }, [hits, isAsking])

  const focusOn = (index: number) => {
    setCursor(index)
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[index]?.focus()
  }

  function open(index: number): void {
    keep(useSearch.getState().query)
    void openHit(sessions, index).then(giveWay)
  }

  const isReplacing = way === 'words' && replaces
  return (
    <PanelFrame
      name="Search"
      head={
        <>
          <SaveButton way={way} />
          <ReplaceButton isReplacing={isReplacing} />
        </>
      }
      {...(quota !== undefined && way === 'meaning' && { foot: quota })}
    >
      <search aria-label="Search the library" className={styles.form}>
        <QueryField
          canGoOn={shown.length > 0}
          open={() => open(cursor)}
          openFirst={() => open(0)}
          focusOn={(index) => focusOn(index ?? cursor)}
        />
        {isReplacing ? <ReplaceField /> : null}
        <SearchFilters way={way} />
        <SaveLine way={way} />
        <SearchNotices way={way} results={results} shown={shown} isReplacing={isReplacing} />
      </search>
      {isReplacing ? (
        <ReplacePanel />
      ) : (
        <>
          <HitList
            ref={list}
            hits={shown}
            cursor={Math.min(cursor, Math.max(0, shown.length - 1))}
            open={at}
            onCursor={setCursor}
            onOpen={open}
          />
          <WeakerButton />
          {results.found !== undefined && hits.length === 0 ? <Loosen way={way} /> : null}
        </>
      )}
      {query === '' && !replaces ? <Hints way={way} /> : null}
    </PanelFrame>
  )
}

/** The notices of a search: its messages, the number of results, and the texts that were not searched. */
function SearchNotices(props: {
  readonly way: Way
  readonly results: ReturnType<typeof useResults>
  readonly shown: readonly SearchHit[]
  readonly isReplacing: boolean
}) {
  const { way, results, shown, isReplacing } = props
  const { found, problem, isSearching } = results
  const { query, hits } = useSearch()
  const documents = new Set(shown.map(({ documentId }) => documentId)).size
  const nothing = isSearching ? 'Searching' : ''
  const count = hits.length > 0 ? foundText(way, shown.length, documents) : 'Nothing found'
  return (
    <>
      <p role="status" aria-label="Search notice" className={styles.notice}>
        {found?.notice}
      </p>
      {way === 'words' || found?.notice !== undefined ? (
        <TextsElsewhere
          so={isReplacing ? 'nothing is replaced in them' : 'only their titles are searched here'}
        />
      ) : null}
      {found?.folders === undefined ? null : <p className={styles.notice}>{foldersText(found.folders)}</p>}
      <p className={styles.notice} aria-live="polite">
        {query === '' || isReplacing ? '' : (problem ?? (found === undefined ? nothing : count))}
      </p>
    </>
  )
}

function ReplaceButton({ isReplacing }: { readonly isReplacing: boolean }) {
  return (
    <IconButton
      icon={Replace}
      label="Replace in the library"
      aria-pressed={isReplacing}
      onClick={() => {
        flushSync(() => useSearch.setState({ replaces: !isReplacing, way: 'words' }))
        if (!isReplacing) document.querySelector<HTMLElement>('[data-replace-with]')?.focus()
      }}
    />
  )
}

/** Shows the weaker results, which are hidden at first. */
function WeakerButton() {
  const { hits, showsWeak } = useSearch()
  const weak = hits.filter((hit) => hit.weak).length
  if (weak === 0) return null
  return (
    <button
      type="button"
      className={styles.weak}
      aria-expanded={showsWeak}
      onClick={() => useSearch.setState({ showsWeak: !showsWeak })}
    >
      {showsWeak ? 'Hide weaker results' : `Show ${counted(weak, 'weaker result')}`}
    </button>
  )
}

/** Explains the two kinds of search, and lists earlier searches. */
function Hints({ way }: { readonly way: Way }) {
  const name = useOfConnection((connection) => connection.name)
  return (
    <>
      <p className={panel.hint}>
        “Exact words” searches this device, including unsent changes. “Meaning” asks{' '}
        {name === undefined ? 'the service' : `“${name}”`}.
      </p>
      {way === 'words' ? <Syntax /> : null}
      <RecentSearches />
    </>
  )
}

/** The syntax of the search for exact words. */
const Syntax = () => (
  <dl aria-label="Search syntax" className={styles.syntax}>
    {SYNTAX.map(([sign, meaning]) => (
      <div key={sign}>
        <dt>{sign}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)

const SYNTAX = [
  ['low tide', 'both words, anywhere'],
  ['“low tide”', 'this phrase'],
  ['ferr*', 'words that begin with “ferr”'],
  ['-tide', 'without this word'],
] as const

/** Counts the visible results; hidden weaker results are counted by their button. */
function foundText(way: Way, shown: number, documents: number): string {
  if (shown === 0) return 'Only weaker results'
  const within = `in ${counted(documents, 'document')} · F8 next`
  if (way === 'meaning') return `${counted(shown, 'passage')} ${within}`
  return shown < PLACES_MAX
    ? `${counted(shown, 'place')} ${within}`
    : `The first ${counted(shown, 'place')}, ${within}`
}

const foldersText = ({ asked, all }: { readonly asked: number; readonly all: number }) =>
  asked === all
    ? `Searched ${counted(all, 'folder')} (used ${counted(asked, 'search', 'searches')})`
    : `Searched the first ${asked} of ${counted(all, 'folder')}`
