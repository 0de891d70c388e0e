import { COMMAND_GROUPS } from '../../shared/commands'
import type { Session } from '../state/sessions'
import { showOverlay, showToast } from '../state/store'
import type { CommandState } from './command-state'

type TableCommandId = keyof (typeof COMMAND_GROUPS)['Tables']

const IDS = Object.keys(COMMAND_GROUPS.Tables) as readonly TableCommandId[]

/**
 * Commands about the table that the cursor is in.
 *
 * @param fixed why nothing can be changed, in the words after "because"
 */
export function tableCommands(
  session: Session | undefined,
  fixed: string | undefined,
): Readonly<Record<TableCommandId, CommandState>> {
  const stateOf = (id: TableCommandId): CommandState => ({
    disabled: fixed,
    run() {
      if (id === 'align-column') return showOverlay({ kind: 'align-column' })
      if (session?.editor.run(id) === false) showToast('That cannot be done where the cursor is.')
    },
  })
  return Object.fromEntries(IDS.map((id) => [id, stateOf(id)])) as Record<TableCommandId, CommandState>
}
