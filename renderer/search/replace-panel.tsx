import { Replace } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import type { ReplaceDocument, ReplaceHit } from '../../shared/ipc/ipc-replace'
import { counted } from '../../shared/text/counted'
import type { Batch } from '../state/store'
import { Button } from '../ui/button'
import { matchesShortcut } from '../ui/shortcuts'
import { LastReplaceRow } from './last-replace'
import { countPlaces, firstPlaces, placeKey } from './replace-places'
import { usePreview, useReplacing } from './use-replace'
import { useSearch } from './search-state'
import { CheckBox } from '../ui/check-box'
import ui from '../ui/window.module.css'
import styles from './search.module.css'
import { shownTitle } from '../../shared/terms'

const PLACES_SHOWN = 200
const QUOTED = /^\s*["“”„«»「『].*["“”«»」』]\s*$/

/** The field of the replacement, which follows the field of the query. */
export function ReplaceField() {
  const replace = useSearch((state) => state.replaceWith)
  return (
    <label className={ui.signedField}>
      <Replace />
      <input
        data-replace-with
        aria-label="Replace with"
        placeholder="Replace with"
        value={replace}
        onChange={(event) => useSearch.setState({ replaceWith: event.target.value })}
      />
    </label>
  )
}

/** Replaces in the whole library: every place is shown first and can be left out. */
export function ReplacePanel() {
  const replace = useSearch((state) => state.replaceWith)
  const how = useSearch((state) => state.replaceWay)
  const section = useRef<HTMLElement>(null)
  const isQuoted = useSearch(({ query }) => QUOTED.test(query)) && !how.regexp
  const found = usePreview(replace, how)
  const { isAsked, preview, isRefused, isFetching, isSettled } = found
  const { documents, chosen, leftOut, choose, progress, last, said, findAgain, apply } = useReplacing(
    found,
    section,
  )
  const places = countPlaces(chosen)
  useGoingOn(section, progress === undefined)

  /** In a field, the key applies to the text typed there. */
  function onKey(event: KeyboardEvent): void {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (isField || !matchesShortcut(event.nativeEvent, 'Mod+Z')) return
    event.preventDefault()
    if (progress === undefined && last.batch !== undefined) void last.undo(last.batch)
  }

  function notice(): string {
    if (said !== undefined) return said
    if (!isAsked) return 'Type the words to replace above.'
    if (isRefused) return ''
    if (documents.length === 0 && isFetching) return 'Looking'
    if (preview === undefined) return ''
    if (documents.length === 0)
      return isQuoted
        ? 'Nothing to replace; the quotation marks are looked for as well'
        : 'Nothing to replace'
    return `${preview.more ? 'The first ' : ''}${counted(places, 'place')} in ${counted(chosen.length, 'document')}`
  }

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Replace in the library"
      className={styles.replace}
      onKeyDown={onKey}
    >
      <HowChips />
      <p className={styles.notice} aria-live="polite">
        {notice()}
      </p>
      {progress !== undefined ? (
        <Running progress={progress} />
      ) : documents.length > 0 && said === undefined ? (
        <div className={styles.actions}>
          <Button disabled={places === 0 || !isSettled} onClick={() => void apply()}>
            {replace === '' ? 'Delete' : 'Replace'} {counted(places, 'place')}
          </Button>
        </div>
      ) : null}
      {progress !== undefined ? null : (
        <LastReplaceRow
          last={last}
          {...(said !== undefined && {
            findAgain: () => {
              section.current?.focus()
              findAgain()
            },
          })}
        />
      )}
      {said === undefined ? <Places documents={documents} leftOut={leftOut} choose={choose} /> : null}
    </section>
  )
}

/** Two presses of Enter within this time count as one. */
const PRESSED_TWICE_MS = 500

/**
 * Focuses the section after the pressed button has disappeared. When all work has ended, the next button gets the
 * focus, late enough to receive no press that was meant for the previous one.
 */
function useGoingOn(section: RefObject<HTMLElement | null>, isDone: boolean): void {
  useEffect(() => {
    if (!isDone || section.current !== document.activeElement) return
    const timer = setTimeout(() => {
      if (section.current === document.activeElement)
        section.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    }, PRESSED_TWICE_MS)
    return () => clearTimeout(timer)
  })
}

/** The options for matching and replacing. */
function HowChips() {
  const how = useSearch((state) => state.replaceWay)
  return (
    <div className={styles.chips}>
      {HOW.map(([name, label]) => (
        <CheckBox
          key={name}
          className={styles.chip}
          checked={how[name]}
          onChange={() => useSearch.setState({ replaceWay: { ...how, [name]: !how[name] } })}
        >
          {label}
        </CheckBox>
      ))}
    </div>
  )
}

const HOW = [
  ['matchCase', 'Match case'],
  ['wholeWords', 'Whole words'],
  ['keepCapitals', 'Keep capitals'],
  ['regexp', 'Regular expression'],
] as const

function Running({ progress: { done, total, stop } }: { readonly progress: Batch }) {
  return (
    <div className={styles.actions}>
      <span className={styles.quota}>
        {done.toLocaleString('en')} of {counted(total, 'document')}
      </span>
      <Button onClick={stop}>Stop</Button>
    </div>
  )
}

interface PlacesProps {
  readonly documents: readonly ReplaceDocument[]
  readonly leftOut: ReadonlySet<string>
  readonly choose: (document: ReplaceDocument, hits: readonly ReplaceHit[], isChosen: boolean) => void
}

/** The first places, and the number of further ones. */
function Places({ documents, leftOut, choose }: PlacesProps) {
  const listed = firstPlaces(documents, PLACES_SHOWN)
  const more = countPlaces(documents) - PLACES_SHOWN
  return (
    <>
      <ul aria-label="Places" className={styles.places}>
        {listed.map(({ document, shown }) => (
          <li key={document.documentId}>
            <DocumentLine document={document} leftOut={leftOut} choose={choose} />
            <ul>
              {shown.map((hit) => (
                <li key={hit.from}>
                  <CheckBox
                    className={styles.place}
                    checked={!leftOut.has(placeKey(document.documentId, hit))}
                    onChange={(isIn) => choose(document, [hit], isIn)}
                  >
                    <span className={styles.line}>
                      {hit.before}
                      <del>{hit.found}</del>
                      <ins>{hit.replacement}</ins>
                      {hit.after}
                    </span>
                  </CheckBox>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className={styles.notice}>
          {counted(more, 'more place isn’t', 'more places aren’t')} shown but will be replaced.
        </p>
      ) : null}
    </>
  )
}

/** The title of a document, with a check box for all of its places. */
function DocumentLine(props: Omit<PlacesProps, 'documents'> & { readonly document: ReplaceDocument }) {
  const { document, leftOut, choose } = props
  const { documentId, title, hits } = document
  const kept = hits.filter((hit) => !leftOut.has(placeKey(documentId, hit))).length
  return (
    <CheckBox
      className={styles.place}
      checked={kept === hits.length}
      ref={(box) => {
        if (box !== null) box.indeterminate = kept > 0 && kept < hits.length
      }}
      onChange={(isIn) => choose(document, hits, isIn)}
    >
      <span className={styles.title}>{shownTitle(title)}</span>
    </CheckBox>
  )
}
