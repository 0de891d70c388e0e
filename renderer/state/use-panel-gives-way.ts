import { showPanel } from './store'
import { useLayout } from './use-layout'

/** Closes the side panel where it lies over the text, so that what was chosen in the panel can be seen. */
export function usePanelGivesWay(): () => void {
  const { panelInline } = useLayout()
  return () => {
    if (!panelInline) showPanel('none')
  }
}
