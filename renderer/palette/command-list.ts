import { useSettings } from '../queries'
import type { Shortcut } from './shortcuts'

/** Every command's name and its usual keys. Names are what the system's menu asks for and what the palette shows. */
export const COMMANDS = {
  'new-document': { name: 'New document', keys: 'Mod+N' },
  'new-folder': { name: 'New folder' },
  'new-tag': { name: 'New tag' },
  'new-window': { name: 'New window', keys: 'Mod+Shift+N' },
  'go-to': { name: 'Go to document…', keys: 'Mod+P' },
  commands: { name: 'Commands', keys: 'Mod+Shift+P' },
  save: { name: 'Save now', keys: 'Mod+S' },
  find: { name: 'Find in document', keys: 'Mod+F' },
  search: { name: 'Search the library', keys: 'Mod+Shift+F' },
  'next-hit': { name: 'Next found passage', keys: 'F8' },
  'previous-hit': { name: 'Previous found passage', keys: 'Shift+F8' },
  history: { name: 'Show history', keys: 'Mod+Shift+H' },
  'passage-history': { name: 'History of the selected passage' },
  'lost-sentence': { name: 'Where did that sentence go?' },
  ages: { name: 'Show the age of each paragraph' },
  outbox: { name: 'Show outbox', keys: 'Mod+Shift+O' },
  outline: { name: 'Show outline' },
  files: { name: 'Show files' },
  attach: { name: 'Attach files…' },
  import: { name: 'Import…' },
  export: { name: 'Export…' },
  'move-library': { name: 'Move this library to a service…' },
  'moved-here': { name: 'What was moved here…' },
  recovered: { name: 'Show recovered texts' },
  'show-all': { name: 'Show all documents' },
  'show-drafts': { name: 'Show drafts' },
  'show-published': { name: 'Show published' },
  'show-needs-you': { name: 'Show what needs you' },
  move: { name: 'Move to…' },
  'add-tag': { name: 'Add tag…' },
  delete: { name: 'Delete document' },
  'keep-draft': { name: 'Keep as a local draft' },
  publish: { name: 'Publish…', keys: 'Mod+Shift+Enter' },
  unpublish: { name: 'Unpublish' },
  decide: { name: 'Decide the conflict' },
  bold: { name: 'Bold', keys: 'Mod+B' },
  italic: { name: 'Italic', keys: 'Mod+I' },
  link: { name: 'Link', keys: 'Mod+K' },
  undo: { name: 'Undo', keys: 'Mod+Z' },
  redo: { name: 'Redo', keys: 'Mod+Shift+Z' },
  source: { name: 'Toggle source mode', keys: 'Mod+Shift+M' },
  spelling: { name: 'Toggle spelling' },
  'focus-sentence': { name: 'Focus on the sentence' },
  'focus-paragraph': { name: 'Focus on the paragraph' },
  typewriter: { name: 'Toggle typewriter scrolling' },
  sidebar: { name: 'Toggle sidebar', keys: 'Mod+\\' },
  'document-list': { name: 'Toggle document list', keys: 'Mod+Shift+\\' },
  'close-tab': { name: 'Close tab', keys: 'Mod+W' },
  'next-tab': { name: 'Next tab', keys: 'Ctrl+Tab' },
  'previous-tab': { name: 'Previous tab', keys: 'Ctrl+Shift+Tab' },
  back: { name: 'Go back', keys: 'Alt+ArrowLeft' },
  forward: { name: 'Go forward', keys: 'Alt+ArrowRight' },
  'next-pane': { name: 'Next pane', keys: 'F6' },
  'previous-pane': { name: 'Previous pane', keys: 'Shift+F6' },
  'theme-system': { name: 'Theme: as the system' },
  'theme-light': { name: 'Theme: light' },
  'theme-dark': { name: 'Theme: dark' },
  'theme-sepia': { name: 'Theme: sepia' },
  'look-now': { name: 'Look for changes now' },
  'send-now': { name: 'Send all waiting now' },
  connect: { name: 'Connect to a service…' },
  settings: { name: 'Settings', keys: 'Mod+,' },
  shortcuts: { name: 'Keyboard shortcuts', keys: 'Mod+/' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly keys?: Shortcut }>>

export type CommandId = keyof typeof COMMANDS

export const COMMAND_IDS = Object.keys(COMMANDS) as readonly CommandId[]

/** The usual keys of a command. */
export function shortcutOf(id: CommandId): Shortcut | undefined {
  const command: { readonly name: string; readonly keys?: Shortcut } = COMMANDS[id]
  return command.keys
}

/** The keys of every command as the writer has set them; an empty text means: none. */
export function useShortcuts(): (id: CommandId) => Shortcut | undefined {
  const own = useSettings().data?.shortcuts
  return (id) => {
    const keys = own?.[id] ?? shortcutOf(id)
    return keys === '' ? undefined : keys
  }
}

/** The command that goes by a name, as the system's menu asks for it. */
export const commandNamed = (name: string): CommandId | undefined =>
  COMMAND_IDS.find((id) => id === name || COMMANDS[id].name === name || COMMANDS[id].name === `${name}…`)
