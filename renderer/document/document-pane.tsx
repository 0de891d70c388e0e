import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { Problem } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { Refusal } from '../bridge/bridge'
import { ConflictView } from '../conflict/conflict-view'
import { forgetLeft } from '../conflict/left-at'
import { useApp } from '../state/context'
import type { SelectedWords } from '../editor/view/selected-words'
import { useBackOnline, useSettings } from '../state/queries'
import type { Side } from '../state/sides'
import { keepReadingPlace, postpone, readOn, stopReading, useWindow } from '../state/store'
import { giveUpKeys } from '../state/typed/type-ahead'
import { Button } from '../ui/button'
import { coverOf, focusPane, holdWriting } from '../ui/panes'
import { FieldsLine } from './fields-line'
import { Notices } from './notices'
import type { Session, ShownEditor } from '../state/sessions'
import { SelectionBar } from './selection-bar'
import { TextMenu } from './text-menu'
import { endListRename, Title } from './title'
import { useFindSpace } from './use-find-space'
import { useSession, useSessionPart } from './use-session'
import styles from './document.module.css'

/** Loaded on demand, because many writers never use it. */
const ReadingView = lazy(async () => ({ default: (await import('../reading/reading-view')).ReadingView }))

/** A document on screen: title, fields and text, or its conflict. */
export function DocumentPane(props: {
  readonly id: DocumentId
  readonly side: Side
  /** Whether this is the active pane. */
  readonly isActive: boolean
  /** Whether another pane shows the same document and its conflict, if any, is decided there. */
  readonly isSecond: boolean
}) {
  const { id, side, isActive } = props
  const session = useSession(id)
  const { problem, open, isAway } = useOpening(id)
  const isConflicted = useSessionPart(session, (view) => view.phase === 'conflicted')
  const reading = useWindow((state) => readOn(state, side))
  const later = useWindow((state) => state.postponed.has(id))

  /** The position reached in the reading view: the editor, or the next reading view, opens there. */
  const landing = useRef<number>(undefined)
  const keepPlace = useCallback(
    (place: number) => {
      landing.current = place
      keepReadingPlace(side, { id, place })
    },
    [id, side],
  )
  const takePlace = useCallback(() => {
    const place = landing.current
    landing.current = undefined
    return place
  }, [])
  useEffect(() => {
    if (isConflicted !== false) return
    postpone(id, false)
    forgetLeft(id)
  }, [isConflicted, id])

  if (problem !== undefined)
    return (
      <div className={styles.placeholder} role="alert">
        <p>
          {problem.message}
          {isAway ? ' It opens when you are online again.' : ''}
        </p>
        <Button onClick={open}>Try again</Button>
      </div>
    )
  if (session === undefined) return null
  const deciding = isConflicted === true && !later
  if (deciding && props.isSecond)
    return <p className={styles.placeholder}>Resolve the conflict in this document on the left.</p>
  if (deciding) return <ConflictView session={session} />
  if (reading !== undefined)
    return (
      <>
        <Notices session={session} />
        <Suspense>
          <ReadingView
            session={session}
            at={reading}
            isActive={isActive}
            onLeave={() => stopReading(id, side)}
            onGone={keepPlace}
          />
        </Suspense>
      </>
    )
  return <WritingPane session={session} side={side} isActive={isActive} takePlace={takePlace} />
}

/** Opens the document, and tries again when the network is back. */
function useOpening(id: DocumentId) {
  const { sessions } = useApp()
  const [problem, setProblem] = useState<Problem>()
  const open = useCallback(() => {
    setProblem(undefined)
    sessions.open(id).catch((error: unknown) => {
      giveUpKeys()
      setProblem(error instanceof Refusal ? error.problem : { code: 'unexpected', message: String(error) })
    })
  }, [sessions, id])
  useEffect(open, [open])
  const isAway = problem?.code === 'unreachable' || problem?.code === 'timeout'
  useBackOnline(() => isAway && open())
  return { problem, open, isAway }
}

/**
 * Title, fields and editor. `takePlace` returns the position to open at this time; `undefined` means where the writer
 * left.
 */
function WritingPane(props: {
  readonly session: Session
  readonly side: Side
  readonly isActive: boolean
  readonly takePlace: () => number | undefined
}) {
  const { session, side, isActive, takePlace } = props
  const { id } = session
  const readOnly = useSessionPart(session, (view) => view.readOnly)
  const focusOn = useWindow((state) => state.focusOn)
  const scroller = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const bottom = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<ShownEditor>(null)
  const isListRename = useRef(false)
  const app = useApp()
  const [selected, setSelected] = useState<SelectedWords>()
  const hasBar = useSettings().data?.selectionBar === true
  const focusText = () => editor.current?.focus()
  const noMore = useCallback(() => setSelected(undefined), [])

  useEffect(() => {
    const [parent, scrolls] = [text.current, scroller.current]
    const [above, below] = [top.current, bottom.current]
    if (parent === null || scrolls === null || above === null || below === null) return
    const pane = { parent, scroller: scrolls, top: above, bottom: below, selected: setSelected }
    const shown = session.show({ ...pane, place: takePlace() }, side)
    editor.current = shown
    // The focus waited in the pane, or in the view that was there before.
    const { activeElement } = document
    if (activeElement !== document.body && activeElement?.contains(parent) === true) shown.focus()
    return () => shown.release()
  }, [session, side, takePlace])

  useFindSpace(top, scroller)

  useEffect(() => {
    if (!isActive || focusOn?.id !== id) return
    useWindow.setState({ focusOn: null })
    const cover = coverOf(text.current?.closest('[data-pane]'))
    if (cover !== null) cover.focus()
    else if (focusOn.part === 'pane') holdWriting()
    else if (focusOn.part === 'title') title.current?.focus()
    else if (focusOn.part === 'rename') rename(title.current)
    else if (focusOn.part === 'rename-in-list') rename(title.current, isListRename)
    else editor.current?.focus()
  }, [isActive, focusOn, id])

  return (
    <>
      <Notices session={session} />
      <div ref={top} className={styles.top} />
      <div className={styles.frame}>
        <div ref={scroller} data-scroller className={styles.scroller}>
          <div className={styles.column}>
            {/* Rendered below the title visually and before it in tab order: Tab in the title leads to the text. */}
            <FieldsLine session={session} />
            <Title
              ref={title}
              session={session}
              onLeave={(renamed) => endListRename(app, id, isListRename, renamed)}
              onDone={() => (isListRename.current ? focusPane('list') : focusText())}
            />
            <TextMenu session={session} onDone={focusText}>
              <div ref={text} className={styles.text} onMouseDown={(event) => belowText(event, focusText)} />
            </TextMenu>
          </div>
        </div>
        {selected !== undefined && hasBar && readOnly === undefined ? (
          <SelectionBar
            words={selected}
            scroller={scroller}
            text={text}
            onDone={focusText}
            onLeave={noMore}
          />
        ) : null}
      </div>
      <div ref={bottom} />
    </>
  )
}

/**
 * Selects the title, so that typing replaces it, as with every name that F2 renames. `isUnderWay` holds until the
 * writer leaves the title.
 */
function rename(title: HTMLTextAreaElement | null, isUnderWay?: RefObject<boolean>): void {
  title?.focus()
  title?.select()
  if (isUnderWay !== undefined) isUnderWay.current = title !== null
}

/** A click below the last line also puts the cursor into the text. */
function belowText(event: MouseEvent, focus: () => void): void {
  if (event.target === event.currentTarget) {
    event.preventDefault()
    focus()
  }
}
