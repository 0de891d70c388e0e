import type { SyncLog } from '../../store/sync-log'
import type { SendIntent } from '../../documents/core/events'
import type { Attempt, Sendable, SendScheduler } from '../../sync/outbox/sendable'
import { edited, isPending, keptMine, discarded, type LibraryItem, type ItemKind } from './library-item'
import { drain, type DrainParts, type Handle } from './item-drain'
import { describeItem, type Waiting } from './item-words'
import { ITEM_KINDS } from './library-items'

export interface ItemSendingParts extends DrainParts {
  readonly scheduler: SendScheduler
  readonly log: Pick<SyncLog, 'note'>
  /** Documents keep a folder from being deleted: those in the lists (`here`), or those on their way out. */
  readonly holdsDocuments: (folderId: string) => 'here' | 'going' | 'none'
  /** A folder, tag or file has its id on the service now. */
  readonly onResolved: (item: LibraryItem) => void
  /** It is gone on both sides. */
  readonly onGone: (item: LibraryItem) => void
  /** Documents may name it by an id that is no more. */
  readonly onUnited: (item: LibraryItem, twin: LibraryItem) => void
  readonly onChanged: (item: LibraryItem) => void
  /** It is gone there, and the writer wants it made anew. */
  readonly onRemade: (item: LibraryItem) => void
}

export interface ItemSending extends Sendable {
  /** Takes the item as it is to be from now on, durable, and sends what is pending on it when it can. */
  put(item: LibraryItem): void
  /** It is gone on both sides, or was never there. */
  gone(item: LibraryItem): void
  /** A write or a question about it is under way: remote updates wait (W10). */
  isBusy(item: LibraryItem): boolean
  /** Something that others wait for has moved: documents of a folder went, a parent was created; or the app started. */
  recheck(): void
}

export const rowIdOf = ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): string => `${kind}:${id}`

/** Sends what is pending on folders, tags and files: in order per thing, parallel across things. */
export function createItemSending(parts: ItemSendingParts): ItemSending {
  const { items, scheduler } = parts
  const busy = new Set<string>()

  const find = (rowId: string): LibraryItem | undefined => {
    const at = rowId.indexOf(':')
    return items.get(rowId.slice(0, at) as ItemKind, rowId.slice(at + 1))
  }

  const put = (item: LibraryItem): void => {
    const isResolved = item.remoteId !== undefined && items.get(item.kind, item.id)?.remoteId === undefined
    items.put(item)
    if (!busy.has(rowIdOf(item))) scheduleRow(item)
    if (isResolved) parts.onResolved(item)
    if (isResolved) recheck()
    parts.onChanged(item)
  }

  const gone = (item: LibraryItem): void => {
    // First what names it: after a crash in between it goes once more, and nothing waits for what is not there.
    parts.onGone(item)
    if (item.remoteId === undefined)
      for (const child of [...items.all('folder')])
        if (child.mine.parentId === item.id) put(edited(child, { parentId: item.mine.parentId ?? null }))
    items.remove(item)
    scheduler.schedule(sending, rowIdOf(item), { kind: 'none' })
    parts.onChanged(item)
    recheck()
  }

  const unite = (item: LibraryItem, twin: LibraryItem): void => {
    items.remove(twin)
    scheduler.schedule(sending, rowIdOf(twin), { kind: 'none' })
    put(item)
    parts.onUnited(item, twin)
  }

  const scheduleRow = (item: LibraryItem): void => {
    const isAsked = item.question !== undefined || waitsFor(item) !== undefined
    const intent: SendIntent = !isPending(item)
      ? { kind: 'none' }
      : isAsked
        ? { kind: 'asked' }
        : item.deleted && item.remoteId !== undefined && !item.flight
          ? { kind: 'undoable' }
          : { kind: 'now', first: false }
    scheduler.schedule(sending, rowIdOf(item), intent)
  }

  const recheck = (): void => {
    for (const kind of ITEM_KINDS)
      for (const item of [...items.all(kind)]) {
        if (!isPending(item) || busy.has(rowIdOf(item))) continue
        // Made in a folder that is no more: nothing would ever end the wait for that.
        if (isOrphan(item)) put(edited(item, { parentId: null }))
        else scheduleRow(item)
      }
  }

  const isOrphan = ({ kind, remoteId, flight, mine, deleted }: LibraryItem): boolean =>
    kind === 'folder' &&
    remoteId === undefined &&
    flight === undefined &&
    !deleted &&
    mine.parentId != null &&
    items.get('folder', mine.parentId) === undefined

  /** What has to happen first: a folder exists before what goes into it, and outlives what is in it. */
  const waitsFor = (item: LibraryItem): Waiting | undefined => {
    if (item.kind !== 'folder' || item.flight) return undefined
    if (!item.deleted) {
      const { parentId } = item.mine
      if (parentId == null || items.folderThere(parentId) !== undefined) return undefined
      return { words: `Waits for folder “${items.get('folder', parentId)?.mine.name ?? ''}”` }
    }
    if (item.remoteId === undefined) return undefined
    for (const { id, mine, deleted } of items.all('folder'))
      if (mine.parentId === item.id && id !== item.id)
        return deleted
          ? { words: `Waits until “${mine.name}” is deleted` }
          : { words: `Needs attention: the folder “${mine.name}” is in this folder now`, isForWriter: true }
    switch (parts.holdsDocuments(item.id)) {
      case 'here':
        return { words: 'Needs attention: this folder has documents now', isForWriter: true }
      case 'going':
        return { words: 'Waits until its documents are deleted' }
      case 'none':
        return undefined
    }
  }

  const describe: ItemSending['describe'] = (rowId) => {
    const item = find(rowId)
    return item && isPending(item) ? describeItem(item, items, waitsFor(item)) : undefined
  }

  /** What waited before, and has gone by now or was refused; what only waits on is not news. */
  const note = (rowId: string, what: string | undefined, attempt: Attempt): void => {
    if (what === undefined) return
    const left = describe(rowId)
    if (attempt.kind === 'failed')
      parts.log.note({ kind: 'failed', what, detail: `Not sent: ${attempt.problem.message}` })
    else if (left?.what !== what) parts.log.note({ kind: 'sent', what, detail: 'Accepted by the service' })
    else if (find(rowId)?.question !== undefined)
      parts.log.note({ kind: 'failed', what, detail: left.needs ?? '' })
  }

  const sending: ItemSending = {
    kind: 'row',
    put,
    gone,
    recheck,
    isBusy: (item) => item.flight !== undefined || busy.has(rowIdOf(item)),

    async send(rowId, isAsked) {
      const asked = find(rowId)
      if (!asked || busy.has(rowId)) return { kind: 'ended' }
      busy.add(rowId)
      const what = describe(rowId)?.what
      const handle: Handle = {
        get: () => find(rowId),
        put,
        gone,
        unite,
        waits: (item) => waitsFor(item) !== undefined,
      }
      try {
        if (isAsked && asked.question) {
          if (asked.question.kind === 'gone-there') parts.onRemade(asked)
          put(keptMine(asked))
        }
        const attempt = await drain(parts, handle)
        note(rowId, what, attempt)
        return attempt
      } finally {
        busy.delete(rowId)
        const left = find(rowId)
        if (left) scheduleRow(left)
      }
    },

    describe,

    discard(rowId) {
      const item = find(rowId)
      if (!item || busy.has(rowId)) return undefined
      const left = discarded(item)
      if (left) put(left)
      else gone(item)
      return undefined
    },
  }
  return sending
}
