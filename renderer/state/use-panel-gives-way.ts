import { showPanel } from './store'
import { useLayout } from './use-layout'

/**
 * Returns a function that closes the side panel if it covers the text, so that the writer sees what was chosen in it.
 */
export function usePanelGivesWay(): () => void {
  const { panelInline } = useLayout()
  return () => {
    if (!panelInline) showPanel('none')
  }
}
