import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import type { Session } from '../document/session'
import { useSessionView } from '../document/use-session'
import { writingPane } from '../window/panes'
import window from '../window/window.module.css'
import { changesIn, type Change } from './comparison'
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
    setCurrent(sentencePlace(comparison?.text, sentence, changes))
  }, [isSettled, question, comparison, sentence, changes])

  const step = (by: 1 | -1) => {
    if (changes.length > 0) setCurrent((place + by + changes.length) % changes.length)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') chooseVersion(undefined)
    else if (event.key === 'F7') step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
  }

  /** What is selected, otherwise the place that was stepped to. */
  function wanted(): readonly Change[] {
    const selection = handle.current?.selection() ?? { from: 0, to: 0 }
    const touched = selection.to > selection.from ? changesIn(changes, selection) : NONE
    return touched.length > 0 ? touched : changes.slice(place, place + 1)
  }

  const why =
    view?.readOnly ??
    (view?.phase === 'conflicted' ? 'This document needs your decision first' : undefined) ??
    (isSettled ? undefined : 'Still comparing')
  const failure = version.error?.message ?? older.error?.message
  const Comparison = isSideBySide ? SideBySide : InlineComparison
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
      <ReaderHead
        key={entry.id}
        id={session.id}
        entry={entry}
        noted={props.noted}
        hasPrevious={previous !== undefined}
      />
      {failure !== undefined ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : comparison === undefined ? (
        <div className={styles.scroller} />
      ) : (
        <Comparison
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
        <div className={styles.bar}>
          <div className={window.toast}>
            <span role="status" aria-label="Changes">
              <ChangeCount count={changes.length} place={place} against={against} />
            </span>
            {changes.length === 0 ? null : (
              <>
                <button
                  type="button"
                  className={styles.step}
                  title="Next change (F7; Shift+F7 goes back)"
                  onClick={() => step(1)}
                >
                  <span className="visually-hidden">Next change</span> <kbd className={window.kbd}>F7</kbd>
                </button>
                <button
                  type="button"
                  className={window.button}
                  disabled={why !== undefined}
                  title={why ?? 'This passage as it was; saved like any edit, and can be undone'}
                  onPointerEnter={() => setPreview(wanted())}
                  onPointerLeave={() => setPreview(NONE)}
                  onFocus={() => setPreview(wanted())}
                  onBlur={() => setPreview(NONE)}
                  onClick={() => {
                    setPreview(NONE)
                    void takingBack.passages(comparison, wanted(), against)
                  }}
                >
                  Take this back
                </button>
              </>
            )}
          </div>
        </div>
      )}
    </section>,
    pane,
  )
}

/** The change that a sentence belongs to; otherwise the first. */
function sentencePlace(text: string | undefined, sentence: string | undefined, changes: readonly Change[]) {
  const at = text === undefined || sentence === undefined ? -1 : text.indexOf(sentence)
  if (at < 0 || sentence === undefined) return 0
  const index = changes.findIndex(({ removed }) => removed.from < at + sentence.length && removed.to > at)
  return Math.max(0, index)
}

function ChangeCount(props: {
  readonly count: number
  readonly place: number
  readonly against: 'now' | 'previous'
}) {
  const { count, place, against } = props
  if (count === 0)
    return against === 'now' ? 'The text is the same now' : 'The same text as the version before'
  const what =
    count === 1 ? '1 change' : `${(place + 1).toLocaleString('en')} of ${count.toLocaleString('en')} changes`
  return (
    <>
      <b>{what}</b> {against === 'now' ? 'since this version' : 'in this version'}
    </>
  )
}
