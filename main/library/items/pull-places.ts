import type { FolderSeen } from '../../../shared/api/api-reading'
import type { Problem } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import type { ApiClient } from '../../sync/http/api-client'
import { backgroundPauseMs } from '../../sync/service/connection-state'
import type { Connection } from '../../sync/service/connection'
import { walkPages } from '../../sync/pull/pages'
import { changedFields, goneThere, reconciled, type Place, type PlaceBase, type PlaceKind } from './place'
import { baseOf, contentSeen, isLike, listOperation, type PlaceRemote, type PlaceSeen } from './place-remote'
import type { PlaceSending } from './place-sending'
import type { Places } from './places'

export interface PlacePullParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly places: Places
  readonly remote: PlaceRemote
  readonly sending: PlaceSending
  readonly signal?: AbortSignal
}

/** Reads all folders, then all tags, then the list of files. `undefined`: done, as far as this key may. */
export async function pullPlaces(parts: PlacePullParts): Promise<Problem | undefined> {
  return (
    (await pullKind(parts, 'folder')) ?? (await pullKind(parts, 'tag')) ?? (await pullKind(parts, 'file'))
  )
}

async function pullKind(parts: PlacePullParts, kind: PlaceKind): Promise<Problem | undefined> {
  const { client, clock, connection, places, signal } = parts
  const asked = places.moment()
  const seen = new Set<string>()
  const pages = walkPages(
    { client, clock, pauseMs: () => backgroundPauseMs(connection.current()) },
    listOperation(kind),
    signal ? { signal } : {},
  )
  for await (const step of pages) {
    if (step.kind === 'failed') return step.problem.code === 'missing-ability' ? undefined : step.problem
    if (step.kind === 'end') {
      if (step.complete) await askAboutMissing(parts, kind, seen, asked)
      return undefined
    }
    if (kind === 'folder') noteParents(connection, step.rows as readonly FolderSeen[])
    // Parents first, so that a child's parent is known by its id here.
    for (const row of step.rows) {
      seen.add(row.id)
      absorbRow(parts, kind, row, asked)
    }
  }
  return undefined
}

function noteParents(connection: Connection, rows: readonly FolderSeen[]): void {
  if (rows.length > 0)
    connection.noteCapabilities({
      folderParent: rows.some(({ parent_id }) => parent_id !== undefined) ? 'yes' : 'no',
    })
}

/** A row of a list has no ETag: a base that it changes is read again before its first write (W18). */
function absorbRow(
  { places, sending }: PlacePullParts,
  kind: PlaceKind,
  row: PlaceSeen,
  asked: number,
): void {
  const theirs = baseOf(places, row, undefined)
  const content = contentSeen(row)
  const place = places.byRemoteId(kind, row.id)
  if (!place) {
    if (!isLostCreate(places, kind, row))
      sending.put({
        kind,
        id: row.id,
        remoteId: row.id,
        mine: theirs.fields,
        base: theirs,
        deleted: false,
        movedAt: asked,
        ...(content && { content }),
      })
    return
  }
  if (isVoid(sending, place, asked) || isKnown(place, theirs)) return
  sending.put(reconciled(place, theirs, places.moment()))
}

const isVoid = (sending: PlaceSending, place: Place, asked: number) =>
  sending.isBusy(place) || place.movedAt > asked

const isKnown = ({ base }: Place, theirs: PlaceBase): boolean =>
  base !== undefined &&
  changedFields(base.fields, theirs.fields).length === 0 &&
  (theirs.fields.parentId === undefined || base.fields.parentId !== undefined)

/** What a create of this device may have made is left to it, or there would be two (W17). */
function isLostCreate(places: Places, kind: PlaceKind, row: PlaceSeen): boolean {
  for (const place of places.all(kind))
    if (place.flight?.verb === 'create' && isLike(places, place, row, place.flight.fields)) return true
  return false
}

/** A missing row is a question, not an answer. Tags have no route of their own: their list is all there is (A14). */
async function askAboutMissing(
  parts: PlacePullParts,
  kind: PlaceKind,
  seen: ReadonlySet<string>,
  asked: number,
): Promise<void> {
  const { connection, places, remote, sending } = parts
  const missing = [...places.all(kind)].filter(
    ({ remoteId }) => remoteId !== undefined && !seen.has(remoteId),
  )
  for (const before of missing) {
    if (isVoid(sending, before, asked)) continue
    const answer = kind === 'tag' ? ({ kind: 'gone' } as const) : await remote.read(before)
    // Until it is known whose account answers, nothing counts as deleted (C7).
    if (connection.current().identity !== 'same') return
    const place = places.get(kind, before.id)
    if (!place || isVoid(sending, place, asked)) continue
    if (answer.kind === 'found') sending.put(reconciled(place, answer.theirs, places.moment()))
    if (answer.kind !== 'gone') continue
    const left = goneThere(place, places.moment())
    if (left) sending.put(left)
    else sending.gone(place)
  }
}
