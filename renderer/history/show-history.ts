import type { DocumentId } from '../../shared/terms'
import type { Session } from '../state/sessions'
import { showPanel, showTab } from '../state/store'
import { showToastHere } from '../state/toasts'
import { focusPanel } from '../ui/panes'
import { chooseVersion, lookAt, setHistory, type HistoryState } from './history-state'

/** Opens the history panel with one of its tools. */
export function showTool(id: string, tool: HistoryState['tool']): void {
  lookAt(id)
  setHistory({ tool })
  showPanel('history')
}

/** Compares a snapshot with its document, which must be open. */
export const showSnapshot = (id: DocumentId, snapshotId: string): void =>
  showVersion(id, `snapshot:${snapshotId}`)

/** Compares a version from the backup folder with its document, which must be open. */
export const showBackup = (id: DocumentId, backupId: number): void => showVersion(id, `backup:${backupId}`)

function showVersion(id: DocumentId, versionId: string): void {
  showTab(id)
  showTool(id, 'versions')
  chooseVersion(versionId)
}

export function showAges(id: string): void {
  lookAt(id)
  setHistory({ showsAges: true })
  showPanel('history')
}

/** Shows the versions in which the selected passage changed; without a selection, the paragraph at the cursor. */
export async function showPassage(session: Session): Promise<void> {
  const text = session.editor.text()
  const { from, to } = session.editor.selection()
  const start = from < to ? from : text.lastIndexOf('\n', from - 1) + 1
  const lineEnd = text.indexOf('\n', to)
  const end = from < to ? to : lineEnd < 0 ? text.length : lineEnd
  if (text.slice(start, end).trim() === '') {
    showToastHere('Select some text, or click in a paragraph.')
    return
  }
  await session.flush()
  lookAt(session.id)
  setHistory({ passage: { from: start, to: end, text: text.slice(start, end) } })
  showTool(session.id, 'passage')
  requestAnimationFrame(focusPanel)
}
