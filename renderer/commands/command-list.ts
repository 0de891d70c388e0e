import { COMMAND_GROUPS, PALETTE_COMMANDS, usualKeys } from '../../shared/commands'
import { useSettings } from '../state/queries'
import { isMac, type Shortcut } from '../ui/shortcuts'

export { PALETTE_COMMANDS }

export type CommandId = keyof typeof PALETTE_COMMANDS

/** The names of the groups, each with its commands. */
export const GROUPS = Object.entries(COMMAND_GROUPS).map(
  ([name, commands]) => [name, Object.keys(commands) as readonly CommandId[]] as const,
)

export const COMMAND_IDS = Object.keys(PALETTE_COMMANDS) as readonly CommandId[]

/** Commands whose keys the editor handles itself, where they make sense. */
export const EDITOR_COMMANDS: ReadonlySet<CommandId> = new Set([
  'bold',
  'italic',
  'link',
  'follow-link',
  'undo',
  'redo',
  'move-line-up',
  'move-line-down',
  'duplicate-lines',
  'delete-line',
  'cursor-above',
  'cursor-below',
  'select-next',
  'select-all-alike',
])

/** The default keys of a command. */
export const shortcutOf = (id: CommandId): Shortcut | undefined => usualKeys(id, isMac())

/**
 * What the keys of some commands do in other places: whatever these keys are, or only as long as they are the default
 * ones.
 */
const ALSO_DONE: Partial<Record<CommandId, { readonly does: string; readonly isOfUsualKeys: boolean }>> = {
  'replace-in-library': {
    does: 'Find and replace in the document, from its text and its find bar',
    isOfUsualKeys: false,
  },
  'follow-link': { does: 'Open to the side, from the list of documents', isOfUsualKeys: true },
  undo: { does: 'Undo the last change in the library, from its lists', isOfUsualKeys: true },
}

/** What else the current keys of a command do; `undefined` if they mean the same everywhere. */
export function alsoDone(id: CommandId, keys: Shortcut | undefined): string | undefined {
  const also = ALSO_DONE[id]
  if (also === undefined || keys === undefined) return undefined
  return also.isOfUsualKeys && keys !== shortcutOf(id) ? undefined : also.does
}

/** Other words by which a writer may look for the command. */
export const alsoOf = (id: CommandId): string | undefined => {
  const command: { readonly name: string; readonly also?: string } = PALETTE_COMMANDS[id]
  return command.also
}

/** The keys of every command as the writer has set them; an empty string means none. */
export function useShortcuts(): (id: CommandId) => Shortcut | undefined {
  const own = useSettings().data?.shortcuts
  return (id) => {
    const keys = own?.[id] ?? shortcutOf(id)
    return keys === '' ? undefined : keys
  }
}

/** The command with this name, as the system's menu asks for it. */
export const commandNamed = (name: string): CommandId | undefined =>
  COMMAND_IDS.find(
    (id) => id === name || PALETTE_COMMANDS[id].name === name || PALETTE_COMMANDS[id].name === `${name}…`,
  )
