import { GitCompareArrows } from 'lucide-react'
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import type { ConflictView as Conflict } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import type { Session } from '../state/sessions'
import { useConflict } from '../state/queries'
import { isFocusUnclaimed } from '../state/focus-keeper'
import { postpone, useWindow } from '../state/store'
import { dropDecided } from '../state/toasts'
import { typeInto } from '../state/typed/type-into'
import { Button } from '../ui/button'
import { isTextShown, useF7 } from '../ui/lists/use-f7'
import { isTyped, matchesShortcut, PASTE_KEYS } from '../ui/shortcuts'
import windowStyles from '../ui/window.module.css'
import { clashesOf, isOffered, marksIn, mergedSoFar, numbered, openClashes } from './clashes'
import { DeletedHere } from './deleted-here'
import { DeletedThere } from './deleted-there'
import { FieldClashes } from './field-clashes'
import { leftAt, noteFocus, noteLeft } from './left-at'
import { MergedText } from './merged-text'
import { RegionRows } from './region-rows'
import { SideHead } from './side-head'
import { TextsMoved } from './texts-moved'
import { bringClashIntoView, useClashFocus } from './use-clash-focus'
import { useDecisions } from './use-decisions'
import { useDecisionsInText, useDraft } from './use-draft'
import { isUnasked, useFirstFocus } from './use-first-focus'
import styles from './conflict.module.css'

/** The two texts side by side, with a decision for each place where they differ. */
export function ConflictView({ session }: { readonly session: Session }) {
  const { data: known, isFetchedAfterMount } = useConflict(session.id)
  // A cached answer may lack words that were typed into the text since.
  const data = isFetchedAfterMount ? known : undefined
  const [seenBefore] = useState(known?.theirs)
  /** The number of conflicts decided here that were followed by one with a newer theirs. */
  const [round, setRound] = useState(0)
  const section = useRef<HTMLElement>(null)
  // A key pressed while the other text is being read belongs to this view too.
  useLayoutEffect(() => {
    const view = section.current
    if (isFocusUnclaimed()) view?.focus()
    return () => noteLeft(session.id, view)
  }, [session.id])
  // A notice that asks for this decision would only lie over it.
  useEffect(() => dropDecided(session.id), [session.id])

  /** If the writer goes on typing as if the text were still there, shows the text again, and the key goes into it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (!isUnasked(event.target) || data?.kind === 'deleted-here') return
    const isWritten = isWrittenBySystem(event)
    if (!isWritten && !TEXT_KEYS.has(event.key) && !matchesShortcut(event.nativeEvent, 'Mod+Z')) return
    flushSync(() => postpone(session.id, true))
    session.editor.focus()
    const text = document.activeElement
    if (isWritten || text === null) return
    event.preventDefault()
    typeInto(text, event.nativeEvent)
  }

  return (
    <section
      aria-label="Conflict"
      ref={section}
      tabIndex={-1}
      data-asks={OWN_KEYS}
      data-decides={DECIDING_KEYS}
      data-asked={leftAt(session.id) === undefined ? undefined : ''}
      className={styles.conflict}
      onFocus={({ currentTarget, target }) => noteFocus(currentTarget, target)}
      onKeyDown={onKeyDown}
    >
      {data == null ? (
        <p className={styles.reading}>Reading the other text.</p>
      ) : data.kind === 'deleted-there' ? (
        <DeletedThere view={data} />
      ) : data.kind === 'deleted-here' ? (
        <DeletedHere view={data} />
      ) : (
        <Deciding
          key={round}
          view={data}
          seenBefore={round === 0 ? seenBefore : data.theirs}
          onAgain={() => {
            useWindow.setState({ focusOn: { id: session.id, part: 'pane' } })
            setRound(round + 1)
          }}
        />
      )}
    </section>
  )
}

/** Whether Chromium, or an input method, writes or pastes this into the element that then has the focus. */
const isWrittenBySystem = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Process' || isTyped(nativeEvent) || PASTE_KEYS.some((keys) => matchesShortcut(nativeEvent, keys))

/** Keys that change a text or move the cursor in it; keys that scroll apply to the view. */
const TEXT_KEYS = new Set('Enter Backspace Delete Home End ArrowLeft ArrowRight ArrowUp ArrowDown'.split(' '))

interface DecidingProps {
  readonly view: Conflict
  /** The theirs that was on screen when the decision was postponed a short time ago. */
  readonly seenBefore: Conflict['theirs']
  readonly onAgain: () => void
}

function Deciding({ view, seenBefore = view.theirs, onAgain }: DecidingProps) {
  const body = useRef<HTMLDivElement>(null)
  /** Fields are before the text: their clashes have the numbers up to -1, those of the text begin at 0. */
  const [current, setCurrent] = useState(-view.fields.length)
  const { showsBase, showBase, turnByKey } = useBase()
  const { draft, isTypedHere, setText: setTyped, revise, revision, keep } = useDraft(view)
  const typed = draft?.text
  /**
   * The theirs that the writer decides about. It changes when she says that she has read a newer one. It is null if she
   * wrote words beside another theirs before.
   */
  const [read, setRead] = useState(view.typedBefore === true ? null : seenBefore)

  const all = view.fields.length + clashesOf(view)
  const open = openClashes(view)
  const merged = useMemo(() => mergedSoFar(view), [view])
  const rows = useMemo(() => numbered(view), [view])
  const { clashOfKey, focusNext, ...focus } = useClashFocus(view, rows, body, setCurrent)
  const { busy, now, decide, decideField, ...steps } = useDecisions(view, keep, focus.goingOnFrom, onAgain)
  const ready = typed === undefined ? open === 0 && read === view.theirs : isDecided(view, typed)

  useDecisionsInText(view, merged.text, typed, revise)
  useOpenClashInView(view.id, body)
  useFirstFocus(view.id, body, () => focus.goToNext(-Infinity))
  useF7OfClashes(body, current, focusNext)

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target, nativeEvent } = event
    if (isTypedInto(target) || isUnasked(target)) return
    const decision = DECISION_OF.get(key)
    const clash = clashOfKey(now(), current)
    if (matchesShortcut(nativeEvent, 'Mod+Z')) steps.undo()
    else if (REDO_KEYS.some((keys) => matchesShortcut(nativeEvent, keys))) steps.redo()
    else if (isWithModifier(event) || turnByKey(event) || event.defaultPrevented) return
    else if (placeOf(target) === null || decision === undefined || clash === undefined) return
    else if (clash < 0 && decision !== 'both') decideField(clash, decision)
    else if (isOffered(view, rows, clash, decision)) void decide(clash, decision)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.deciding} ref={body} tabIndex={-1} data-pane-focus="" onKeyDown={onKeyDown}>
      <div className={styles.places}>
        <Bar view={view} all={all} open={open} />
        <TextsMoved read={read} theirs={view.theirs} onRead={setRead} />
        <div className={styles.sides}>
          <div className={styles.heads}>
            <SideHead side="mine" since={view.mineSince} />
            <SideHead side="theirs" since={view.theirsSince} />
          </div>
          <FieldClashes view={view} all={all} onCurrent={setCurrent} onDecide={decideField} />
          <RegionRows
            {...{ view, rows, all, showsBase }}
            first={focus.first}
            end={focus.end}
            onMore={focus.showMore}
            onCurrent={setCurrent}
            onDecide={(clash, ...decided) => void decide(clash, ...decided)}
            onType={steps.typeFor}
          />
        </div>
        <WaysOut
          {...{ busy, ready }}
          id={view.id}
          keepOne={all === 0 ? (kind) => void steps.resolve({ kind }) : undefined}
          finish={() => void steps.resolve({ kind: 'merged', text: typed ?? merged.text }, draft)}
        />
      </div>
      <MergedText
        merged={merged}
        at={merged.places[current]}
        openIn={(text) => marksIn(view, text)}
        typed={typed}
        isTypedHere={isTypedHere}
        revision={revision}
        onType={setTyped}
        head={
          <Place
            {...{ all, showsBase, showBase }}
            at={current + view.fields.length}
            goOn={() => focusNext(current + 1)}
          />
        }
      />
    </div>
  )
}

/** The buttons that end the conflict; Tab reaches them after all places. They are beside the sentence above. */
function WaysOut(props: {
  readonly id: DocumentId
  readonly busy: boolean
  readonly ready: boolean
  /** Keeps one text as a whole; undefined if there are places to decide one by one. */
  readonly keepOne: ((which: 'keep-mine' | 'take-theirs') => void) | undefined
  readonly finish: () => void
}) {
  const { id, busy, ready, keepOne, finish } = props
  return (
    <div className={styles.choices}>
      <Button onClick={() => postpone(id, true)}>Finish later</Button>
      {keepOne === undefined ? null : <OneOfThem busy={busy} keep={keepOne} />}
      <Button kind="primary" data-finish disabled={!ready || busy} onClick={finish}>
        Finish and save
      </Button>
    </div>
  )
}

/**
 * Whether the original text is shown. The key B switches it, but may also begin a word: then the switch is reverted.
 */
function useBase() {
  const [showsBase, setShowsBase] = useState(false)
  const turnedAt = useRef(-Infinity)
  const showBase = () => setShowsBase((shown) => !shown)
  return {
    showsBase,
    showBase,
    /** Handles the key if it switches the original text; returns whether it did. */
    turnByKey(event: KeyboardEvent): boolean {
      const { key, timeStamp } = event
      const isTurn = !event.defaultPrevented && (key === 'b' || key === 'B')
      const isWord =
        key.length === 1 && !OWN_KEYS.includes(key) && timeStamp < turnedAt.current + SAME_WORD_MS
      if (isTurn || isWord) showBase()
      if (isTurn) event.preventDefault()
      turnedAt.current = isTurn ? timeStamp : -Infinity
      return isTurn
    },
  }
}

function useOpenClashInView(id: string, body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    bringClashIntoView(body.current?.querySelector('[data-clash][data-open]'))
  }, [id, body])
}

/**
 * F7 from elsewhere goes to the current place of the view, and from within it to the next. A version that covers both
 * texts uses these keys itself.
 */
function useF7OfClashes(
  body: RefObject<HTMLElement | null>,
  current: number,
  focusNext: (from: number) => void,
): void {
  useF7(isTextShown, (by) => focusNext(by < 0 ? -Infinity : isWithin(body.current) ? current + 1 : current))
}

/** Whether the focus is on an element inside the view, not on the view as a whole. */
const isWithin = (view: HTMLElement | null): boolean =>
  view !== document.activeElement && view?.contains(document.activeElement) === true

/** Whether a text edited by hand can be finished: all fields are decided and no mark is left. */
const isDecided = (view: Conflict, typed: string): boolean =>
  view.fields.every(({ decision }) => decision !== undefined) && marksIn(view, typed).length === 0

/** Shows the number of the current place, and leads to the next one and to the original text. */
function Place(props: {
  readonly at: number
  readonly all: number
  readonly goOn: () => void
  readonly showsBase: boolean
  readonly showBase: () => void
}) {
  const { at, all, goOn, showsBase, showBase } = props
  return (
    <>
      <span>{all === 0 ? '' : `Conflict ${at + 1} of ${all}`}</span>
      {all === 0 ? null : (
        <button
          type="button"
          className={styles.key}
          title="Next place to decide (F7; Shift+F7 goes to the first)"
          onClick={goOn}
        >
          <kbd className={windowStyles.kbd}>F7</kbd> next
        </button>
      )}
      <button type="button" className={styles.key} aria-pressed={showsBase} onClick={showBase}>
        <kbd className={`${windowStyles.kbd} ${styles.turn}`}>B</kbd> original text
      </button>
    </>
  )
}

/** Says what has to be decided, and how much is left. */
function Bar({ view, all, open }: { readonly view: Conflict; readonly all: number; readonly open: number }) {
  return (
    <div className={styles.bar}>
      <GitCompareArrows />
      <p>
        <b>{headline(view, all)}</b> {all === 0 ? '' : `${all - open} of ${all} resolved. `}
        Both texts stay in Recovered texts.{' '}
        {all === 0 ? null : (
          <span className={styles.wayIn}>What you type still goes into your text; F7 leads here.</span>
        )}
      </p>
    </div>
  )
}

const DECISION_OF: ReadonlyMap<string, 'mine' | 'theirs' | 'both'> = new Map([
  ['1', 'mine'],
  ['2', 'theirs'],
  ['3', 'both'],
])
/** Letters typed within this time belong to one word. */
const SAME_WORD_MS = 800
const DECIDING_KEYS = [...DECISION_OF.keys()].join('')
/** Single keys that do something in this view, and so do not begin a word. */
const OWN_KEYS = `${DECIDING_KEYS}bB`

const isTypedInto = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('textarea, input, .cm-content') !== null

/** The place that a key decides about; none on a button that ends the conflict. */
const placeOf = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('[data-clash]') : null

const REDO_KEYS = ['Mod+Y', 'Mod+Shift+Z']

/** With a modifier the key does something else. */
const isWithModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

/** After an undone merge there is nothing to decide place by place, only which of the two texts to keep. */
function OneOfThem(props: {
  readonly busy: boolean
  readonly keep: (which: 'keep-mine' | 'take-theirs') => void
}) {
  return (
    <>
      <Button disabled={props.busy} onClick={() => props.keep('keep-mine')}>
        Keep mine
      </Button>
      <Button disabled={props.busy} onClick={() => props.keep('take-theirs')}>
        Take theirs
      </Button>
    </>
  )
}

function headline({ kind, fields, regions }: Conflict, clashes: number): string {
  if (kind === 'too-large') return 'There are too many changes to merge automatically.'
  if (kind === 'not-taken') return 'The service did not take this text. It still has the other one.'
  if (kind === 'past') return 'An edit from elsewhere was written over on the service.'
  if (kind === 'fields' || (fields.length > 0 && !regions.some((region) => region.kind === 'clash')))
    return 'The title or place was changed elsewhere as well.'
  if (clashes === 0) return 'Put both texts together, or keep one of them.'
  return 'You and someone else changed the same sentences.'
}
