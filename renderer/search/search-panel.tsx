import { Replace, Search } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { TextsElsewhere } from '../library/texts-elsewhere'
import { useActiveConnection } from '../state/queries'
import { usePanelGivesWay } from '../state/give-way'
import { IconButton } from '../ui/icon-button'
import { PanelFrame } from '../ui/panel-frame'
import { focusWriting } from '../ui/panes'
import panel from '../ui/side-panel.module.css'
import { openHit } from './hits'
import { HitList } from './hit-list'
import { useQuotaLeft } from './quota-left'
import { RecentSearches, useRecent } from './recent-searches'
import { ReplacePanel } from './replace-panel'
import { Loosen } from './loosen'
import { SaveButton, SaveLine } from './save-search'
import { SearchFilters } from './search-filters'
import { useSearch, type Way } from './search-state'
import { PLACES_MAX, useResults, useWay } from './use-results'
import styles from './search.module.css'

/** Words are looked up as they are typed; the service is asked once the writer pauses, because its searches are counted. */
const PAUSE_MS = { words: 120, meaning: 600 } as const

/** Finds passages of the whole library: by exact words on this device, or by meaning through the service. */
export function SearchPanel() {
  const { sessions } = useApp()
  const connection = useActiveConnection()
  const quota = useQuotaLeft()
  const { typed, query, hits, answered, at, showsWeak, replaces, wrong } = useSearch()
  const way = useWay()
  const { found, problem, isSearching } = useResults(way)
  const [cursor, setCursor] = useState(0)
  const keep = useRecent()
  const giveWay = usePanelGivesWay()
  const list = useRef<HTMLDivElement>(null)
  const shown = showsWeak ? hits : hits.filter(({ weak }) => !weak)
  const weak = hits.length - hits.filter((hit) => !hit.weak).length

  useEffect(() => {
    const timer = setTimeout(() => ask(typed), PAUSE_MS[way])
    return () => clearTimeout(timer)
  }, [typed, way])
  useEffect(() => setCursor(Math.max(0, at)), [at, hits])
  useEffect(() => {
    const { meant } = useSearch.getState()
    useSearch.setState({ meant: undefined })
    if (shown.length > 0) meant?.()
    // oxlint-disable-next-line react/exhaustive-deps -- only with the hits that are waited for
  }, [hits])

  const focusOn = (index: number) => {
    setCursor(index)
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[index]?.focus()
  }

  function open(index: number): void {
    keep(useSearch.getState().query)
    void openHit(sessions, index).then(giveWay)
  }

  function onFieldKey(event: KeyboardEvent): void {
    // The first Escape empties the field, as every search field does.
    if (event.key === 'Escape' && typed === '') return focusWriting()
    const isDown = event.key === 'ArrowDown'
    if ((!isDown && event.key !== 'Enter') || event.nativeEvent.isComposing) return
    const { isAsking, meant } = useSearch.getState()
    if (isAsking || answered !== query) {
      if (isDown) useSearch.setState({ meant: () => focusOn(0) })
      else if (meant !== undefined) useSearch.setState({ meant: () => open(0) })
      ask(typed)
    } else if (!isDown) open(cursor)
    else if (shown.length > 0) focusOn(cursor)
    else return
    event.preventDefault()
  }

  const documents = new Set(shown.map(({ documentId }) => documentId)).size
  return (
    <PanelFrame
      name="Search"
      head={
        <>
          <SaveButton way={way} />
          <IconButton
            icon={Replace}
            label="Replace in the library"
            aria-pressed={replaces && way === 'words'}
            onClick={() => {
              const isShown = replaces && way === 'words'
              flushSync(() => useSearch.setState({ replaces: !isShown, way: 'words' }))
              if (!isShown) document.querySelector<HTMLElement>('[data-replace-with]')?.focus()
            }}
          />
        </>
      }
      {...(quota !== undefined && way === 'meaning' && { foot: quota })}
    >
      <search aria-label="Search the library" className={styles.form}>
        <label className={styles.field}>
          <Search />
          <input
            type="search"
            aria-label="Search"
            placeholder="Search words or describe an idea"
            value={typed}
            maxLength={10_000}
            autoFocus
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              useSearch.setState({ typed: event.target.value, meant: undefined })
            }}
            onKeyDown={onFieldKey}
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong === undefined ? undefined : 'search-wrong'}
          />
        </label>
        {wrong === undefined ? null : (
          <p id="search-wrong" role="alert" className={styles.wrong}>
            {wrong}
          </p>
        )}
        <SearchFilters way={way} />
        <SaveLine way={way} />
        <p role="status" aria-label="Search notice" className={styles.notice}>
          {found?.notice}
        </p>
        {way === 'words' || found?.notice !== undefined ? (
          <TextsElsewhere
            so={
              way === 'words' && replaces
                ? 'nothing is replaced in them'
                : 'only their titles are searched here'
            }
          />
        ) : null}
        {found?.folders === undefined ? null : <p className={styles.notice}>{foldersText(found.folders)}</p>}
        <p className={styles.notice} aria-live="polite">
          {query === '' || (way === 'words' && replaces)
            ? ''
            : problem !== undefined
              ? problem
              : found === undefined
                ? isSearching
                  ? 'Searching'
                  : ''
                : hits.length > 0
                  ? foundText(way, shown.length, documents)
                  : 'Nothing found'}
        </p>
      </search>
      {way === 'words' && replaces ? (
        <ReplacePanel />
      ) : (
        <>
          <HitList
            ref={list}
            hits={shown}
            cursor={Math.min(cursor, Math.max(0, shown.length - 1))}
            open={at}
            onCursor={focusOn}
            onOpen={open}
          />
          {weak === 0 ? null : (
            <button
              type="button"
              className={styles.weak}
              aria-expanded={showsWeak}
              onClick={() => useSearch.setState({ showsWeak: !showsWeak })}
            >
              {showsWeak ? 'Hide weaker results' : `Show ${counted(weak, 'weaker result')}`}
            </button>
          )}
          {found !== undefined && hits.length === 0 && !isSearching ? <Loosen way={way} /> : null}
        </>
      )}
      {query === '' && !replaces ? (
        <>
          <p className={panel.hint}>
            “Exact words” searches this device, including unsent changes. “Meaning” asks{' '}
            {connection?.name === undefined ? 'the service' : `“${connection.name}”`}.
          </p>
          {way === 'words' ? <Syntax /> : null}
          <RecentSearches />
        </>
      ) : null}
    </PanelFrame>
  )
}

const ask = (typed: string) => useSearch.setState({ query: typed.trim() })

/** What can be typed into the search for exact words. */
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

/** Counts what is listed; the weaker results that may be folded below are counted by their button. */
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
