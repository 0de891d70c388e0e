import {
  ChevronDown,
  Columns2,
  Ellipsis,
  FileText,
  History,
  ListTree,
  PanelLeft,
  Search,
  Send,
  X,
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { memo, useEffect, useRef, type CSSProperties } from 'react'
import { useApp } from '../context'
import { useSession, useSessionPart } from '../document/use-session'
import { holdDown } from '../library/press'
import { COMMANDS, useShortcuts, type CommandId } from '../palette/command-list'
import { useCommands } from '../palette/use-commands'
import { shortcutText } from '../palette/shortcuts'
import { useTitles } from '../document/use-titles'
import { keepTab, leaveTab, showBeside, showTab, useWindow, writeIn } from '../store'
import { IconButton } from './icon-button'
import styles from './top-bar.module.css'
import window from './window.module.css'
import { MENU_MARGIN } from './command-menu'

/** What every document has panels for, and the library too; a document that is still being opened is one already. */
const PANELS = [
  { panel: 'outline', label: 'Outline', icon: ListTree, document: true },
  { panel: 'search', label: 'Search', icon: Search },
  { panel: 'history', label: 'History', icon: History, document: true },
  { panel: 'outbox', label: 'Outbox', icon: Send },
] as const

type Run = (command: CommandId) => void

const MORE: readonly (CommandId | '-')[] = [
  'publish',
  'unpublish',
  '-',
  'move',
  'add-tag',
  'delete',
  '-',
  'split',
  'open-beside',
  'find',
  'source',
  'attach',
  'links',
  'related',
  'files',
  '-',
  'import',
  'export',
  '-',
  'commands',
  'shortcuts',
]

/** Tabs, and what can be opened beside the text. */
export const TopBar = memo(function TopBar({ run }: { readonly run: Run }) {
  const shortcut = useShortcuts()
  return (
    <header className={styles.bar}>
      <IconButton
        icon={PanelLeft}
        label="Sidebar"
        shortcut={shortcut('sidebar')}
        onClick={() => run('sidebar')}
      />
      <Tabs />
      <div className={styles.buttons}>
        <PanelButtons run={run} />
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton icon={Ellipsis} label="More" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              collisionPadding={MENU_MARGIN}
              className={window.menu}
              align="end"
              sideOffset={4}
            >
              <MoreItems run={run} />
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
    </header>
  )
})

function PanelButtons({ run }: { readonly run: Run }) {
  const open = useWindow((state) => (state.place === 'documents' ? state.panes.panel.open : 'none'))
  const isEmpty = useWindow((state) => state.active === null)
  const shortcut = useShortcuts()
  return PANELS.map(({ panel, label, icon, ...of }) => (
    <IconButton
      key={panel}
      icon={icon}
      label={label}
      shortcut={shortcut(panel)}
      aria-pressed={open === panel}
      disabled={'document' in of && isEmpty && open !== panel}
      onClick={() => run(panel)}
    />
  ))
}

function Tabs() {
  const tabs = useWindow((state) => state.tabs)
  const active = useWindow((state) => state.active)
  const place = useWindow((state) => state.place)
  const titles = useTitles(tabs)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = strip
    if (current === null) return
    const tab = current.querySelector('[data-active]')
    if (tab === null) return
    const show = () => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // A window that is made narrower takes its room from the end of the tabs, and a tab grows with its title.
    const watch = new ResizeObserver(show)
    watch.observe(current)
    watch.observe(tab)
    return () => watch.disconnect()
  }, [active, tabs, place])
  return (
    <>
      <nav
        ref={strip}
        aria-label="Open documents"
        className={styles.tabs}
        onWheel={({ currentTarget, deltaX, deltaY }) => currentTarget.scrollBy(deltaX + deltaY, 0)}
        // Else Chromium scrolls by itself after a press with the middle button, which closes a tab.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      >
        {tabs.map((id) => (
          <Tab key={id} id={id} listed={titles.get(id)} />
        ))}
      </nav>
      {tabs.length > FEW_TABS ? <AllTabs tabs={tabs} titles={titles} /> : null}
    </>
  )
}

/** So many are in sight together in a window of the usual size. */
const FEW_TABS = 5

/** Every tab by its whole title. */
function AllTabs(props: { readonly tabs: readonly string[]; readonly titles: ReadonlyMap<string, string> }) {
  const active = useWindow((state) => state.active)
  const isChosen = useRef(false)
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && (isChosen.current = false)}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={ChevronDown} label="All open documents" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          collisionPadding={MENU_MARGIN}
          className={window.menu}
          align="end"
          sideOffset={4}
          // The focus goes into the text that was chosen, else back to the button.
          onCloseAutoFocus={(event) => isChosen.current && event.preventDefault()}
        >
          {props.tabs.map((id) => (
            <DropdownMenu.Item
              key={id}
              className={window.menuItem}
              aria-current={id === active ? 'true' : undefined}
              onSelect={() => {
                isChosen.current = true
                setTimeout(() => {
                  showTab(id)
                  writeIn(id)
                })
              }}
            >
              <bdi>{props.titles.get(id) || 'Untitled'}</bdi>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The items are told what cannot be done now only when they are shown. */
function MoreItems({ run }: { readonly run: Run }) {
  const commands = useCommands()
  const shortcut = useShortcuts()
  return MORE.map((id, index) => {
    if (id === '-') return <DropdownMenu.Separator key={index} className={window.menuLine} />
    const keys = shortcut(id)
    return (
      <DropdownMenu.Item
        key={id}
        className={window.menuItem}
        disabled={commands[id].disabled !== undefined}
        onSelect={() => setTimeout(run, 0, id)}
      >
        {COMMANDS[id].name}
        <span data-end>{commands[id].disabled ?? (keys === undefined ? '' : shortcutText(keys))}</span>
      </DropdownMenu.Item>
    )
  })
}

function Tab({ id, listed }: { readonly id: string; readonly listed: string | undefined }) {
  const active = useWindow((state) => state.place === 'documents' && state.active === id)
  const beside = useWindow((state) => state.place === 'documents' && !active && state.beside === id)
  const { sessions } = useApp()
  const session = useSession(id)
  const own = useSessionPart(session, (view) => view.title)
  const title = (own ?? listed ?? '') || 'Untitled'
  return (
    <div
      className={styles.tab}
      data-active={active ? '' : undefined}
      style={{ '--letters': title.length } as CSSProperties}
    >
      <button
        type="button"
        className={styles.tabButton}
        aria-current={active ? 'true' : undefined}
        title={title}
        onPointerDown={({ button, altKey }) => {
          if (button === 0 && !altKey) holdDown(sessions, id)
        }}
        onClick={({ altKey }) => (altKey ? showBeside(id) : showTab(id))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return
          event.preventDefault()
          showBeside(id)
        }}
        onDoubleClick={() => keepTab(id)}
        onAuxClick={(event) => {
          if (event.button === 1) leaveTab(id)
        }}
      >
        {active ? <FileText size={16} strokeWidth={1.6} aria-hidden /> : null}
        {beside ? <Columns2 size={16} strokeWidth={1.6} aria-label="On the other side: " role="img" /> : null}
        <span className={styles.tabTitle}>{title}</span>
      </button>
      <button
        type="button"
        className={styles.close}
        aria-label={`Close ${title}`}
        onClick={() => leaveTab(id)}
      >
        <X size={14} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  )
}
