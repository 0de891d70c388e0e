import { goToDocument, useWindow } from './store'
import { EMPTY_HISTORY, visit } from './navigation-history'

/** Goes back or forward in the history. */
export function goInHistory(step: 1 | -1): void {
  const { navigationHistory } = useWindow.getState()
  const id = navigationHistory.entries[navigationHistory.index + step]
  if (id === undefined) return
  useWindow.setState({ navigationHistory: { ...navigationHistory, index: navigationHistory.index + step } })
  goToDocument(id)
}

/** Records the documents that come on screen; another library begins a new history. */
export function recordNavigation(): void {
  const { active: first } = useWindow.getState()
  if (first !== null) useWindow.setState({ navigationHistory: visit(EMPTY_HISTORY, first) })
  useWindow.subscribe(({ active, navigationHistory, isSwitching }, before) => {
    if (isSwitching && navigationHistory !== EMPTY_HISTORY)
      useWindow.setState({ navigationHistory: EMPTY_HISTORY })
    else if (active !== null && active !== before.active)
      useWindow.setState(({ navigationHistory: now }) => ({ navigationHistory: visit(now, active) }))
  })
}
