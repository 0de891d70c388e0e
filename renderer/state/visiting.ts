import { goToDocument, useWindow } from './store'
import { NOWHERE, visit } from './visited'

/** Goes back or forward in the history. */
export function goThrough(step: 1 | -1): void {
  const { visited } = useWindow.getState()
  const id = visited.way[visited.at + step]
  if (id === undefined) return
  useWindow.setState({ visited: { ...visited, at: visited.at + step } })
  goToDocument(id)
}

/** Records the documents that come on screen; another library begins a new history. */
export function followVisits(): void {
  const { active: first } = useWindow.getState()
  if (first !== null) useWindow.setState({ visited: visit(NOWHERE, first) })
  useWindow.subscribe(({ active, visited, isSwitching }, before) => {
    if (isSwitching && visited !== NOWHERE) useWindow.setState({ visited: NOWHERE })
    else if (active !== null && active !== before.active)
      useWindow.setState(({ visited: now }) => ({ visited: visit(now, active) }))
  })
}
