import { PenLine } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
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
import { FindBar } from './find-bar'
import { followText } from './follow-text'
import { followAddress, hearFrame } from './hear-frame'
import { keepInStep } from './in-step'
import { createReadingPage, type ReadingPage } from './reading-page'
import { ReadingMenu } from './reading-menu'
import styles from './reading-view.module.css'
import { useFind } from './use-find'

interface ReadingViewProps {
  readonly session: Session
  /** The place at which the page begins; the page scrolls to each new value. */
  readonly at: Reading
  readonly isActive: boolean
  readonly onLeave: () => void
  /** Called when the view is closed, with the place that was read last, unless nobody has scrolled the page. */
  readonly onGone: (place: number) => void
}

/**
 * Shows a text as a reader sees it, at the place where the writer was, and follows its changes. The frame runs no
 * scripts and sends no requests.
 */
export function ReadingView(props: ReadingViewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const find = useFind(frame)
  const [menuLink, setMenuLink] = useState<string>()
  const shown = useShown(frame, props, find, setMenuLink)

  return (
    <article aria-label="Reading view" className={styles.view}>
      <IconButton
        icon={PenLine}
        label="Back to writing"
        shortcut="Escape"
        className={styles.leave}
        onClick={props.onLeave}
      />
      {find.controls === undefined ? null : <FindBar controls={find.controls} />}
      <ReadingMenu
        frame={frame}
        link={menuLink}
        onFollow={(address) => shown.current?.follow(address)}
        onFind={find.open}
        onLeave={props.onLeave}
      >
        <iframe
          ref={frame}
          data-pane-focus
          title="Text as it is read"
          sandbox="allow-same-origin"
          className={styles.frame}
        />
      </ReadingMenu>
    </article>
  )
}

/** Shows the page in the frame, follows the text, and focuses the frame on request. */
function useShown(
  frame: RefObject<HTMLIFrameElement | null>,
  props: ReadingViewProps,
  find: ReturnType<typeof useFind>,
  setMenuLink: (address: string | undefined) => void,
): RefObject<Shown | null> {
  const { session, isActive, at } = props
  const { client, sessions } = useApp()
  const shown = useRef<Shown>(null)
  const latest = useRef({ props, find })
  useEffect(() => void (latest.current = { props, find }))
  const title = useSessionPart(session, (view) => view.title)
  const drawsDiagrams = useDrawing(useSettings().data?.drawsDiagrams === true)

  useEffect(() => {
    if (frame.current === null) return
    const leave = () => latest.current.props.onLeave()
    shown.current = showPage(
      frame.current,
      session,
      { client, sessions },
      {
        drawsDiagrams,
        leave,
        isActive: () => latest.current.props.isActive,
        escape: () => latest.current.find.close() || leave(),
        drawn: () => latest.current.find.drawn(),
        menu: setMenuLink,
      },
    )
    return () => {
      shown.current?.end()
      shown.current = null
    }
  }, [frame, session, client, sessions, drawsDiagrams, setMenuLink])

  // The place is measured while the frame is still in the document; a removed frame has no layout.
  useLayoutEffect(
    () => () => {
      const place = shown.current?.page.movedTo()
      if (place !== undefined) latest.current.props.onGone(place)
    },
    [session, client],
  )
  useEffect(() => shown.current?.page.goTo(at.place), [session, client, at])
  useEffect(() => shown.current?.page.setTitle(title ?? ''), [session, client, title])
  const focusOn = useWindow((state) => state.focusOn)
  useEffect(() => {
    if (!isActive || focusOn?.id !== session.id) return
    useWindow.setState({ focusOn: null })
    const cover = coverOf(frame.current?.closest('[data-pane]'))
    if (focusOn.part === 'find' && cover === null) latest.current.find.open()
    else (cover ?? frame.current)?.focus()
  }, [frame, isActive, focusOn, session])
  return shown
}

interface Shown {
  readonly page: ReadingPage
  /** Follows a link of the page. */
  readonly follow: (address: string) => void
  readonly end: () => void
}

/** Shows the text in the frame and follows it until `end` is called. */
function showPage(
  frame: HTMLIFrameElement,
  session: Session,
  app: Pick<App, 'client' | 'sessions'>,
  view: {
    readonly drawsDiagrams: () => boolean
    readonly isActive: () => boolean
    readonly leave: () => void
    readonly escape: () => void
    readonly drawn: () => void
    readonly menu: (address: string | undefined) => void
  },
): Shown {
  const { client } = app
  const { editor } = session
  const titles = titlesFor(session, app)
  const markDead = () => void markDeadLinks(frame.contentDocument!, titles)
  const page = createReadingPage(frame, {
    library: client.library,
    whyMissing: (link) => whyMissing(client.call, link),
    drawsDiagrams: view.drawsDiagrams,
    drawn() {
      markDead()
      view.drawn()
    },
    moved: () => inStep.pageMoved(),
    resized: () => inStep.pageResized(),
  })
  const inStep = keepInStep(editor, frame, page, view.isActive)
  const opens = {
    openTitle: titles.openTitle,
    openLink: (url: string) => void openAddress(client, url, sayWhy),
  }
  const stops = [
    followText(editor, page, {
      drawn: inStep.drawn,
      failed() {
        showToast('This text cannot be shown as it is read.')
        view.leave()
      },
    }),
    hearFrame(frame, { ...opens, leave: view.escape, menu: view.menu }),
    titles.titlesChanged(markDead),
    inStep.end,
    page.end,
  ]
  return {
    page,
    follow: (address) => followAddress(frame.contentDocument!, address, opens),
    end: () => stops.forEach((stop) => stop()),
  }
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

/** Returns a stable function that tells whether diagrams are switched on at the time of the call. */
function useDrawing(isOn: boolean): () => boolean {
  const draws = useRef(isOn)
  useEffect(() => void (draws.current = isOn))
  return useCallback(() => draws.current, [])
}
