import { useEffect, useState, type ComponentProps } from 'react'
import { Columns2, FileText, PenLine, X } from 'lucide-react'
import { type DocumentId, shownTitle } from '../../shared/terms'
import { documentOn, type Side } from '../state/sides'
import { PhaseDot, saveStatusOf } from '../ui/phase-dot'
import { closeSide, goToSide, activateSide, useWindow } from '../state/store'
import { Boundary } from './boundary'
import { Divider } from '../ui/divider'
import { pressedButton } from '../ui/focus-before'
import { IconButton } from '../ui/icon-button'
import { EDITOR_MIN, type Layout } from '../state/layout'
import { SHOWN_TEXT, tabOf } from '../window/tab-strip'
import { DocumentPane } from './document-pane'
import { EmptyEditor } from './empty-editor'
import { useSession, useSessionPart } from './use-session'
import styles from './sides.module.css'

const SIDES = ['left', 'right'] as const satisfies readonly Side[]

/** The writing area: one document, or two side by side. If there is no room for both, only the active side is shown. */
export function Sides({ layout }: { readonly layout: Layout }) {
  const side = useWindow((state) => state.side)
  const left = useWindow((state) => documentOn(state, 'left'))
  const right = useWindow((state) => documentOn(state, 'right'))
  const share = useWindow((state) => state.splitShare)
  if (left === null && right === null)
    return (
      <div className={styles.side} data-pane="editor" data-active>
        <EmptyEditor />
      </div>
    )
  const isSplit = left !== null && right !== null
  const { editorWidth } = layout
  const most = editorWidth - EDITOR_MIN
  const width = Math.round(Math.min(most, Math.max(EDITOR_MIN, share * editorWidth)))
  return (
    <div className={styles.sides}>
      {SIDES.map((at) => {
        const id = at === 'left' ? left : right
        if (id === null || (isSplit && !layout.bothSides && at !== side)) return null
        const isActive = at === side
        const isSized = isSplit && layout.bothSides && at === 'left'
        return (
          <div key={at} className={styles.slot} style={isSized ? { flex: 'none', width } : undefined}>
            <section
              {...(isSplit
                ? { 'aria-label': NAMES[at] }
                : { role: 'tabpanel', 'aria-labelledby': tabOf(id) })}
              id={isActive ? SHOWN_TEXT : undefined}
              aria-current={isSplit && isActive ? 'true' : undefined}
              data-pane="editor"
              data-active={isActive ? '' : undefined}
              className={styles.side}
              onFocus={() => activateSide(at)}
              // A click on a button leaves the focus in the other side, so it is moved to this one.
              onMouseDown={({ target }) => !isActive && pressedButton(target) !== null && goToSide(at)}
            >
              {isSplit ? <SplitHead id={id} at={at} isActive={isActive} alone={!layout.bothSides} /> : null}
              <Boundary name="This document" shows={id}>
                <ShownDocument
                  id={id}
                  side={at}
                  isActive={isActive}
                  isSecond={at === 'right' && left === right && layout.bothSides}
                />
              </Boundary>
            </section>
            {isSized ? (
              <Divider
                label="Width of the left side"
                side="start"
                size={width}
                least={EDITOR_MIN}
                most={most}
                usual={editorWidth / 2}
                onResize={(next) => useWindow.setState({ splitShare: next / editorWidth })}
              />
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

const NAMES: Readonly<Record<Side, string>> = { left: 'Left side', right: 'Right side' }

/** How long the previous document stays on screen while the next one opens, to avoid flicker. */
const STAY_MS = 80

/** The document once it is open. Until then the previous one is shown, inert to keys and clicks. */
function ShownDocument(props: ComponentProps<typeof DocumentPane>) {
  const { id } = props
  const isOpen = useSession(id) !== undefined
  const [before, setBefore] = useState(id)
  const shown = isOpen ? id : before
  useEffect(() => {
    if (isOpen) return setBefore(id)
    const timer = setTimeout(() => setBefore(id), STAY_MS)
    return () => clearTimeout(timer)
  }, [id, isOpen])
  return (
    <div key={shown} className={styles.side} inert={shown !== id}>
      <DocumentPane {...props} id={shown} />
    </div>
  )
}

/** The head of a side: its document, whether it is the active side, and its save state. */
function SplitHead(props: {
  readonly id: DocumentId
  readonly at: Side
  readonly isActive: boolean
  /** Whether there is no room for the other side. */
  readonly alone: boolean
}) {
  const { id, at, isActive, alone } = props
  const session = useSession(id)
  const title = useSessionPart(session, (view) => view.title)
  const phase = useSessionPart(session, (view) => view.phase)
  const saveStatus = useSessionPart(session, (view) => saveStatusOf({ ...view.state, phase: view.phase }))
  const Icon = isActive ? PenLine : FileText
  return (
    <div className={styles.head} data-active={isActive ? '' : undefined}>
      <button type="button" className={styles.name} onClick={() => goToSide(at)}>
        <Icon size={14} />
        <bdi className="cut">{title === undefined ? '' : shownTitle(title)}</bdi>
        {isActive ? <span className="visually-hidden">, the side you are in</span> : null}
      </button>
      {isActive || phase === undefined || phase === 'clean' ? null : (
        <span className={styles.state}>
          <PhaseDot phase={phase} />
          {saveStatus}
        </span>
      )}
      {alone ? (
        <>
          <span className={styles.hiddenSide}>{NAMES[at === 'left' ? 'right' : 'left']} hidden</span>
          <IconButton icon={Columns2} label="Go to the other side" onClick={() => goToSide()} />
        </>
      ) : null}
      <IconButton icon={X} label={`Close the ${at} side`} onClick={() => closeSide(at)} />
    </div>
  )
}
