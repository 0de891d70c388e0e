import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { Session } from '../state/sessions'
import { useSessionView } from '../document/use-session'
import { writingPane } from '../ui/panes'
import { changesIn, type Change } from './comparison'
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

/** A version in place of the text, with what differs marked in it, and the way back for each passage. */
export function VersionReader(props: {
  readonly session: Session
  readonly entry: Entry
  readonly previous: Entry | undefined
  readonly noted: () => void
}) {
  const { session, entry, previous } = props
  const { against, isSideBySide, sentence } = useHistoryState()
  const view = useSessionView(session)
  const now = useTextNow(session)
  const version = useVersionText(session.id, entry.id)
  const older = useVersionText(session.id, against === 'previous' ? previous?.id : undefined)
  const text = version.data === undefined ? undefined : asShown(version.data.text)
  const before =
    against === 'now' ? text : previous === undefined ? '' : older.data && asShown(older.data.text)
  const after = against === 'now' ? now : text
  const shown = useComparison(before, after)
  const takingBack = useTakingBack(session)
  const [current, setCurrent] = useState(0)
  const [preview, setPreview] = useState(NONE)
  const [startAt] = useState(() => session.editor.top())
  const handle = useRef<ComparisonHandle>(null)
  const reader = useRef<HTMLElement>(null)
  const comparison = shown?.comparison
  const changes = comparison?.changes ?? NONE
  const place = Math.min(current, Math.max(0, changes.length - 1))
  /** What is on screen is what is asked for: not the one before it, nor only its first screen. */
  const isSettled = shown?.isWhole === true && comparison?.before === before && comparison?.after === after
  const question = `${entry.id} ${against} ${sentence ?? ''}`
  const answered = useRef<string>(undefined)

  // Opened from the text, which it covers now, it takes the focus; the list keeps its own.
  useEffect(() => {
    if (!document.activeElement?.closest('[aria-label="History"]')) reader.current?.focus()
  }, [])
  useEffect(() => {
    setCurrent(0)
    setPreview(NONE)
  }, [question])
  useEffect(() => {
    if (!isSettled || answered.current === question) return
    answered.current = question
    const first = sentencePlace(comparison?.text, sentence, changes) ?? handle.current?.firstInView() ?? 0
    setCurrent(first)
    // What "Take this back" is about must be seen before it is pressed.
    handle.current?.bringIntoView(first)
  }, [isSettled, question, comparison, sentence, changes])

  const step = (by: 1 | -1) => {
    if (changes.length > 0) setCurrent((place + by + changes.length) % changes.length)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    chooseVersion(undefined)
    event.preventDefault()
  }
  useF7(step)

  /** What is selected, otherwise the place that was stepped to. */
  function wanted(): readonly Change[] {
    const selection = handle.current?.selection() ?? { from: 0, to: 0 }
    const touched = selection.to > selection.from ? changesIn(changes, selection) : NONE
    return touched.length > 0 ? touched : changes.slice(place, place + 1)
  }

  const why =
    view?.readOnly ??
    (view?.phase === 'conflicted' ? 'Resolve the conflict in this document first' : undefined) ??
    (isSettled ? undefined : 'Still comparing')
  const failure = version.error?.message ?? older.error?.message
  const ComparisonView = isSideBySide ? SideBySide : InlineComparison
  const pane = writingPane()
  if (pane === null) return null
  return createPortal(
    <section
      ref={reader}
      tabIndex={-1}
      aria-label="Version"
      className={styles.reader}
      onKeyDown={onKeyDown}
      data-changes={changes.length}
    >
      <ReaderHead key={entry.id} id={session.id} entry={entry} noted={props.noted} />
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
          whyNot={why}
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

/** The slider and the list of versions stand in the panel beside it, and F7 is for them as well. */
function useF7(step: (by: 1 | -1) => void): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const onF7 = (event: globalThis.KeyboardEvent) => {
      const isHere = event.target instanceof Element && event.target.closest(F7_PLACES) !== null
      if (event.key !== 'F7' || !isHere || event.defaultPrevented) return
      event.preventDefault()
      latest.current(event.shiftKey ? -1 : 1)
    }
    document.addEventListener('keydown', onF7)
    return () => document.removeEventListener('keydown', onF7)
  }, [])
}

/** The change that a sentence belongs to. */
function sentencePlace(text: string | undefined, sentence: string | undefined, changes: readonly Change[]) {
  const at = text === undefined || sentence === undefined ? -1 : text.indexOf(sentence)
  if (at < 0 || sentence === undefined) return undefined
  const index = changes.findIndex(({ removed }) => removed.from < at + sentence.length && removed.to > at)
  return index < 0 ? undefined : index
}
