import type { ReactNode } from 'react'
import { FilesPanel } from '../files/files-panel'
import { HistoryPanel } from '../history/history-panel'
import { LinksPanel } from '../links/links-panel'
import { OutlinePanel } from '../outline/outline-panel'
import { RelatedPanel } from '../related/related-panel'
import { SearchPanel } from '../search/search-panel'
import { OutboxPanel } from '../status/outbox-panel'
import { showPanel, useWindow, type PanelName } from '../state/store'
import { ClosePanel } from '../ui/panel-frame'

const close = () => showPanel('none')

/** The panel beside the text. */
export function SidePanel() {
  return (
    <ClosePanel value={close}>
      <OpenPanel />
    </ClosePanel>
  )
}

/** A panel missing here is a compile error. */
const PANELS: Record<PanelName, (() => ReactNode) | undefined> = {
  none: undefined,
  outline: OutlinePanel,
  history: HistoryPanel,
  search: SearchPanel,
  outbox: OutboxPanel,
  links: LinksPanel,
  related: RelatedPanel,
  files: FilesPanel,
}

function OpenPanel() {
  const Panel = PANELS[useWindow((state) => state.panes.panel.open)]
  return Panel === undefined ? null : <Panel />
}
