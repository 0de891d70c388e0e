import type { Notice } from '../../shared/ipc/ipc-records'
import { YOURS_BEFORE_MERGE, type DocumentId, shownTitle } from '../../shared/terms'
import { counted } from '../../shared/text/counted'
import type { AppClient, Client } from '../bridge/bridge'
import type { Sessions } from '../state/sessions'
import { showSnapshot } from '../history/show-history'
import { goToDocument, showDecision, showOverlay, showPanel, type Toast, useWindow } from '../state/store'
import { dropDecided, dropToasts, dropToastsAbout, queueToast, takeToast } from '../state/toasts'

/** Follows what main tells about one library; returns the function that stops that. */
export function followLibrary(client: Client, sessions: Sessions): () => void {
  const glance = () => void client.call('connection.glance', undefined)
  // Only a hint: whether the service is within reach is what a request finds out.
  window.addEventListener('offline', glance)
  const stops = [
    client.listen('document.merged', ({ id, changes }) => {
      const title = sessions.get(id)?.view().title
      if (title !== undefined) announceMerge(client, sessions, id, { changes, undoable: true, title })
    }),
    // A clash leaves nothing of a merge to be undone or looked at: what is to be decided is.
    client.listen('document.status-changed', ({ id, phase }) => {
      if (phase === 'conflicted') dropToasts(id)
      else dropDecided(id)
      if (phase === 'deleted') dropToastsAbout(id)
    }),
    useWindow.subscribe(({ filter }, before) => {
      if (filter !== before.filter) glance()
    }),
    useWindow.subscribe(({ batches: [now] }, { batches: [before] }) => {
      if (now?.stop === before?.stop) return
      void client.call('library.batch', now === undefined ? null : { doing: now.doing, total: now.total })
    }),
    () => window.removeEventListener('offline', glance),
  ]
  return () => stops.forEach((stop) => stop())
}

/** The library on screen, and what the writer calls the others. */
interface Shown {
  library(): { readonly client: Client; readonly connectionId: string }
  nameOf(connectionId: string): string | undefined
}

/**
 * Shows what main has to say to the writer. What is about a library offers what can be done there while that is on screen;
 * over another one it names the library and offers nothing, and is shown once more when its library comes.
 */
export function followNotices(app: AppClient, raised: readonly Notice[], shown: Shown): void {
  /** What the writer has not read where something can be done about it, each with its toast. */
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

/** What was merged before the text was opened has no marks in it; the history shows it beside the text before. */
async function compareMerged(client: Client, id: DocumentId): Promise<void> {
  const kept = await client.call('snapshots.list', { documentId: id })
  if (!kept.ok) return
  const before = kept.value.find(({ reason }) => reason === YOURS_BEFORE_MERGE)
  if (before !== undefined) showSnapshot(id, before.id)
}

/** Says it where something can be done about it, and answers with the toast; none where it stands before the writer already. */
function tell(client: Client, notice: Notice, dismiss: () => void): number | undefined {
  const { action, documentId, connectionId, kind } = notice
  // What is to be decided stands before the writer.
  if (action?.kind === 'review' && documentId !== undefined && isOnScreen(documentId)) {
    dismiss()
    return undefined
  }
  const isThere = action?.kind === 'show-recovered' && useWindow.getState().view === 'recovered'
  const actions: Toast['actions'] =
    action === undefined || action.kind === 'none' || isThere
      ? []
      : [{ label: action.label, run: () => follow(client, action.kind, documentId) }]
  // Work that broke off is told once: it waits until the writer has gone on with it, or does not want to.
  const stays = action !== undefined && isOfWork(action.kind)
  return queueToast(notice.text, stays ? [...actions, { label: 'Dismiss', run: () => {} }] : actions, {
    closed: dismiss,
    ...(connectionId === undefined ? { isOfApp: true } : { library: connectionId }),
    ...(stays && { stays }),
    ...(kind !== undefined && { many: { ...manyOf(notice), ...MANY[kind] } }),
  })
}

/** Says it over another library. What can be done about it waits until its own library is on screen. */
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

/** What several notices of one kind are together. */
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

const isOfWork = (kind: ActionKind) => kind === 'import' || kind === 'move-library' || kind === 'restore'

function follow(client: Client, kind: ActionKind, documentId: string | undefined): void {
  if (kind === 'show-settings') showOverlay({ kind: 'settings', page: 'connection' })
  else if (isOfWork(kind)) showOverlay({ kind })
  else if (kind === 'show-recovered') useWindow.setState({ view: 'recovered' })
  else if (documentId === undefined) return
  else if (kind === 'undo-delete') void client.call('document.restore', { ids: [documentId] })
  else if (kind === 'undo-merge') void client.call('document.undo-merge', { id: documentId })
  else if (kind === 'review') {
    showDecision(documentId)
  }
}
