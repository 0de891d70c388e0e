import {
  Bold,
  Bookmark,
  Columns2,
  FilePlus2,
  FileText,
  FolderInput,
  FolderPlus,
  Globe,
  GlobeLock,
  HardDriveDownload,
  Hash,
  History,
  Inbox,
  Italic,
  Link2,
  ListTree,
  PanelLeft,
  Paperclip,
  Save,
  ScrollText,
  Search,
  Send,
  Settings,
  SunMoon,
  Trash2,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { openSaved, useSavedSearches } from '../search/saved-search'
import { showOverlay } from '../state/store'
import { alsoOf, COMMAND_IDS, COMMANDS, useShortcuts, type CommandId } from '../commands/command-list'
import { Palette } from './palette'
import type { CommandState } from '../commands/command-state'

const ICONS: Partial<Readonly<Record<CommandId, LucideIcon>>> = {
  'new-document': FilePlus2,
  'new-folder': FolderPlus,
  'new-tag': Hash,
  'keep-offline': HardDriveDownload,
  'go-to': FileText,
  split: Columns2,
  'open-beside': Columns2,
  save: Save,
  find: Search,
  search: Search,
  'save-search': Bookmark,
  history: History,
  outbox: Send,
  'sync-log': ScrollText,
  outline: ListTree,
  links: Link2,
  related: Waypoints,
  files: Paperclip,
  attach: Paperclip,
  recovered: Inbox,
  move: FolderInput,
  'add-tag': Hash,
  delete: Trash2,
  publish: Globe,
  unpublish: GlobeLock,
  bold: Bold,
  italic: Italic,
  link: Link2,
  sidebar: PanelLeft,
  'theme-system': SunMoon,
  'theme-light': SunMoon,
  'theme-dark': SunMoon,
  'theme-sepia': SunMoon,
  settings: Settings,
}

type Commands = Readonly<Record<CommandId, CommandState>>

/** Everything that can be done, and what cannot and why. */
export function CommandPalette({ commands }: { readonly commands: Commands }) {
  const shortcut = useShortcuts()
  const saved = useSavedSearches()
  return (
    <Palette
      label="Commands"
      placeholder="Type a command"
      empty="No command of that name."
      onClose={() => showOverlay(null)}
      choices={[
        ...COMMAND_IDS.filter((id) => id !== 'commands').map((id) => ({
          id,
          name: COMMANDS[id].name,
          also: alsoOf(id),
          icon: ICONS[id] ?? FileText,
          keys: shortcut(id),
          disabled: commands[id].disabled,
          isOn: commands[id].isOn,
          hint: commands[id].about,
          run: commands[id].run,
        })),
        ...saved.map((search) => ({
          id: `saved ${search.id}`,
          name: `Search “${search.name}”`,
          icon: Bookmark,
          run: () => openSaved(search),
        })),
      ]}
    />
  )
}
