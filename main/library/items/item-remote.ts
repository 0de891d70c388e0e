import type { FileSeen, FolderSeen, TagSeen } from '../../../shared/api/api-reading'
import { problem, type Problem } from '../../../shared/problem'
import { isSameTagName } from '../../../shared/text/tag-name'
import type { Clock } from '../../system/clock'
import type { Answer } from '../../sync/http/answer'
import type { ApiClient } from '../../sync/http/api-client'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { walkPages } from '../../sync/pull/pages'
import { remoteIdValue } from '../../sync/service/remote-id'
import {
  givesUpName,
  type FileContent,
  type Flight,
  type LibraryItem,
  type ItemBase,
  type ItemFields,
  type ItemKind,
} from './library-item'
import type { LibraryItems } from './library-items'

/** A folder, a tag or a file as a service shows it. */
export type ItemSeen = FolderSeen | TagSeen | FileSeen

/** How a write of a folder, a tag or a file ended. */
export type ItemOutcome =
  | { readonly kind: 'landed'; readonly remoteId?: string; readonly theirs?: ItemBase }
  | { readonly kind: 'stale' }
  | { readonly kind: 'gone' }
  /** Certainly not done, and not as it stands. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** Certainly not done, but may be later. */
  | { readonly kind: 'blocked'; readonly problem: Problem }
  /** It may have landed; `isStored`: it has, and the answer does not say as what. */
  | { readonly kind: 'unknown'; readonly problem: Problem; readonly isStored?: true }

export type ItemRead =
  | { readonly kind: 'found'; readonly theirs: ItemBase }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: Problem }

export interface ItemRemote {
  create(item: LibraryItem, flight: Flight): Promise<ItemOutcome>
  update(item: LibraryItem, flight: Flight): Promise<ItemOutcome>
  delete(item: LibraryItem): Promise<ItemOutcome>
  /** As it is on the service now. A tag has no route of its own: it is looked up in the whole list (A14). */
  read(item: LibraryItem): Promise<ItemRead>
  /**
   * One that this device does not know yet, of this name and in this folder: what a lost create may have made (W17). A
   * tag also where it is known by now: there is one of a name.
   */
  find(item: LibraryItem, fields: ItemFields): Promise<ItemRead & { readonly remoteId?: string }>
}

interface Parts {
  readonly client: ApiClient
  readonly items: LibraryItems
  readonly clock: Clock
  readonly capabilities: () => ServiceCapabilities
  /** The bytes of a file for its upload; `undefined`: they are not on this device any more. */
  readonly contentOf: (item: LibraryItem) => Promise<Blob | undefined>
}

const OPERATIONS = {
  folder: {
    list: 'folders.list',
    create: 'folders.create',
    update: 'folders.update',
    delete: 'folders.delete',
  },
  tag: { list: 'tags.list', create: 'tags.create', update: 'tags.update', delete: 'tags.delete' },
  file: { list: 'files.list', create: 'files.upload', update: 'files.update', delete: 'files.delete' },
} as const

export const listOperation = (kind: ItemKind) => OPERATIONS[kind].list

export function createItemRemote({ client, items, clock, capabilities, contentOf }: Parts): ItemRemote {
  const ending = (answer: Answer<ItemSeen | readonly FileSeen[]>): ItemOutcome => {
    // An upload answers with a list, of the one file that was sent.
    const seen = answer.kind === 'ok' ? [answer.data].flat()[0] : undefined
    if (answer.kind === 'ok' && seen)
      return { kind: 'landed', remoteId: seen.id, theirs: baseOf(items, seen, answer.etag) }
    if (answer.kind !== 'failed') return { kind: 'unknown', problem: UNSAID, isStored: true }
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
    kind: ItemKind,
    isIt: (row: ItemSeen) => boolean,
  ): Promise<{
    readonly row?: ItemSeen
    readonly complete: boolean
    readonly failure?: Problem
  }> => {
    for await (const step of walkPages({ client, clock }, listOperation(kind))) {
      if (step.kind === 'failed') return { complete: false, failure: step.problem }
      if (step.kind === 'end') return { complete: step.complete }
      const row = (step.rows as readonly ItemSeen[]).find(isIt)
      if (row) return { row, complete: false }
    }
    return { complete: false }
  }

  async function uploadOf(item: LibraryItem, { name }: ItemFields): Promise<FormData | undefined> {
    const content = await contentOf(item)
    if (!content) return undefined
    const form = new FormData()
    form.append('files[]', content, name)
    return form
  }

  const notSeen = (failure: Problem | undefined): ItemRead => ({
    kind: 'failed',
    problem: failure ?? problem('bad-answer', 'The service does not show its whole list.'),
  })

  return {
    async create(item, { fields, body, key }) {
      const form = item.kind === 'file' ? await uploadOf(item, fields) : undefined
      if (item.kind === 'file' && !form) return { kind: 'refused', problem: NOT_HERE }
      const outcome = ending(
        await client.call(OPERATIONS[item.kind].create, {
          ...(form ? { body: form } : body !== undefined && { frozenBody: body }),
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
        await client.call(OPERATIONS[kind].update, {
          params: { id: remoteId! },
          body: bodyOf(items, capabilities(), kind, fields),
          ...(base?.etag !== undefined && { ifMatch: base.etag }),
        }),
      ),

    async delete({ kind, remoteId, base }) {
      const answer = await client.call(OPERATIONS[kind].delete, {
        params: { id: remoteId! },
        ...(base?.etag !== undefined && { ifMatch: base.etag }),
      })
      return answer.kind === 'empty' ? { kind: 'landed' } : ending(answer)
    },

    async read({ kind, remoteId }) {
      if (kind === 'tag') {
        const { row, complete, failure } = await listed('tag', ({ id }) => id === remoteId)
        if (row) return { kind: 'found', theirs: baseOf(items, row, undefined) }
        return complete ? { kind: 'gone' } : notSeen(failure)
      }
      const answer = await client.call(kind === 'folder' ? 'folders.get' : 'files.get', {
        params: { id: remoteId! },
      })
      if (answer.kind === 'ok') return { kind: 'found', theirs: baseOf(items, answer.data, answer.etag) }
      if (answer.kind === 'failed' && answer.problem.code === 'not-found') return { kind: 'gone' }
      return notSeen(answer.kind === 'failed' ? answer.problem : undefined)
    },

    async find(item, fields) {
      // As it is before the list is read: one that is deleted meanwhile may still be in it.
      const givenUp = new Set([...items.all('tag')].filter(givesUpName).map(({ remoteId }) => remoteId))
      const mayBe = ({ id }: ItemSeen) =>
        item.kind === 'tag' ? !givenUp.has(id) : items.byRemoteId(item.kind, id) === undefined
      const { row, complete, failure } = await listed(
        item.kind,
        (seen) => mayBe(seen) && isLike(items, item, seen, fields),
      )
      if (row) return { kind: 'found', theirs: baseOf(items, row, undefined), remoteId: row.id }
      return complete ? { kind: 'gone' } : notSeen(failure)
    },
  }
}

const UNSAID = problem('bad-answer', 'The service did not say what it stored.')
const NOT_HERE = problem('not-found-here', 'Its content is not on this device any more.')

/** Names of tags are unique on a service; folders may share a name elsewhere. */
export function isLike(
  items: LibraryItems,
  { kind, content }: LibraryItem,
  row: ItemSeen,
  fields: ItemFields,
): boolean {
  const name = row.name ?? ''
  if (kind === 'tag') return isSameTagName(name, fields.name)
  if (kind === 'file') {
    const { size, sha256 } = contentSeen(row) ?? {}
    const isSame = <T>(a: T | undefined, b: T | undefined) => a === undefined || b === undefined || a === b
    return name === fields.name && isSame(size, content?.size) && isSame(sha256, content?.sha256)
  }
  const { parentId } = baseOf(items, row, undefined).fields
  return (
    name.trim() === fields.name.trim() && (parentId === undefined || parentId === (fields.parentId ?? null))
  )
}

/** The service's record in this device's ids. */
export function baseOf(items: LibraryItems, row: ItemSeen, etag: string | undefined): ItemBase {
  const parent = 'parent_id' in row ? row.parent_id : undefined
  const position = 'position' in row ? row.position : undefined
  const alt = 'alt' in row ? row.alt : undefined
  return {
    fields: {
      name: row.name ?? 'Untitled',
      ...(parent !== undefined && { parentId: parent === null ? null : items.folderHere(parent) }),
      ...(position !== undefined && { position }),
      ...(alt !== undefined && { alt }),
    },
    ...(etag !== undefined && { etag }),
  }
}

/** What the bytes of a file are, as far as the service says; `undefined` for a folder or a tag. */
export function contentSeen(row: ItemSeen): FileContent | undefined {
  if (!('mime_type' in row)) return undefined
  const { mime_type: type, size, sha256 } = row
  return {
    ...(type !== undefined && { type }),
    ...(size !== undefined && { size }),
    ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }),
  }
}

/** The body of a create or an update: all that is known, so that it means the same where PUT replaces and where it mends. */
export function bodyOf(
  items: LibraryItems,
  capabilities: ServiceCapabilities,
  kind: ItemKind,
  { name, parentId, position, alt }: ItemFields,
): object {
  if (kind === 'tag') return { name }
  if (kind === 'file') return { name, ...(alt !== undefined && { alt }) }
  return {
    name,
    ...(parentId !== undefined && {
      parent_id: parentId === null ? null : remoteIdValue(items.folderThere(parentId)!, capabilities),
    }),
    ...(position !== undefined && { position }),
  }
}
