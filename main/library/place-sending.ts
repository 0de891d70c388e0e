import type { Sendable, Wish, Wishes } from '../sync/sendable'
import { isPending, keptMine, letGo, type Place, type PlaceKind } from './place'
import { drain, type DrainParts, type Handle } from './place-drain'
import { describePlace } from './place-words'
import { PLACE_KINDS } from './places'

export interface PlaceSendingParts extends DrainParts {
  readonly wishes: Wishes
  /** Documents in this folder are still on the service, so it cannot be deleted yet. */
  readonly holdsDocuments: (folderId: string) => boolean
  /** A folder, tag or file has its id on the service now. */
  readonly onResolved: (place: Place) => void
  /** It is gone on both sides. */
  readonly onGone: (place: Place) => void
  readonly onChanged: (place: Place) => void
}

export interface PlaceSending extends Sendable {
  /** Takes the place as it is to be from now on, durable, and sends what is pending on it when it can. */
  put(place: Place): void
  /** It is gone on both sides, or was never there. */
  gone(place: Place): void
  /** A write or a question about it is under way: news are to wait (W10). */
  isBusy(place: Place): boolean
  /** Something that others wait for has moved: documents of a folder went, a parent was created; or the app started. */
  recheck(): void
}

export const rowIdOf = ({ kind, id }: Pick<Place, 'kind' | 'id'>): string => `${kind}:${id}`

/** Sends what is pending on folders, tags and files: in order per thing, parallel across things (house.md, "Rows"). */
export function createPlaceSending(parts: PlaceSendingParts): PlaceSending {
  const { places, wishes } = parts
  const busy = new Set<string>()

  const find = (rowId: string): Place | undefined => {
    const at = rowId.indexOf(':')
    return places.get(rowId.slice(0, at) as PlaceKind, rowId.slice(at + 1))
  }

  const put = (place: Place): void => {
    const isResolved =
      place.remoteId !== undefined && places.get(place.kind, place.id)?.remoteId === undefined
    places.put(place)
    if (!busy.has(rowIdOf(place))) tellWish(place)
    if (isResolved) parts.onResolved(place)
    if (isResolved) recheck()
    parts.onChanged(place)
  }

  const gone = (place: Place): void => {
    places.remove(place)
    wishes.wish(sending, rowIdOf(place), { kind: 'none' })
    parts.onGone(place)
    parts.onChanged(place)
    recheck()
  }

  const tellWish = (place: Place): void => {
    const isAsked = place.question !== undefined || waitsFor(place) !== undefined
    const wish: Wish = !isPending(place)
      ? { kind: 'none' }
      : isAsked
        ? { kind: 'asked' }
        : place.deleted && place.remoteId !== undefined && !place.flight
          ? { kind: 'undoable' }
          : { kind: 'now', first: false }
    wishes.wish(sending, rowIdOf(place), wish)
  }

  const recheck = (): void => {
    for (const kind of PLACE_KINDS)
      for (const place of places.all(kind)) if (isPending(place) && !busy.has(rowIdOf(place))) tellWish(place)
  }

  /** What has to happen first, in words: a folder exists before what goes into it, and outlives what is in it. */
  const waitsFor = (place: Place): string | undefined => {
    if (place.kind !== 'folder' || place.flight) return undefined
    if (!place.deleted) {
      const { parentId } = place.mine
      if (parentId == null || places.folderThere(parentId) !== undefined) return undefined
      return `Waits for folder “${places.get('folder', parentId)?.mine.name ?? ''}”`
    }
    if (place.remoteId === undefined) return undefined
    for (const { id, mine } of places.all('folder'))
      if (mine.parentId === place.id && id !== place.id) return `Waits until “${mine.name}” is deleted`
    return parts.holdsDocuments(place.id) ? 'Waits until its documents are deleted' : undefined
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
      const handle: Handle = {
        get: () => find(rowId),
        put,
        gone,
        waits: (place) => waitsFor(place) !== undefined,
      }
      try {
        if (isAsked && asked.question) put(keptMine(asked))
        return await drain(parts, handle)
      } finally {
        busy.delete(rowId)
        const left = find(rowId)
        if (left) tellWish(left)
      }
    },

    describe(rowId) {
      const place = find(rowId)
      return place && isPending(place) ? describePlace(place, places, waitsFor(place)) : undefined
    },

    discard(rowId) {
      const place = find(rowId)
      if (!place || busy.has(rowId)) return
      const left = letGo(place)
      if (left) put(left)
      else gone(place)
    },
  }
  return sending
}
