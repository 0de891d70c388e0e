import type { Notice } from '../shared/ipc-records'
import { YOURS_BEFORE_MERGE, type DocumentId } from '../shared/terms'
import type { Client } from './bridge'
import type { Sessions } from './document/sessions'
import { showSnapshot } from './history/show-history'
import { finishPress } from './library/press'
import { dropToasts, queueToast, showDecision, showOverlay, showTab, useWindow, type Toast } from './store'

/** Follows what main tells the window: notices, merges, and that it wants every word now. */
export function followMain(client: Client, sessions: Sessions): void {
  client.listen('flush.requested', ({ reason }) => {
    finishPress()
    // Before another library comes nothing of this one stays open: ids of two services may be equal.
    if (reason === 'switch')
      return void clearWindow(sessions).then(() => client.call('flush.done', undefined))
    void sessions.flushAll().then((taken) => {
      // Without a last word main knows that something is left, and waits.
      if (taken) void client.call('flush.done', undefined)
    })
  })
  client.listen('document.merged', ({ id, changes }) => {
    const title = sessions.get(id)?.view().title
    if (title !== undefined) announceMerge(client, sessions, id, { changes, undoable: true, title })
  })
  // A clash leaves nothing of a merge to be undone or looked at: what is to be decided is.
  client.listen('document.status-changed', ({ id, phase }) => {
    if (phase === 'conflicted') dropToasts(id)
  })
  client.listen('notice.raised', (notice) => tell(client, notice))
  void client.call('notices.list', undefined).then((result) => {
    if (result.ok) result.value.forEach((notice) => tell(client, notice))
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sessions.flushAll()
  })
  window.addEventListener('pagehide', () => void sessions.flushAll())
}

async function clearWindow(sessions: Sessions): Promise<void> {
  useWindow.setState({
    isSwitching: true,
    tabs: [],
    active: null,
    beside: null,
    passing: null,
    selected: [],
    focusOn: null,
  })
  dropToasts()
  await sessions.closeAll()
}

/** Says that text came from elsewhere, shows where, and offers the way back. */
export function announceMerge(
  client: Client,
  sessions: Sessions,
  id: DocumentId,
  merge: { readonly changes: number; readonly undoable: boolean; readonly title: string },
): void {
  const { changes, undoable, title } = merge
  const review = {
    label: 'Review',
    run: () => {
      showTab(id)
      void sessions
        .open(id)
        .then((session) =>
          setTimeout(() => session.editor.reviewMerge() || void compareMerged(client, id), 30),
        )
    },
  }
  const undo = { label: 'Undo', run: () => void client.call('document.undo-merge', { id }) }
  const text = `Merged ${changes === 1 ? '1 change' : `${changes} changes`} from elsewhere`
  queueToast(text, undoable ? [review, undo] : [review], {
    about: { id, named: `${text} into “${title === '' ? 'Untitled' : title}”` },
  })
}

/** What was merged before the text was opened has no marks in it; the history shows it beside the text before. */
async function compareMerged(client: Client, id: DocumentId): Promise<void> {
  const kept = await client.call('snapshots.list', { documentId: id })
  if (!kept.ok) return
  const before = kept.value.find(({ reason }) => reason === YOURS_BEFORE_MERGE)
  if (before !== undefined) showSnapshot(id, before.id)
}

function tell(client: Client, notice: Notice): void {
  const { documentId, action } = notice
  const dismiss = () => void client.call('notice.dismiss', { id: notice.id })
  // What is to be decided stands before the writer.
  if (action?.kind === 'review' && documentId !== undefined && isOnScreen(documentId)) return dismiss()
  const actions: Toast['actions'] =
    action === undefined || action.kind === 'none'
      ? []
      : [{ label: action.label, run: () => follow(client, action.kind, documentId) }]
  queueToast(notice.text, actions, { closed: dismiss })
}

function isOnScreen(id: DocumentId): boolean {
  const { place, active, beside, postponed } = useWindow.getState()
  return place === 'documents' && (active === id || beside === id) && !postponed.has(id)
}

function follow(
  client: Client,
  kind: NonNullable<Notice['action']>['kind'],
  documentId: string | undefined,
): void {
  if (kind === 'show-settings') showOverlay({ kind: 'settings', page: 'connection' })
  else if (kind === 'show-recovered') useWindow.setState({ place: 'recovered' })
  else if (documentId === undefined) return
  else if (kind === 'undo-delete') void client.call('document.restore', { ids: [documentId] })
  else if (kind === 'undo-merge') void client.call('document.undo-merge', { id: documentId })
  else if (kind === 'review') {
    showDecision(documentId)
  }
}
