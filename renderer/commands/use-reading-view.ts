import type { Session } from '../state/sessions'
import { readFrom, readOn, stopReading, useWindow } from '../state/store'
import type { CommandState } from './command-state'

/**
 * The command that shows the text of the side as it is read, or again as it is written.
 *
 * @param none why there is no text, in the words after "because"
 */
export function useReadingView(
  session: Session | undefined,
  none: string | undefined,
): { readonly isRead: boolean; readonly reading: CommandState } {
  const side = useWindow((state) => state.side)
  const isRead = useWindow((state) => readOn(state, state.side) !== undefined)
  function run(): void {
    if (session === undefined) return
    if (isRead) stopReading(session.id, side)
    else readFrom(side, { id: session.id, place: session.editor.top() })
  }
  return { isRead, reading: { run, disabled: none, isOn: isRead } }
}
