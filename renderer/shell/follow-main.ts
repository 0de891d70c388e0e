import type { Notice } from '../../shared/ipc/ipc-records'
import { YOURS_BEFORE_MERGE, type DocumentId, shownTitle } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import type { AppClient, Client } from '../bridge/bridge'
import type { Sessions } from '../state/sessions'
import { showSnapshot } from '../history/show-history'
import { goToDocument, showDecision, showOverlay, showPanel, type Toast, useWindow } from '../state/store'
import { dropDecided, dropToasts, dropToastsAbout, queueToast, takeToast } from '../state/toasts'

/** Follows the events of one library; returns a function that stops this. */
export function followLibrary(client: Client, sessions: Sessions): () => void {
  const glance = () => void client.call('connection.glance', undefined)
  // This is only a hint: a request finds out whether the service is reachable.
  window.addEventListener('offline', glance)
  const stops = [
    client.listen('document.merged', ({ id, changes }) => {
      const title = sessions.get(id)?.view().title
      if (title !== undefined) announceMerge(client, sessions, id, { changes, undoable: true, title })
    }),
    // With a conflict there is no merge left to undo or review, only a decision to make.
    client.listen('document.status-changed', ({ id, phase }) => {
      if (phase === 'conflicted') dropToasts(id)
      else dropDecided(id)
      if (phase === 'deleted') dropToastsAbout(id)
    }),
    useWindow.subscribe(({ filter }, before) => {
      if (filter !== before.filter) glance()
    }),
    useWindow.subscribe(({ batches: [now] }, { batches: [before] }) => {
      if (now === before) return
      const batch = now === undefined ? null : { doing: now.doing, done: now.done, total: now.total }
      void client.call('library.batch', batch)
    }),
    () => window.removeEventListener('offline', glance),
  ]
  return () => stops.forEach((stop) => stop())
}

/** The library on screen, and the names of the others. */
interface Shown {
  library(): { readonly client: Client; readonly connectionId: string }
  nameOf(connectionId: string): string | undefined
}

/**
 * Shows the notices of the main process. A notice about a library offers its actions while that library is on screen.
 * Over another library it names its library, offers nothing, and is shown again when its library comes on screen.
 */
export function followNotices(app: AppClient, raised: readonly Notice[], shown: Shown): void {
  /** Unread notices, each with its toast. */
  const unread = new Map<string, { readonly notice: Notice; readonly toast: number }>()

  function show(notice: Notice): void {
    const { client, connectionId } = shown.library()
    const isElsewhere = notice.connectionId !== undefined && notice.connectionId !== connectionId
    const dismiss = () => {
      unread.delete(notice.id)
      void app.call('notice.dismiss', { id: notice.id })
    }
    const toast = isElsewhere
      ? tellElsewhere(notice, shown.nameOf(notice.connectionId), dismiss)
      : tell(client, notice, dismiss)
    if (toast !== undefined) unread.set(notice.id, { notice, toast })
  }

  app.listen('notice.raised', show)
  app.listen('notice.withdrawn', ({ id }) => {
    const gone = unread.get(id)
    unread.delete(id)
    if (gone !== undefined) takeToast(gone.toast)
  })
  raised.forEach(show)
  useWindow.subscribe(({ isSwitching }, before) => {
    if (isSwitching || !before.isSwitching) return
    const { connectionId } = shown.library()
    for (const { notice, toast } of [...unread.values()].filter(
      (one) => one.notice.connectionId === connectionId,
    )) {
      takeToast(toast)
      show(notice)
    }
  })
}

/** Says that text from elsewhere was merged, shows where, and offers to undo the merge. */
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
      goToDocument(id)
      void sessions
        .open(id)
        .then((session) =>
          setTimeout(() => session.editor.reviewMerge() || void compareMerged(client, id), 30),
        )
    },
  }
  const undo = { label: 'Undo', run: () => void client.call('document.undo-merge', { id }) }
  const text = `Merged ${counted(changes, 'change')} from elsewhere`
  queueToast(text, undoable ? [review, undo] : [review], {
    about: { id, named: `${text} into “${shownTitle(title)}”` },
  })
}

/** Text merged before the document was opened has no marks, so the history shows it beside the previous text. */
async function compareMerged(client: Client, id: DocumentId): Promise<void> {
  const kept = await client.call('snapshots.list', { documentId: id })
  if (!kept.ok) return
  const before = kept.value.find(({ reason }) => reason === YOURS_BEFORE_MERGE)
  if (before !== undefined) showSnapshot(id, before.id)
}

/** Shows a notice with its action and returns the toast; undefined if the writer already sees what it is about. */
function tell(client: Client, notice: Notice, dismiss: () => void): number | undefined {
  const { action, documentId, connectionId, kind } = notice
  // The decision is already on screen.
  if (action?.kind === 'review' && documentId !== undefined && isOnScreen(documentId)) {
    dismiss()
    return undefined
  }
  const isThere = action?.kind === 'show-recovered' && useWindow.getState().view === 'recovered'
  const actions: Toast['actions'] =
    action === undefined || action.kind === 'none' || isThere
      ? []
      : [{ label: action.label, run: () => follow(client, action.kind, documentId) }]
  // Interrupted work is reported once, so the toast stays until the writer has resumed or dismissed it.
  const stays = action !== undefined && isOfWork(action.kind)
  return queueToast(notice.text, stays ? [...actions, { label: 'Dismiss', run: () => {} }] : actions, {
    closed: dismiss,
    ...(connectionId === undefined ? { isOfApp: true } : { library: connectionId }),
    ...(stays && { stays }),
    ...(kind !== undefined && { many: { ...manyOf(notice), ...MANY[kind] } }),
  })
}

/** Shows a notice over another library. Its action is offered once its own library is on screen. */
function tellElsewhere(notice: Notice, name: string | undefined, dismiss: () => void): number {
  const { action, kind } = notice
  const place = name === undefined ? 'In another library: ' : `In “${name}”: `
  return queueToast(place + notice.text, [], {
    isOfApp: true,
    ...((action === undefined || action.kind === 'none') && { closed: dismiss }),
    ...(kind !== undefined && {
      many: { ...manyOf(notice), text: (count) => place + MANY[kind].text(count), actions: [] },
    }),
  })
}

const manyOf = ({ id, kind, connectionId, documentId }: Notice) => ({
  kind: `${kind} ${connectionId ?? ''}`,
  ids: [documentId ?? id],
})

/** The joint text and actions of several notices of one kind. */
const MANY: Readonly<
  Record<NonNullable<Notice['kind']>, Pick<NonNullable<Toast['many']>, 'text' | 'actions'>>
> = {
  'deleted-elsewhere': {
    text: (count) =>
      `${count.toLocaleString('en')} documents were deleted elsewhere. Their texts are kept under Recovered texts.`,
  },
  decision: {
    text: (count) => `${counted(count, 'document')} ${count === 1 ? 'needs' : 'need'} your decision.`,
    actions: [{ label: 'Show outbox', run: () => showPanel('outbox') }],
  },
}

function isOnScreen(id: DocumentId): boolean {
  const { view, active, sideDocument, postponed } = useWindow.getState()
  return view === 'documents' && (active === id || sideDocument === id) && !postponed.has(id)
}

type ActionKind = NonNullable<Notice['action']>['kind']

const isOfWork = (kind: ActionKind) =>
  kind === 'import' || kind === 'export' || kind === 'move-library' || kind === 'restore'

function follow(client: Client, kind: ActionKind, documentId: string | undefined): void {
  if (kind === 'show-settings') showOverlay({ kind: 'settings', page: 'connection' })
  else if (isOfWork(kind)) showOverlay(kind === 'export' ? { kind, of: 'library' } : { kind })
  else if (kind === 'show-recovered') useWindow.setState({ view: 'recovered' })
  else if (documentId === undefined) return
  else if (kind === 'undo-delete') void client.call('document.restore', { ids: [documentId] })
  else if (kind === 'undo-merge') void client.call('document.undo-merge', { id: documentId })
  else if (kind === 'review') {
    showDecision(documentId)
  }
}
