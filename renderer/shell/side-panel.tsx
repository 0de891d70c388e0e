import { FilesPanel } from '../files/files-panel'
import { HistoryPanel } from '../history/history-panel'
import { LinksPanel } from '../links/links-panel'
import { OutlinePanel } from '../outline/outline-panel'
import { RelatedPanel } from '../related/related-panel'
import { SearchPanel } from '../search/search-panel'
import { OutboxPanel } from '../status/outbox-panel'
import { showPanel, useWindow } from '../state/store'
import { ClosePanel } from '../ui/panel-frame'

const close = () => showPanel('none')

/** The pane beside the text. */
export function SidePanel() {
  return (
    <ClosePanel value={close}>
      <OpenPanel />
    </ClosePanel>
  )
}

function OpenPanel() {
  const open = useWindow((state) => state.panes.panel.open)
  switch (open) {
    case 'outline':
      return <OutlinePanel />
    case 'history':
      return <HistoryPanel />
    case 'search':
      return <SearchPanel />
    case 'outbox':
      return <OutboxPanel />
    case 'links':
      return <LinksPanel />
    case 'related':
      return <RelatedPanel />
    case 'files':
      return <FilesPanel />
    default:
      return null
  }
}
