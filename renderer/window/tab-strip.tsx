import { ChevronDown, Columns2, FileText, X } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useApp } from '../state/context'
import { useSession, useSessionPart } from '../document/use-session'
import { useTitles } from '../document/use-titles'
import { type DocumentId, shownTitle } from '../../shared/terms'
import { dropTab, goToDocument, keepTab, leaveTab, showTab, showToTheSide, useWindow } from '../state/store'
import { runOnceClosed } from '../state/typed/type-ahead'
import { IconButton } from '../ui/icon-button'
import styles from '../shell/top-bar.module.css'
import { ButtonMenu, MenuItem } from '../ui/menus/button-menu'

/** The id of the element that shows the document of the selected tab, and the id of a document's tab. */
export const SHOWN_TEXT = 'shown-text'
export const tabOf = (id: DocumentId): string => `tab-${id}`

/**
 * The open documents, following the ARIA tabs pattern: the strip is one tab stop, arrows move between tabs, Enter shows
 * the document and Delete closes it. The cross of a tab is for the mouse only.
 */
export function Tabs() {
  const tabs = useWindow((state) => state.tabs)
  const active = useWindow((state) => state.active)
  const view = useWindow((state) => state.view)
  const titles = useTitles(tabs)
  const strip = useRef<HTMLDivElement>(null)
  /** The tab that arrows have reached while the focus is in the strip. */
  const [cursor, setCursor] = useState<DocumentId | null>(null)
  const stop = [cursor, active].find((id) => id !== null && tabs.includes(id)) ?? tabs[0]
  useEffect(() => {
    const { current } = strip
    if (current === null) return
    const tab = current.querySelector('[data-active]')
    if (tab === null) return
    const show = () => {
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      beginWithWholeTab(current, 'after')
    }
    show()
    // A narrower window hides tabs at the end, and tabs grow when their titles arrive.
    const watch = new ResizeObserver(show)
    watch.observe(current)
    for (const each of current.children) watch.observe(each)
    return () => watch.disconnect()
  }, [active, tabs, view])

  function goTo(id: DocumentId | undefined): void {
    if (id !== undefined) strip.current?.querySelector<HTMLElement>(`#${CSS.escape(tabOf(id))}`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const at = stop === undefined ? -1 : tabs.indexOf(stop)
    if (stop === undefined || ctrlKey || metaKey || altKey || shiftKey) return
    if (key === 'ArrowRight') goTo(tabs[(at + 1) % tabs.length])
    else if (key === 'ArrowLeft') goTo(tabs.at(at - 1))
    else if (key === 'Home') goTo(tabs[0])
    else if (key === 'End') goTo(tabs.at(-1))
    else if (key === 'Delete') {
      goTo(tabs[at + 1] ?? tabs[at - 1])
      dropTab(stop)
    } else return
    event.preventDefault()
  }

  return (
    <>
      <div
        ref={strip}
        {...(tabs.length > 0 && { role: 'tablist', 'aria-label': 'Open documents' })}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
        className={styles.tabs}
        onScrollEnd={({ currentTarget }) => beginWithWholeTab(currentTarget, 'nearest')}
        onWheel={({ currentTarget, deltaX, deltaY }) => currentTarget.scrollBy(deltaX + deltaY, 0)}
        // Prevents Chromium's autoscroll, which a press of the middle button would start; the button closes a tab.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      >
        {tabs.map((id) => (
          <Tab key={id} id={id} listed={titles.get(id)} isStop={id === stop} onFocus={setCursor} />
        ))}
      </div>
      {tabs.length > FEW_TABS ? <AllTabs tabs={tabs} titles={titles} /> : null}
    </>
  )
}

/** Scrolls a little further, so that the row begins with a whole tab; padding at its end makes room for that. */
function beginWithWholeTab(strip: HTMLElement, which: 'after' | 'nearest'): void {
  const first = strip.firstElementChild?.getBoundingClientRect().left ?? 0
  const starts = [...strip.children].map((tab) => tab.getBoundingClientRect().left - first)
  const at = strip.scrollLeft
  const after = starts.find((start) => start >= at - 1)
  const before = starts.findLast((start) => start <= at)
  const goesBack =
    which === 'nearest' && before !== undefined && (after === undefined || at - before < after - at)
  const start = goesBack ? before : after
  if (start === undefined || Math.abs(start - at) <= 1) return
  const last = strip.lastElementChild?.getBoundingClientRect().right ?? 0
  const missing = start + strip.clientWidth - (last - first) - 2 * ROW_PADDING
  strip.style.paddingInlineEnd = missing > 0 ? `${missing + ROW_PADDING}px` : ''
  strip.scrollLeft = start
}

/** As in the styles. */
const ROW_PADDING = 3

/** The number of tabs visible together in a window of the usual size. */
const FEW_TABS = 5

/** A menu of all tabs with their full titles. */
function AllTabs(props: { readonly tabs: readonly string[]; readonly titles: ReadonlyMap<string, string> }) {
  const active = useWindow((state) => state.active)
  const isChosen = useRef(false)
  return (
    <ButtonMenu
      button={<IconButton icon={ChevronDown} label="All open documents" />}
      onOpen={() => void (isChosen.current = false)}
      // The focus goes into the chosen text, or else back to the button.
      onCloseAutoFocus={(event) => isChosen.current && event.preventDefault()}
    >
      {props.tabs.map((id) => (
        <MenuItem
          key={id}
          aria-current={id === active ? 'true' : undefined}
          onSelect={() => {
            isChosen.current = true
            runOnceClosed(() => goToDocument(id))
          }}
        >
          <bdi>{shownTitle(props.titles.get(id) ?? '')}</bdi>
        </MenuItem>
      ))}
    </ButtonMenu>
  )
}

function Tab(props: {
  readonly id: DocumentId
  readonly listed: string | undefined
  /** Whether this tab is the tab stop of the strip. */
  readonly isStop: boolean
  readonly onFocus: (id: DocumentId) => void
}) {
  const { id, listed } = props
  const active = useWindow((state) => state.view === 'documents' && state.active === id)
  const sideDocument = useWindow(
    (state) => state.view === 'documents' && !active && state.sideDocument === id,
  )
  const { sessions } = useApp()
  const session = useSession(id)
  const own = useSessionPart(session, (view) => view.title)
  const title = shownTitle(own ?? listed ?? '')
  return (
    <div
      role="presentation"
      className={styles.tab}
      data-active={active ? '' : undefined}
      style={{ '--letters': title.length } as CSSProperties}
    >
      <button
        type="button"
        role="tab"
        id={tabOf(id)}
        className={styles.tabButton}
        aria-selected={active}
        aria-controls={active ? SHOWN_TEXT : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={props.isStop ? 0 : -1}
        title={title}
        onFocus={() => props.onFocus(id)}
        onPointerDown={({ button, altKey }) => {
          if (button === 0 && !altKey) sessions.readAhead(id)
        }}
        onClick={({ altKey, detail }) => {
          if (altKey) return showToTheSide(id)
          if (detail > 0) goToDocument(id)
          else showTab(id)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return
          event.preventDefault()
          showToTheSide(id)
        }}
        onDoubleClick={() => keepTab(id)}
        onAuxClick={(event) => {
          if (event.button === 1) leaveTab(id)
        }}
      >
        {active ? <FileText /> : null}
        {sideDocument ? <Columns2 aria-label="On the other side: " role="img" /> : null}
        <span className={styles.tabTitle}>{title}</span>
      </button>
      <button
        type="button"
        className={styles.close}
        title={`Close ${title}`}
        aria-hidden
        tabIndex={-1}
        onClick={() => leaveTab(id)}
      >
        <X size={14} />
      </button>
    </div>
  )
}
