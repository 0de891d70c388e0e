import { PenLine } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Problem } from '../../shared/problem'
import type { Session } from '../state/sessions'
import { goToHeading } from '../links/go-to-heading'
import { useApp, type App } from '../state/context'
import { useSettings } from '../state/queries'
import { useSessionPart } from '../document/use-session'
import { whyMissing } from '../editor/preview/missing-pictures'
import { openAddress } from '../links/open-address'
import { linksByTitle } from '../links/links-by-title'
import { goToDocument, type Reading, useWindow } from '../state/store'
import { showToast } from '../state/toasts'
import { IconButton } from '../ui/icon-button'
import { coverOf } from '../ui/panes'
import { markDeadLinks } from './dead-links'
import { followText } from './follow-text'
import { hearFrame } from './hear-frame'
import { keepInStep } from './in-step'
import { createReadingPage, type ReadingPage } from './reading-page'
import styles from './reading-view.module.css'

/** A text as it is read: in a frame that runs nothing and asks nobody, at the place where it was written, and followed. */
export function ReadingView(props: {
  readonly session: Session
  /** The place that the page begins at; it goes to each new one. */
  readonly at: Reading
  readonly isActive: boolean
  readonly onLeave: () => void
  /** Told when the view goes, with the place that was read last, unless nobody has moved the page. */
  readonly onGone: (place: number) => void
}) {
  const { session, isActive, at } = props
  const { client, sessions } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  const page = useRef<ReadingPage>(null)
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const title = useSessionPart(session, (view) => view.title)
  const drawsDiagrams = useDrawing(useSettings().data?.drawsDiagrams === true)

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const shown = showPage(
      element,
      session,
      { client, sessions },
      {
        drawsDiagrams,
        isActive: () => latest.current.isActive,
        leave: () => latest.current.onLeave(),
      },
    )
    page.current = shown.page
    return () => {
      shown.end()
      page.current = null
    }
  }, [session, client, sessions, drawsDiagrams])

  // While the frame is still in the window: out of it nothing can be measured.
  useLayoutEffect(
    () => () => {
      const place = page.current?.movedTo()
      if (place !== undefined) latest.current.onGone(place)
    },
    [session, client],
  )
  useEffect(() => page.current?.goTo(at.place), [session, client, at])
  useEffect(() => page.current?.setTitle(title ?? ''), [session, client, title])
  const focusOn = useWindow((state) => state.focusOn)
  useEffect(() => {
    if (!isActive || focusOn?.id !== session.id) return
    useWindow.setState({ focusOn: null })
    const cover = coverOf(frame.current?.closest('[data-pane]'))
    ;(cover ?? frame.current)?.focus()
  }, [isActive, focusOn, session])

  return (
    <article aria-label="Reading view" className={styles.view}>
      <IconButton
        icon={PenLine}
        label="Back to writing"
        shortcut="Escape"
        className={styles.leave}
        onClick={props.onLeave}
      />
      <iframe
        ref={frame}
        data-pane-focus
        title="Text as it is read"
        sandbox="allow-same-origin"
        className={styles.frame}
      />
    </article>
  )
}

/** Shows the text in the frame and follows it, until `end`. */
function showPage(
  frame: HTMLIFrameElement,
  session: Session,
  app: Pick<App, 'client' | 'sessions'>,
  view: {
    readonly drawsDiagrams: () => boolean
    readonly isActive: () => boolean
    readonly leave: () => void
  },
): { readonly page: ReadingPage; readonly end: () => void } {
  const { client } = app
  const { editor } = session
  const titles = titlesFor(session, app)
  const markDead = () => void markDeadLinks(frame.contentDocument!, titles)
  const page = createReadingPage(frame, {
    library: client.library,
    whyMissing: (link) => whyMissing(client.call, link),
    drawsDiagrams: view.drawsDiagrams,
    drawn: markDead,
    moved: () => inStep.pageMoved(),
    resized: () => inStep.pageResized(),
  })
  const inStep = keepInStep(editor, frame, page, view.isActive)
  const stops = [
    followText(editor, page, {
      drawn: inStep.drawn,
      failed() {
        showToast('This text cannot be shown as it is read.')
        view.leave()
      },
    }),
    hearFrame(frame, {
      openTitle: titles.openTitle,
      leave: view.leave,
      openLink: (url) => void openAddress(client, url, sayWhy),
    }),
    titles.titlesChanged(markDead),
    inStep.end,
    page.end,
  ]
  return { page, end: () => stops.forEach((stop) => stop()) }
}

const sayWhy = ({ message }: Problem) => showToast(message)

const titlesFor = (session: Session, { client, sessions }: Pick<App, 'client' | 'sessions'>) =>
  linksByTitle(client, {
    folderId: () => session.view().folderId,
    show(id, heading) {
      goToDocument(id)
      void goToHeading(sessions, id, heading)
    },
    failed: sayWhy,
  })

/** Whether diagrams are drawn, for whoever asks later. */
function useDrawing(isOn: boolean): () => boolean {
  const draws = useRef(isOn)
  useEffect(() => void (draws.current = isOn))
  return useCallback(() => draws.current, [])
}
