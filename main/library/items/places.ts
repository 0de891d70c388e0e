import type { FolderId, RemoteId, TagId } from '../../../shared/terms'
import type { Places as Mapping } from '../../documents/documents'
import type { Row, Rows } from '../../store/rows'
import type { Place, PlaceKind } from './place'

/** All folders, tags and files of one connection, in memory and durable; also the mapping of their ids that documents use. */
export interface Places extends Mapping {
  get(kind: PlaceKind, id: string): Place | undefined
  byRemoteId(kind: PlaceKind, remoteId: RemoteId): Place | undefined
  /** Also those that are marked as deleted. */
  all(kind: PlaceKind): Iterable<Place>
  /** Durable when it returns, or part of the transaction around it. */
  put(place: Place): void
  remove(place: Place): void
  /** Moves on with every call: the order of questions and answers (W10). */
  moment(): number
  /** Moves on with every change. */
  version(): number
  /** Rows that could not be read at the start. */
  readonly unreadable: number
}

export const PLACE_KINDS = ['folder', 'tag', 'file'] as const satisfies readonly PlaceKind[]

const byKind = <T>() => ({
  folder: new Map<string, T>(),
  tag: new Map<string, T>(),
  file: new Map<string, T>(),
})

export function openPlaces(rows: Rows): Places {
  const byId = byKind<Place>()
  const byRemote = byKind<string>()
  let unreadable = 0
  let moment = 0
  let version = 0
  for (const kind of PLACE_KINDS) {
    const stored = rows.all(kind)
    unreadable += stored.unreadable
    for (const row of stored.rows) {
      const place = placeOf(row)
      byId[kind].set(place.id, place)
      if (place.remoteId !== undefined) byRemote[kind].set(place.remoteId, place.id)
    }
  }

  const get = (kind: PlaceKind, id: string) => byId[kind].get(id)
  const here = (kind: PlaceKind, remoteId: RemoteId) => byRemote[kind].get(remoteId) ?? remoteId
  /** A place that is not known (its list may not be read) goes by the id that the service gave it. */
  const there = (kind: PlaceKind, id: string) => {
    const place = get(kind, id)
    return place ? place.remoteId : id.startsWith(NEW) ? undefined : id
  }

  const isListed = (id: string) => get('folder', id) !== undefined || get('tag', id) !== undefined

  return {
    get,
    byRemoteId: (kind, remoteId) => get(kind, byRemote[kind].get(remoteId) ?? ''),
    all: (kind) => byId[kind].values(),
    put(place) {
      const { kind, id, remoteId, ...body } = place
      const before = get(kind, id)
      rows.write({ kind, id, body, ...(remoteId !== undefined && { remoteId }) })
      if (before?.remoteId !== undefined) byRemote[kind].delete(before.remoteId)
      if (remoteId !== undefined) byRemote[kind].set(remoteId, id)
      byId[kind].set(id, place)
      version++
    },
    remove({ kind, id }) {
      const before = get(kind, id)
      rows.remove(kind, id)
      byId[kind].delete(id)
      if (before?.remoteId !== undefined) byRemote[kind].delete(before.remoteId)
      version++
    },
    version: () => version,
    moment: () => ++moment,
    unreadable,
    folderHere: (remoteId: RemoteId): FolderId => here('folder', remoteId),
    folderThere: (id: FolderId) => there('folder', id),
    tagHere: (remoteId: RemoteId): TagId => here('tag', remoteId),
    tagThere: (id: TagId) => there('tag', id),
    isGone: (id) => id.startsWith(NEW) && !isListed(id),
    isListed,
  }
}

/** Ids of this device for what is not on the service yet; no service gives ids like these. */
const NEW = 'new:'
export const newPlaceId = (uuid: string): string => NEW + uuid

/** `moment` starts anew with the app, so nothing that was read before it is void. */
function placeOf({ kind, id, remoteId, body }: Row): Place {
  return {
    ...(body as Omit<Place, 'kind' | 'id' | 'remoteId'>),
    kind: kind as PlaceKind,
    id,
    movedAt: 0,
    ...(remoteId !== undefined && { remoteId }),
  }
}
