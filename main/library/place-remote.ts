import type { FolderSeen, TagSeen } from '../../shared/api-reading'
import { problem, type Problem } from '../../shared/problem'
import type { Clock } from '../clock'
import type { Answer } from '../sync/answer'
import type { ApiClient } from '../sync/api-client'
import type { Habits } from '../sync/habits'
import { walkPages } from '../sync/pages'
import { remoteIdValue } from '../sync/remote-id'
import type { Flight, Place, PlaceBase, PlaceFields, PlaceKind } from './place'
import type { Places } from './places'

/** How a write of a folder or a tag ended. */
export type PlaceOutcome =
  | { readonly kind: 'landed'; readonly remoteId?: string; readonly theirs?: PlaceBase }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gone' }
  /** Certainly not done, and not as it stands. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Certainly not done, but may be later. */
  | { readonly kind: 'blocked'; readonly problem: Problem }
  /** It may have landed. */
  | { readonly kind: 'unknown'; readonly problem: Problem }

export type PlaceRead =
  | { readonly kind: 'found'; readonly theirs: PlaceBase }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export interface PlaceRemote {
  create(place: Place, flight: Flight): Promise<PlaceOutcome>
  update(place: Place, flight: Flight): Promise<PlaceOutcome>
  delete(place: Place): Promise<PlaceOutcome>
  /** As it is on the service now. A tag has no route of its own: it is looked up in the whole list (A14). */
  read(place: Place): Promise<PlaceRead>
  /** One that this device does not know yet, of this name and in this place: what a lost create may have made (W17). */
  find(kind: PlaceKind, fields: PlaceFields): Promise<PlaceRead & { readonly remoteId?: string }>
}

interface Parts {
  readonly client: ApiClient
  readonly places: Places
  readonly clock: Clock
  readonly habits: () => Habits
}

export function createPlaceRemote({ client, places, clock, habits }: Parts): PlaceRemote {
  const ending = (answer: Answer<FolderSeen | TagSeen>): PlaceOutcome => {
    if (answer.kind === 'ok')
      return { kind: 'landed', remoteId: answer.data.id, theirs: baseOf(places, answer.data, answer.etag) }
    if (answer.kind !== 'failed')
      return { kind: 'unknown', problem: problem('bad-answer', 'The service did not say what it stored.') }
    if (!answer.certain) return { kind: 'unknown', problem: answer.problem }
    switch (answer.problem.code) {
      case 'stale':
      case 'precondition-required':
        return { kind: 'stale' }
      case 'not-found':
        return { kind: 'gone' }
      case 'invalid':
      case 'too-large':
      case 'forbidden':
        return { kind: 'refused', problem: answer.problem }
      default:
        return { kind: 'blocked', problem: answer.problem }
    }
  }

  const listed = async (
    kind: PlaceKind,
    isIt: (row: FolderSeen | TagSeen) => boolean,
  ): Promise<{
    readonly row?: FolderSeen | TagSeen
    readonly complete: boolean
    readonly failure?: Problem
  }> => {
    for await (const step of walkPages({ client, clock }, kind === 'folder' ? 'folders.list' : 'tags.list')) {
      if (step.kind === 'failed') return { complete: false, failure: step.problem }
      if (step.kind === 'end') return { complete: step.complete }
      const row = step.rows.find(isIt)
      if (row) return { row, complete: false }
    }
    return { complete: false }
  }

  const notSeen = (failure: Problem | undefined): PlaceRead => ({
    kind: 'failed',
    problem: failure ?? problem('bad-answer', 'The service does not show its whole list.'),
  })

  return {
    async create({ kind }, { body, key }) {
      const outcome = ending(
        await client.call(kind === 'folder' ? 'folders.create' : 'tags.create', {
          ...(body !== undefined && { frozenBody: body }),
          ...(key !== undefined && { idempotencyKey: key }),
        }),
      )
      // A POST names nothing that could be gone or stale.
      return outcome.kind === 'gone' || outcome.kind === 'stale'
        ? { kind: 'blocked', problem: problem('service-failed', 'The service has no such route.') }
        : outcome
    },

    update: async ({ kind, remoteId, base }, { fields }) =>
      ending(
        await client.call(kind === 'folder' ? 'folders.update' : 'tags.update', {
          params: { id: remoteId! },
          body: bodyOf(places, habits(), kind, fields),
          ...(base?.etag !== undefined && { ifMatch: base.etag }),
        }),
      ),

    async delete({ kind, remoteId, base }) {
      const answer = await client.call(kind === 'folder' ? 'folders.delete' : 'tags.delete', {
        params: { id: remoteId! },
        ...(base?.etag !== undefined && { ifMatch: base.etag }),
      })
      return answer.kind === 'empty' ? { kind: 'landed' } : ending(answer as Answer<FolderSeen>)
    },

    async read({ kind, remoteId }) {
      if (kind === 'tag') {
        const { row, complete, failure } = await listed('tag', ({ id }) => id === remoteId)
        if (row) return { kind: 'found', theirs: baseOf(places, row, undefined) }
        return complete ? { kind: 'gone' } : notSeen(failure)
      }
      const answer = await client.call('folders.get', { params: { id: remoteId! } })
      if (answer.kind === 'ok') return { kind: 'found', theirs: baseOf(places, answer.data, answer.etag) }
      if (answer.kind === 'failed' && answer.problem.code === 'not-found') return { kind: 'gone' }
      return notSeen(answer.kind === 'failed' ? answer.problem : undefined)
    },

    async find(kind, fields) {
      const { row, complete, failure } = await listed(
        kind,
        (row) => places.byRemoteId(kind, row.id) === undefined && isLike(places, kind, row, fields),
      )
      if (row) return { kind: 'found', theirs: baseOf(places, row, undefined), remoteId: row.id }
      return complete ? { kind: 'gone' } : notSeen(failure)
    },
  }
}

/** Names of tags are unique on a service, some say without regard to case; folders may share a name elsewhere. */
export function isLike(
  places: Places,
  kind: PlaceKind,
  row: FolderSeen | TagSeen,
  fields: PlaceFields,
): boolean {
  if (kind === 'tag') return row.name.trim().toLowerCase() === fields.name.trim().toLowerCase()
  const { parentId } = baseOf(places, row, undefined).fields
  return (
    row.name.trim() === fields.name.trim() &&
    (parentId === undefined || parentId === (fields.parentId ?? null))
  )
}

/** The service's record in this device's ids. */
export function baseOf(places: Places, row: FolderSeen | TagSeen, etag: string | undefined): PlaceBase {
  const parent = 'parent_id' in row ? row.parent_id : undefined
  const position = 'position' in row ? row.position : undefined
  return {
    fields: {
      name: row.name,
      ...(parent !== undefined && { parentId: parent === null ? null : places.folderHere(parent) }),
      ...(position !== undefined && { position }),
    },
    ...(etag !== undefined && { etag }),
  }
}

/** The body of a create or an update: all that is known, so that it means the same where PUT replaces and where it mends. */
export function bodyOf(
  places: Places,
  habits: Habits,
  kind: PlaceKind,
  { name, parentId, position }: PlaceFields,
): object {
  if (kind === 'tag') return { name }
  return {
    name,
    ...(parentId !== undefined && {
      parent_id: parentId === null ? null : remoteIdValue(places.folderThere(parentId)!, habits),
    }),
    ...(position !== undefined && { position }),
  }
}
