import type { FolderId } from '../../../shared/terms'
import type { SyncLog } from '../../store/sync-log'
import { omit } from '../../documents/core/step'
import type { Attempt, Sendable, SendScheduler } from '../../sync/outbox/sendable'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import type { ItemEffect, ItemEvent } from './item-events'
import type { ItemRemote } from './item-remote'
import { intentOf, transition } from './item-transition'
import { describeItem } from './item-messages'
import { createItemWorld, type ItemWorldParts } from './item-world'
import { isPending, type ItemKind, type LibraryItem } from './library-item'
import { ITEM_KINDS } from './library-items'

interface ItemSendingParts extends ItemWorldParts {
  readonly remote: ItemRemote
  readonly noteCapabilities: (capabilities: ServiceCapabilities) => void
  readonly scheduler: SendScheduler
  readonly log: Pick<SyncLog, 'note'>
  /** Called when a folder, tag or file has its id on the service. */
  readonly onResolved: (item: LibraryItem) => void
  /** Called when the item is gone on both sides. */
  readonly onGone: (item: LibraryItem) => void
  /** Called when documents may name the item by an id that no longer exists. */
  readonly onUnited: (item: LibraryItem, twin: LibraryItem) => void
  readonly onChanged: (item: LibraryItem) => void
  /** Called when the item is gone on the service and is created anew. */
  readonly onRemade: (item: LibraryItem) => void
}

/** An event that does not come from sending the item. */
type OutsideEvent = Extract<
  ItemEvent,
  { readonly kind: 'edited' | 'deleted' | 'undeleted' | 'discarded' | 'remote-read' }
>

export interface ItemSending extends Sendable {
  /** Adds an item that is new on this device, durably, and schedules its pending changes. */
  add(item: LibraryItem): void
  /** Takes in an event of an item, durably, and schedules its pending changes. */
  dispatch(item: LibraryItem, event: OutsideEvent): void
  /** Checks all waiting items again: documents left a folder, a parent was created, or the app started. */
  recheck(): void
}

export const rowIdOf = ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): string => `${kind}:${id}`

/** The engine of folders, tags and files: one request at a time for each item, many items in parallel. */
export function createItemSending(parts: ItemSendingParts): ItemSending {
  const { items, scheduler } = parts
  const { contextOf, waitsFor, isOrphan } = createItemWorld(parts)

  const find = (rowId: string): LibraryItem | undefined => {
    const at = rowId.indexOf(':')
    return items.get(rowId.slice(0, at) as ItemKind, rowId.slice(at + 1))
  }

  /** The only way in which an item changes: the next state is decided, made durable, and only then acted upon (W1). */
  function dispatch(item: LibraryItem, event: ItemEvent): readonly ItemEffect[] {
    const { next, effects } = transition(item, event, contextOf(item))
    const twin = effects.find((effect) => effect.kind === 'unite')?.twin
    if (effects.some(({ kind }) => kind === 'forget')) forget(item)
    else if (next !== item) put(next, twin)
    for (const effect of effects) perform(next, effect)
    return effects
  }

  /** Runs an effect that sends no request; `run` handles the others. */
  function perform(item: LibraryItem, effect: ItemEffect): void {
    switch (effect.kind) {
      case 'schedule':
        return scheduler.schedule(sending, rowIdOf(item), effect.intent)
      case 'unite':
        scheduler.schedule(sending, rowIdOf(effect.twin), { kind: 'none' })
        return parts.onUnited(item, effect.twin)
      case 'remade':
        return parts.onRemade(item)
      case 'no-etags':
        return item.kind === 'tag' ? undefined : parts.noteCapabilities({ [`${item.kind}Etags`]: 'no' })
      case 'forget':
      case 'failed':
      case 'send':
      case 'read':
      case 'find-created':
        return undefined
    }
  }

  /** Sends the requests of these effects, and takes in each answer, until no further request follows. */
  async function run(rowId: string, begun: readonly ItemEffect[]): Promise<Attempt> {
    let effects = begun
    for (;;) {
      const failed = effects.find((effect) => effect.kind === 'failed')
      if (failed) return failed
      const asked = find(rowId)
      const answer = asked && (await answerOf(parts.remote, asked, effects))
      const item = find(rowId)
      if (!answer || !item) return { kind: 'ended' }
      effects = dispatch(item, answer)
    }
  }

  const put = (item: LibraryItem, twin?: LibraryItem): void => {
    const isResolved = item.remoteId !== undefined && items.get(item.kind, item.id)?.remoteId === undefined
    if (!items.put(item, twin)) return
    if (isResolved) parts.onResolved(item)
    if (isResolved) recheck()
    parts.onChanged(item)
  }

  const forget = (item: LibraryItem): void => {
    // Documents that name the item change first: after a crash in between this runs again, and no document waits for a
    // deleted item.
    parts.onGone(item)
    if (item.remoteId === undefined)
      for (const child of [...items.all('folder')])
        if (child.mine.parentId === item.id) moveOut(child, item.mine.parentId ?? null)
    items.remove(item)
    scheduler.schedule(sending, rowIdOf(item), { kind: 'none' })
    parts.onChanged(item)
    recheck()
  }

  const moveOut = (child: LibraryItem, parentId: FolderId | null) =>
    dispatch(child, { kind: 'edited', fields: { parentId } })

  const scheduleRow = (item: LibraryItem) =>
    scheduler.schedule(sending, rowIdOf(item), intentOf(item, waitsFor(item) !== undefined))

  const recheck = (): void => {
    for (const kind of ITEM_KINDS)
      for (const item of [...items.all(kind)]) {
        if (!isPending(item) || item.attempt) continue
        if (isOrphan(item)) moveOut(item, null)
        else scheduleRow(item)
      }
  }

  const describe: ItemSending['describe'] = (rowId) => {
    const item = find(rowId)
    return item && isPending(item) ? describeItem(item, items, waitsFor(item)) : undefined
  }

  /** Logs a change that was sent or refused; one that only waits on is not logged. */
  const note = (rowId: string, what: string | undefined, attempt: Attempt): void => {
    if (what === undefined) return
    const left = describe(rowId)
    if (attempt.kind === 'failed')
      parts.log.note({ kind: 'failed', what, detail: `Not sent: ${attempt.problem.message}` })
    // A change in question may have other words by now: those say what it was renamed to elsewhere.
    else if (find(rowId)?.question !== undefined)
      parts.log.note({ kind: 'failed', what, detail: left?.needs ?? '' })
    else if (left?.what !== what) parts.log.note({ kind: 'sent', what, detail: 'Accepted by the service' })
  }

  const sending: ItemSending = {
    kind: 'row',
    add(item) {
      put(item)
      scheduleRow(item)
    },
    dispatch: (item, event) => void dispatch(item, event),
    recheck,

    async send(rowId, isAsked) {
      const asked = find(rowId)
      if (!asked || asked.attempt) return { kind: 'ended' }
      const what = describe(rowId)?.what
      try {
        const attempt = await run(rowId, dispatch(asked, { kind: 'send-due', asked: isAsked }))
        note(rowId, what, attempt)
        return attempt
      } finally {
        // A full disk may end an attempt at any point.
        const left = find(rowId)
        if (left?.attempt) {
          items.put(omit(left, 'attempt'))
          scheduleRow(left)
        }
      }
    },

    describe,

    discard(rowId) {
      const item = find(rowId)
      if (item && !item.attempt) dispatch(item, { kind: 'discarded' })
      return undefined
    },
  }
  return sending
}

/** The event that answers the one effect that sends a request; `undefined` where there is none. */
async function answerOf(
  remote: ItemRemote,
  item: LibraryItem,
  effects: readonly ItemEffect[],
): Promise<ItemEvent | undefined> {
  for (const effect of effects)
    switch (effect.kind) {
      case 'send':
        return { kind: 'write-ended', outcome: await remote.send(item, effect.flight) }
      case 'read':
        return { kind: 'read-ended', outcome: await remote.read(item) }
      case 'find-created':
        return { kind: 'find-created-ended', outcome: await remote.find(item, effect.fields) }
    }
  return undefined
}
