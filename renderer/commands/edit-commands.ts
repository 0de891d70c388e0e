import { COMMAND_GROUPS } from '../../shared/commands'
import type { CommandState } from './command-state'

type EditCommandId = keyof (typeof COMMAND_GROUPS)['Editing']

/** Commands that the editor knows by the same name. `edit` makes one that runs there. */
export function editCommands(
  edit: (id: EditCommandId) => CommandState,
): Readonly<Record<EditCommandId, CommandState>> {
  const ids = Object.keys(COMMAND_GROUPS.Editing) as readonly EditCommandId[]
  return Object.fromEntries(ids.map((id) => [id, edit(id)])) as Record<EditCommandId, CommandState>
}
