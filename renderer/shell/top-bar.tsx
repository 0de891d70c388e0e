import { Ellipsis, History, ListTree, PanelLeft, Search, Send } from 'lucide-react'
import { memo } from 'react'
import { PALETTE_COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import { useCommands } from '../commands/use-commands'
import { shortcutText } from '../ui/shortcuts'
import { togglePanel, useWindow } from '../state/store'
import { runOnceClosed } from '../state/typed/type-ahead'
import { IconButton } from '../ui/icon-button'
import { Tabs } from '../window/tab-strip'
import styles from './top-bar.module.css'
import { ButtonMenu, MenuItem, MenuRule } from '../ui/menus/button-menu'

/** Buttons for panels; those with `document` need a document, which may still be opening. */
const PANELS = [
  { panel: 'outline', label: 'Outline', icon: ListTree, document: true },
  { panel: 'search', label: 'Search', icon: Search },
  { panel: 'history', label: 'History', icon: History, document: true },
  { panel: 'outbox', label: 'Outbox', icon: Send },
] as const

type Run = (command: CommandId) => void

const MORE: readonly (CommandId | '-')[] = [
  'today',
  'capture',
  'new-from-template',
  'insert-template',
  '-',
  'publish',
  'unpublish',
  '-',
  'move',
  'add-tag',
  'delete',
  '-',
  'split',
  'open-to-side',
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

/** The tabs, and the buttons for the panels beside the text. */
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
        <ButtonMenu button={<IconButton icon={Ellipsis} label="More" />}>
          <MoreItems run={run} />
        </ButtonMenu>
      </div>
    </header>
  )
})

function PanelButtons({ run }: { readonly run: Run }) {
  const open = useWindow((state) => (state.view === 'documents' ? state.panes.panel.open : 'none'))
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
      // By mouse the focus stays in the text; a key moves it into the panel, and the search always takes it.
      onClick={({ detail }) => (detail > 0 && panel !== 'search' ? togglePanel(panel) : run(panel))}
    />
  ))
}

/** Computes what is disabled only when the items are shown. */
function MoreItems({ run }: { readonly run: Run }) {
  const commands = useCommands()
  const shortcut = useShortcuts()
  return MORE.map((id, index) => {
    if (id === '-') return <MenuRule key={index} />
    const keys = shortcut(id)
    return (
      <MenuItem
        key={id}
        disabled={commands[id].disabled !== undefined}
        onSelect={() => runOnceClosed(() => run(id))}
      >
        {PALETTE_COMMANDS[id].name}
        <span data-end>{commands[id].disabled ?? (keys === undefined ? '' : shortcutText(keys))}</span>
      </MenuItem>
    )
  })
}
