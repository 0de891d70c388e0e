import type { FolderId, RemoteId, TagId } from '../../../shared/terms'
import type { IdMapping as Mapping } from '../../documents/documents'
import type { Row, Rows } from '../../store/rows'
import { loaded, type LibraryItem, type ItemKind } from './library-item'

/**
 * All folders, tags and files of one connection, in memory and on the disk; also the mapping of their ids that
 * documents use.
 */
export interface LibraryItems extends Mapping {
  get(kind: ItemKind, id: string): LibraryItem | undefined
  byRemoteId(kind: ItemKind, remoteId: RemoteId): LibraryItem | undefined
  /** All items of a kind, including those marked as deleted. */
  all(kind: ItemKind): Iterable<LibraryItem>
  /**
   * Stores an item: durable when this returns, or part of the surrounding transaction; the facts of an attempt stay in
   * memory. `twin` is removed at the same time. Returns whether anything durable has changed.
   */
  put(item: LibraryItem, twin?: LibraryItem): boolean
  remove(item: LibraryItem): void
  /** The moment when this device removed this id of the service, if it did in this run of the app. */
  goneAt(kind: ItemKind, remoteId: RemoteId): number | undefined
  /** Increases with every call: the order of requests and answers (W10). */
  moment(): number
  /** Increases with every change. */
  version(): number
  /** Rows that could not be read at the start. */
  readonly unreadable: number
}

export const ITEM_KINDS = ['folder', 'tag', 'file'] as const satisfies readonly ItemKind[]

const byKind = <T>() => ({
  folder: new Map<string, T>(),
  tag: new Map<string, T>(),
  file: new Map<string, T>(),
})

export function openLibraryItems(rows: Rows): LibraryItems {
  const byId = byKind<LibraryItem>()
  const byRemote = byKind<string>()
  const gone = byKind<number>()
  let unreadable = 0
  let moment = 0
  let version = 0
  for (const kind of ITEM_KINDS) {
    const stored = storedItems(rows, kind)
    unreadable += stored.unreadable
    for (const item of stored.items) {
      byId[kind].set(item.id, item)
      if (item.remoteId !== undefined) byRemote[kind].set(item.remoteId, item.id)
    }
  }

  const get = (kind: ItemKind, id: string) => byId[kind].get(id)
  const here = (kind: ItemKind, remoteId: RemoteId) => byRemote[kind].get(remoteId) ?? remoteId
  /** The service's id of an item; an unknown item (its list may not be readable) already has the service's id. */
  const there = (kind: ItemKind, id: string) => {
    const item = get(kind, id)
    return item ? item.remoteId : id.startsWith(NEW) ? undefined : id
  }

  const forgetRemoteId = (item: LibraryItem | undefined) => {
    if (item?.remoteId === undefined) return
    byRemote[item.kind].delete(item.remoteId)
    gone[item.kind].set(item.remoteId, ++moment)
  }
  const forget = ({ kind, id }: LibraryItem) => {
    forgetRemoteId(get(kind, id))
    byId[kind].delete(id)
  }

  const isListed = (id: string) => get('folder', id) !== undefined || get('tag', id) !== undefined

  return {
    get,
    byRemoteId: (kind, remoteId) => get(kind, byRemote[kind].get(remoteId) ?? ''),
    all: (kind) => byId[kind].values(),
    put(item, twin) {
      const { kind, id, remoteId, attempt: _attempt, ...body } = item
      const before = get(kind, id)
      const isMoved = !before || !isSameButAttempt(before, item)
      if (isMoved) rows.write({ kind, id, body, ...(remoteId !== undefined && { remoteId }) }, twin?.id)
      if (twin) forget(twin)
      if (before?.remoteId !== remoteId) forgetRemoteId(before)
      if (remoteId !== undefined) byRemote[kind].set(remoteId, id)
      byId[kind].set(id, item)
      if (isMoved) version++
      return isMoved
    },
    remove(item) {
      rows.remove(item.kind, item.id)
      forget(item)
      version++
    },
    goneAt: (kind, remoteId) => gone[kind].get(remoteId),
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

/** The stored items of a kind, and how many rows could not be read. */
export function storedItems(rows: Pick<Rows, 'all'>, kind: ItemKind) {
  const { rows: stored, unreadable } = rows.all(kind)
  return { items: stored.map(itemOf), unreadable }
}

/** The prefix of this device's ids for items that are not on the service yet; no service issues such ids. */
const NEW = 'new:'
export const newItemId = (uuid: string): string => NEW + uuid

function isSameButAttempt(one: LibraryItem, other: LibraryItem): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)] as (keyof LibraryItem)[])
  keys.delete('attempt')
  return [...keys].every((key) => one[key] === other[key])
}

const itemOf = ({ kind, id, remoteId, body }: Row): LibraryItem =>
  loaded({
    ...(body as Omit<LibraryItem, 'kind' | 'id' | 'remoteId'>),
    kind: kind as ItemKind,
    id,
    ...(remoteId !== undefined && { remoteId }),
  })

/**
 * Marks all unsent items after this library was copied: the other device may send them as well, so each is searched for
 * before it is created (W17). Durable when this returns.
 */
export function lookForUnsent(items: LibraryItems): void {
  for (const kind of ITEM_KINDS) {
    const all = [...items.all(kind)]
    for (const item of all) {
      if (item.remoteId !== undefined || item.flight !== undefined || item.deleted) continue
      const alike = all.flatMap(({ remoteId, mine }) =>
        remoteId !== undefined && mine.name === item.mine.name ? [remoteId] : [],
      )
      items.put({ ...item, maybeMade: alike })
    }
  }
}
