import type { SyncLog } from '../../store/sync-log'
import type { SendIntent } from '../../documents/core/events'
import type { Attempt, Sendable, SendScheduler } from '../../sync/outbox/sendable'
import { edited, isPending, keptMine, discarded, type Place, type PlaceKind } from './place'
import { drain, type DrainParts, type Handle } from './place-drain'
import { describePlace, type Waiting } from './place-words'
import { PLACE_KINDS } from './places'

export interface PlaceSendingParts extends DrainParts {
  readonly scheduler: SendScheduler
  readonly log: Pick<SyncLog, 'note'>
  /** Documents keep a folder from being deleted: those in the lists (`here`), or those on their way out. */
  readonly holdsDocuments: (folderId: string) => 'here' | 'going' | 'none'
  /** A folder, tag or file has its id on the service now. */
  readonly onResolved: (place: Place) => void
  /** It is gone on both sides. */
  readonly onGone: (place: Place) => void
  /** Documents may name it by an id that is no more. */
  readonly onUnited: (place: Place, twin: Place) => void
  readonly onChanged: (place: Place) => void
  /** It is gone there, and the writer wants it made anew. */
  readonly onRemade: (place: Place) => void
}

export interface PlaceSending extends Sendable {
  /** Takes the place as it is to be from now on, durable, and sends what is pending on it when it can. */
  put(place: Place): void
  /** It is gone on both sides, or was never there. */
  gone(place: Place): void
  /** A write or a question about it is under way: remote updates wait (W10). */
  isBusy(place: Place): boolean
  /** Something that others wait for has moved: documents of a folder went, a parent was created; or the app started. */
  recheck(): void
}

export const rowIdOf = ({ kind, id }: Pick<Place, 'kind' | 'id'>): string => `${kind}:${id}`

/** Sends what is pending on folders, tags and files: in order per thing, parallel across things. */
export function createPlaceSending(parts: PlaceSendingParts): PlaceSending {
  const { places, scheduler } = parts
  const busy = new Set<string>()

  const find = (rowId: string): Place | undefined => {
    const at = rowId.indexOf(':')
    return places.get(rowId.slice(0, at) as PlaceKind, rowId.slice(at + 1))
  }

  const put = (place: Place): void => {
    const isResolved =
      place.remoteId !== undefined && places.get(place.kind, place.id)?.remoteId === undefined
    places.put(place)
    if (!busy.has(rowIdOf(place))) scheduleRow(place)
    if (isResolved) parts.onResolved(place)
    if (isResolved) recheck()
    parts.onChanged(place)
  }

  const gone = (place: Place): void => {
    // First what names it: after a crash in between it goes once more, and nothing waits for what is not there.
    parts.onGone(place)
    if (place.remoteId === undefined)
      for (const child of [...places.all('folder')])
        if (child.mine.parentId === place.id) put(edited(child, { parentId: place.mine.parentId ?? null }))
    places.remove(place)
    scheduler.schedule(sending, rowIdOf(place), { kind: 'none' })
    parts.onChanged(place)
    recheck()
  }

  const unite = (place: Place, twin: Place): void => {
    places.remove(twin)
    scheduler.schedule(sending, rowIdOf(twin), { kind: 'none' })
    put(place)
    parts.onUnited(place, twin)
  }

  const scheduleRow = (place: Place): void => {
    const isAsked = place.question !== undefined || waitsFor(place) !== undefined
    const intent: SendIntent = !isPending(place)
      ? { kind: 'none' }
      : isAsked
        ? { kind: 'asked' }
        : place.deleted && place.remoteId !== undefined && !place.flight
          ? { kind: 'undoable' }
          : { kind: 'now', first: false }
    scheduler.schedule(sending, rowIdOf(place), intent)
  }

  const recheck = (): void => {
    for (const kind of PLACE_KINDS)
      for (const place of [...places.all(kind)]) {
        if (!isPending(place) || busy.has(rowIdOf(place))) continue
        // Made in a folder that is no more: nothing would ever end the wait for that.
        if (isOrphan(place)) put(edited(place, { parentId: null }))
        else scheduleRow(place)
      }
  }

  const isOrphan = ({ kind, remoteId, flight, mine, deleted }: Place): boolean =>
    kind === 'folder' &&
    remoteId === undefined &&
    flight === undefined &&
    !deleted &&
    mine.parentId != null &&
    places.get('folder', mine.parentId) === undefined

  /** What has to happen first: a folder exists before what goes into it, and outlives what is in it. */
  const waitsFor = (place: Place): Waiting | undefined => {
    if (place.kind !== 'folder' || place.flight) return undefined
    if (!place.deleted) {
      const { parentId } = place.mine
      if (parentId == null || places.folderThere(parentId) !== undefined) return undefined
      return { words: `Waits for folder “${places.get('folder', parentId)?.mine.name ?? ''}”` }
    }
    if (place.remoteId === undefined) return undefined
    for (const { id, mine, deleted } of places.all('folder'))
      if (mine.parentId === place.id && id !== place.id)
        return deleted
          ? { words: `Waits until “${mine.name}” is deleted` }
          : { words: `Needs attention: the folder “${mine.name}” is in this folder now`, isForWriter: true }
    switch (parts.holdsDocuments(place.id)) {
      case 'here':
        return { words: 'Needs attention: this folder has documents now', isForWriter: true }
      case 'going':
        return { words: 'Waits until its documents are deleted' }
      case 'none':
        return undefined
    }
  }

  const describe: PlaceSending['describe'] = (rowId) => {
    const place = find(rowId)
    return place && isPending(place) ? describePlace(place, places, waitsFor(place)) : undefined
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

  const sending: PlaceSending = {
    kind: 'row',
    put,
    gone,
    recheck,
    isBusy: (place) => place.flight !== undefined || busy.has(rowIdOf(place)),

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
        waits: (place) => waitsFor(place) !== undefined,
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
      const place = find(rowId)
      if (!place || busy.has(rowId)) return undefined
      const left = discarded(place)
      if (left) put(left)
      else gone(place)
      return undefined
    },
  }
  return sending
}
