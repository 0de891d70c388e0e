import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Session } from '../state/sessions'
import { useSessionView } from '../document/use-session'
import { writingPane } from '../ui/panes'
import { useF7 } from '../ui/lists/use-f7'
import { changesIn, type Change, type Comparison } from './comparison'
import { ChangesBar } from './changes-bar'
import { InlineComparison, type ComparisonHandle } from './comparison-view'
import { chooseVersion, useHistoryState } from './history-state'
import { ReaderHead } from './reader-head'
import { SideBySide } from './side-by-side'
import type { Entry } from './timeline'
import { asShown, useComparison, useTextNow } from './use-comparison'
import { useTakingBack } from './use-taking-back'
import { useVersionText } from './use-timeline'
import styles from './history.module.css'

const NONE: readonly Change[] = []
const F7_PLACES = '[aria-label="Version"], [aria-label="History"]'

/** A version in place of the text, with the differences marked and a way to restore each passage. */
export function VersionReader(props: {
  readonly session: Session
  readonly entry: Entry
  /** The time as the list shows it. */
  readonly time: string
  readonly previous: Entry | undefined
  readonly noted: () => void
}) {
  const { session, entry } = props
  const { against, isSideBySide, sentence } = useHistoryState()
  const view = useSessionView(session)
  const { comparison, isSettled, failure } = useVersionComparison(props)
  const takingBack = useTakingBack(session)
  const [preview, setPreview] = useState(NONE)
  const [startAt] = useState(() => session.editor.top())
  const handle = useRef<ComparisonHandle>(null)
  const reader = useRef<HTMLElement>(null)
  const changes = comparison?.changes ?? NONE
  const question = `${entry.id} ${against} ${sentence ?? ''}`
  const { place, setCurrent, step } = useCurrentChange(question, comparison, isSettled, handle)

  // A version opened from the text covers it and takes the focus; opened from the list, it leaves the focus there.
  useEffect(() => {
    if (!document.activeElement?.closest('[aria-label="History"]')) reader.current?.focus()
  }, [])
  useEffect(() => setPreview(NONE), [question])

  /** The selected changes, or else the current one. */
  function wanted(): readonly Change[] {
    const selection = handle.current?.selection() ?? { from: 0, to: 0 }
    const touched = selection.to > selection.from ? changesIn(changes, selection) : NONE
    return touched.length > 0 ? touched : changes.slice(place, place + 1)
  }

  const ComparisonView = isSideBySide ? SideBySide : InlineComparison
  const pane = writingPane()
  if (pane === null) return null
  return createPortal(
    <section
      ref={reader}
      tabIndex={-1}
      aria-label="Version"
      className={styles.reader}
      onKeyDown={leaveByEscape}
      data-covers-text
      data-changes={changes.length}
    >
      <ReaderHead key={entry.id} id={session.id} entry={entry} time={props.time} noted={props.noted} />
      {failure !== undefined ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : comparison === undefined ? (
        <div className={styles.scroller} />
      ) : (
        <ComparisonView
          ref={handle}
          comparison={comparison}
          startAt={startAt}
          sentence={sentence}
          current={place}
          preview={preview}
          onPick={setCurrent}
        />
      )}
      {comparison === undefined || failure !== undefined ? null : (
        <ChangesBar
          comparison={comparison}
          place={place}
          against={against}
          whyNot={whyNothingBack(view) ?? (isSettled ? undefined : 'Still comparing')}
          onNext={() => step(1)}
          onPreview={(isShown) => setPreview(isShown ? wanted() : NONE)}
          onTakeBack={() => {
            setPreview(NONE)
            void takingBack.passages(comparison, wanted(), against)
          }}
        />
      )}
    </section>,
    pane,
  )
}

function leaveByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return
  chooseVersion(undefined)
  event.preventDefault()
}

/** Compares a version with the present text or with the previous version, as the writer has chosen. */
function useVersionComparison(of: {
  readonly session: Session
  readonly entry: Entry
  readonly previous: Entry | undefined
}) {
  const { session, entry, previous } = of
  const { against } = useHistoryState()
  const now = useTextNow(session)
  const version = useVersionText(session.id, entry.id)
  const older = useVersionText(session.id, against === 'previous' ? previous?.id : undefined)
  const text = version.data === undefined ? undefined : asShown(version.data.text)
  const before =
    against === 'now' ? text : previous === undefined ? '' : older.data && asShown(older.data.text)
  const after = against === 'now' ? now : text
  const shown = useComparison(before, after)
  const comparison = shown?.comparison
  return {
    comparison,
    /** Whether the requested comparison is on screen: not the previous one, and not only its first screen. */
    isSettled: shown?.isWhole === true && comparison?.before === before && comparison?.after === after,
    failure: version.error?.message ?? older.error?.message,
  }
}

/**
 * The current change, from which F7 and Shift+F7 step on. For a new comparison it is the first visible one, or that of
 * the searched sentence.
 */
function useCurrentChange(
  question: string,
  comparison: Comparison | undefined,
  isSettled: boolean,
  handle: RefObject<ComparisonHandle | null>,
) {
  const { sentence } = useHistoryState()
  const [current, setCurrent] = useState(0)
  const answered = useRef<string>(undefined)
  const changes = comparison?.changes ?? NONE
  const place = Math.min(current, Math.max(0, changes.length - 1))
  useEffect(() => setCurrent(0), [question])
  useEffect(() => {
    if (!isSettled || answered.current === question) return
    answered.current = question
    const first = sentencePlace(comparison?.text, sentence, changes) ?? handle.current?.firstInView() ?? 0
    setCurrent(first)
    // The writer must see what "Take this back" is about before pressing it.
    handle.current?.bringIntoView(first)
  }, [isSettled, question, comparison, sentence, changes, handle])

  const step = (by: 1 | -1) => {
    if (changes.length > 0) setCurrent((place + by + changes.length) % changes.length)
  }
  // The slider and the list of versions are in the panel beside it, and F7 works there as well.
  useF7((target) => target.closest(F7_PLACES) !== null, step)
  return { place, setCurrent, step }
}

const whyNothingBack = (view: ReturnType<typeof useSessionView>): string | undefined =>
  view?.readOnly ?? (view?.phase === 'conflicted' ? 'Resolve the conflict in this document first' : undefined)

/** The index of the change that contains a sentence. */
function sentencePlace(text: string | undefined, sentence: string | undefined, changes: readonly Change[]) {
  const at = text === undefined || sentence === undefined ? -1 : text.indexOf(sentence)
  if (at < 0 || sentence === undefined) return undefined
  const index = changes.findIndex(({ removed }) => removed.from < at + sentence.length && removed.to > at)
  return index < 0 ? undefined : index
}
