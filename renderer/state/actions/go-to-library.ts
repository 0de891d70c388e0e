import { focusWriting } from '../../ui/panes'
import { topDialogName } from '../../ui/top-dialog'
import { arrivedAt, useWindow } from '../store'
import { holdingKeys } from '../typed/type-ahead'
import type { Actions } from './actions'

/**
 * Shows another library. Keys pressed from now on are meant for that library, so they are held until its text has the
 * focus; an open dialog still gets its own keys.
 */
export async function goToLibrary(actions: Pick<Actions, 'did'>, connectionId: string): Promise<void> {
  useWindow.setState({ goingTo: connectionId })
  const isThere = await holdingKeys(async () => {
    const isDone = await actions.did('connection.activate', { id: connectionId })
    if (!isDone) arrivedAt(connectionId)
    await left()
    return isDone
  })
  if (!isThere || topDialogName() !== undefined) return
  const { active } = useWindow.getState()
  if (active === null) focusWriting()
  else useWindow.setState({ focusOn: { id: active, part: 'text' } })
}

/** Resolves when this window is no longer switching libraries. */
const left = (): Promise<void> =>
  new Promise((resolve) => {
    const isLeft = () => useWindow.getState().goingTo === null
    if (isLeft()) return resolve()
    const stop = useWindow.subscribe(() => {
      if (!isLeft()) return
      stop()
      resolve()
    })
  })
