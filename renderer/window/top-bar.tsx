import { Columns2, Ellipsis, FileText, History, ListTree, PanelLeft, Search, Send, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useSession, useSessionPart } from '../document/use-session'
import { COMMANDS, useShortcuts, type CommandId } from '../palette/command-list'
import type { CommandState } from '../palette/use-commands'
import { shortcutText } from '../palette/shortcuts'
import { useTitles } from '../document/use-titles'
import { closeTab, keepTab, showBeside, showTab, useWindow } from '../store'
import { IconButton } from './icon-button'
import styles from './top-bar.module.css'
import window from './window.module.css'

const PANELS = [
  { panel: 'outline', command: 'outline', label: 'Outline', icon: ListTree },
  { panel: 'search', command: 'search', label: 'Search', icon: Search },
  { panel: 'history', command: 'history', label: 'History', icon: History },
  { panel: 'outbox', command: 'outbox', label: 'Outbox', icon: Send },
] as const

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
export function TopBar({ commands }: { readonly commands: Readonly<Record<CommandId, CommandState>> }) {
  const tabs = useWindow((state) => state.tabs)
  const open = useWindow((state) => (state.place === 'documents' ? state.panes.panel.open : 'none'))
  const shortcut = useShortcuts()
  const titles = useTitles(tabs)
  return (
    <header className={styles.bar}>
      <IconButton
        icon={PanelLeft}
        label="Sidebar"
        shortcut={shortcut('sidebar')}
        onClick={commands.sidebar.run}
      />
      <nav aria-label="Open documents" className={styles.tabs}>
        {tabs.map((id) => (
          <Tab key={id} id={id} listed={titles.get(id)} />
        ))}
      </nav>
      <div className={styles.buttons}>
        {PANELS.map(({ panel, command, label, icon }) => (
          <IconButton
            key={panel}
            icon={icon}
            label={label}
            shortcut={shortcut(command)}
            aria-pressed={open === panel}
            disabled={commands[command].disabled !== undefined && open !== panel}
            onClick={commands[command].run}
          />
        ))}
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <IconButton icon={Ellipsis} label="More" />
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content className={window.menu} align="end" sideOffset={4}>
              {MORE.map((id, index) => {
                if (id === '-') return <DropdownMenu.Separator key={index} className={window.menuLine} />
                const keys = shortcut(id)
                return (
                  <DropdownMenu.Item
                    key={id}
                    className={window.menuItem}
                    disabled={commands[id].disabled !== undefined}
                    onSelect={() => setTimeout(commands[id].run)}
                  >
                    {COMMANDS[id].name}
                    <span data-end>
                      {commands[id].disabled ?? (keys === undefined ? '' : shortcutText(keys))}
                    </span>
                  </DropdownMenu.Item>
                )
              })}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      </div>
    </header>
  )
}

function Tab({ id, listed }: { readonly id: string; readonly listed: string | undefined }) {
  const active = useWindow((state) => state.place === 'documents' && state.active === id)
  const beside = useWindow((state) => state.place === 'documents' && !active && state.beside === id)
  const session = useSession(id)
  const own = useSessionPart(session, (view) => view.title)
  const title = (own ?? listed ?? '') || 'Untitled'
  return (
    <div className={styles.tab} data-active={active ? '' : undefined}>
      <button
        type="button"
        className={styles.tabButton}
        aria-current={active ? 'true' : undefined}
        title={title}
        onClick={({ altKey }) => (altKey ? showBeside(id) : showTab(id))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || (!event.ctrlKey && !event.metaKey)) return
          event.preventDefault()
          showBeside(id)
        }}
        onDoubleClick={() => keepTab(id)}
        onAuxClick={(event) => {
          if (event.button === 1) closeTab(id)
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
        onClick={() => closeTab(id)}
      >
        <X size={14} strokeWidth={1.6} aria-hidden />
      </button>
    </div>
  )
}
