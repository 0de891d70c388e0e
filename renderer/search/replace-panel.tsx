import { useQuery } from '@tanstack/react-query'
import { Replace } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { ReplaceDocument, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { filterOf } from '../../shared/ipc/search-ask'
import { counted } from '../../shared/text/counted'
import { useApp } from '../state/context'
import { matchesShortcut } from '../ui/shortcuts'
import { showToast } from '../state/store'
import window from '../ui/window.module.css'
import { LastReplaceRow, useLastReplace } from './last-replace'
import { narrowingOf } from './saved-search'
import { useSearch } from './search-state'
import styles from './search.module.css'

const PAUSE_MS = 400
const PLACES_SHOWN = 200

/** Replaces in the whole library: every place is shown first and can be left out. */
export function ReplacePanel() {
  const { client, actions, sessions } = useApp()
  const { query, folderId, below, status, tagId, withinDays } = useSearch()
  const [replace, setReplace] = useState('')
  const [how, setHow] = useState({ matchCase: false, wholeWords: false, regexp: false, keepCapitals: false })
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number }>()
  const [isRunning, setRunning] = useState(false)
  const section = useRef<HTMLElement>(null)
  const last = useLastReplace(section)
  const asked = usePaused(
    useMemo(
      () => ({
        find: query,
        replace,
        ...how,
        narrowing: narrowingOf({ folderId, below, status, tagId, withinDays }),
      }),
      [query, replace, how, folderId, below, status, tagId, withinDays],
    ),
  )
  const { data, error, isFetching } = useQuery({
    queryKey: ['replace', asked],
    enabled: asked.find !== '',
    gcTime: 0,
    queryFn: () => {
      const { narrowing, ...ask } = asked
      return client.ask('replace.preview', { ...ask, filter: filterOf(narrowing, Date.now()) })
    },
  })
  useEffect(() => setLeftOut(new Set()), [data])
  useEffect(() => {
    useSearch.setState({ wrong: asked.find === '' ? undefined : error?.message })
    return () => useSearch.setState({ wrong: undefined })
  }, [asked.find, error])
  useEffect(() => client.listen('replace.progressed', setProgress), [client])

  const documents = asked.find === '' ? [] : (data?.documents ?? [])
  const chosen = documents.flatMap(({ documentId, hits }) => {
    const kept = hits.filter((hit) => !leftOut.has(keyOf(documentId, hit)))
    return kept.length === 0 ? [] : [{ documentId, hits: kept }]
  })
  const places = chosen.reduce((sum, { hits }) => sum + hits.length, 0)

  const choose = (document: ReplaceDocument, hits: readonly ReplaceHit[], isChosen: boolean) =>
    setLeftOut((before) => {
      const next = new Set(before)
      for (const hit of hits)
        if (isChosen) next.delete(keyOf(document.documentId, hit))
        else next.add(keyOf(document.documentId, hit))
      return next
    })

  async function apply(): Promise<void> {
    setRunning(true)
    // The button goes, and the keyboard stays here.
    section.current?.focus()
    // What is typed goes first, so that the places are those of the text on screen.
    await sessions.flushAll()
    const wanted = chosen.map(({ documentId, hits }) => ({
      documentId,
      hits: hits.map(({ from, to, found, replacement }) => ({ from, to, found, replacement })),
    }))
    const result = await actions.run('replace.apply', { documents: wanted })
    setRunning(false)
    setProgress(undefined)
    last.refetch()
    if (result === undefined) return
    sessions.adoptReplaced(wanted)
    const { id, skipped } = result
    const left = skipped === 0 ? '' : ` ${counted(skipped, 'place')} had changed and stayed as they were.`
    showToast(
      `Replaced ${counted(result.places, 'place')} in ${counted(result.documents, 'document')}.${left}`,
      [{ label: 'Undo', run: () => void last.undo(id) }],
    )
  }

  /** In a field the key is about what was typed there. */
  function onKey(event: KeyboardEvent): void {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (isField || !matchesShortcut(event.nativeEvent, 'Mod+Z')) return
    event.preventDefault()
    if (!isRunning && last.batch !== undefined) void last.undo(last.batch.id)
  }

  const listed = firstOf(documents)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Replace in the library"
      className={styles.replace}
      onKeyDown={onKey}
    >
      <label className={styles.field}>
        <Replace size={16} strokeWidth={1.6} aria-hidden />
        <input
          data-replace-with
          aria-label="Replace with"
          placeholder="Replace with"
          value={replace}
          onChange={(event) => setReplace(event.target.value)}
        />
      </label>
      <div className={styles.chips}>
        {HOW.map(([name, label]) => (
          <label key={name} className={styles.chip}>
            <input
              type="checkbox"
              checked={how[name]}
              onChange={() => setHow((before) => ({ ...before, [name]: !before[name] }))}
            />
            {label}
          </label>
        ))}
      </div>
      <p className={styles.notice} aria-live="polite">
        {asked.find === ''
          ? 'Type the words to replace above.'
          : error !== null
            ? ''
            : data === undefined
              ? isFetching
                ? 'Looking'
                : ''
              : documents.length === 0
                ? 'Nothing to replace'
                : `${data.more ? 'The first ' : ''}${counted(places, 'place')} in ${counted(chosen.length, 'document')}`}
      </p>
      {isRunning ? (
        <div className={styles.actions}>
          <span className={styles.quota}>
            {progress === undefined ? 'Replacing' : `${progress.done} of ${progress.total} documents`}
          </span>
          <button
            type="button"
            className={window.button}
            onClick={() => void actions.run('replace.cancel', undefined)}
          >
            Stop
          </button>
        </div>
      ) : documents.length > 0 ? (
        <div className={styles.actions}>
          <button
            type="button"
            className={window.button}
            disabled={places === 0}
            onClick={() => void apply()}
          >
            Replace {counted(places, 'place')}
          </button>
        </div>
      ) : null}
      {isRunning ? null : <LastReplaceRow last={last} />}
      <ul aria-label="Places" className={styles.places}>
        {listed.map((document) => {
          const { documentId, title, hits } = document
          const kept = hits.filter((hit) => !leftOut.has(keyOf(documentId, hit))).length
          return (
            <li key={documentId}>
              <label className={styles.place}>
                <input
                  type="checkbox"
                  checked={kept === hits.length}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = kept > 0 && kept < hits.length
                  }}
                  onChange={(event) => choose(document, hits, event.target.checked)}
                />
                <span className={styles.title}>{title === '' ? 'Untitled' : title}</span>
              </label>
              <ul>
                {hits.slice(0, PLACES_SHOWN).map((hit) => (
                  <li key={hit.from}>
                    <label className={styles.place}>
                      <input
                        type="checkbox"
                        checked={!leftOut.has(keyOf(documentId, hit))}
                        onChange={(event) => choose(document, [hit], event.target.checked)}
                      />
                      <span className={styles.line}>
                        {hit.before}
                        <del>{hit.found}</del>
                        <ins>{hit.replacement}</ins>
                        {hit.after}
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {listed.length < documents.length ? (
        <p className={styles.notice}>More places aren’t shown but will be replaced.</p>
      ) : null}
    </section>
  )
}

const HOW = [
  ['matchCase', 'Match case'],
  ['wholeWords', 'Whole words'],
  ['keepCapitals', 'Keep capitals'],
  ['regexp', 'Regular expression'],
] as const

/** As many documents as show a bearable number of places. */
function firstOf(documents: readonly ReplaceDocument[]): readonly ReplaceDocument[] {
  let places = 0
  const end = documents.findIndex(({ hits }) => (places += hits.length) > PLACES_SHOWN)
  return end < 0 ? documents : documents.slice(0, end + 1)
}

const keyOf = (documentId: string, { from }: ReplaceHit) => `${documentId} ${from}`

/** The value once it has stayed the same for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
