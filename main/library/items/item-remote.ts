import type { FileSeen, FolderSeen, TagSeen } from '../../../shared/api/api-reading'
import { problem, type Problem } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import type { Answer } from '../../sync/http/answer'
import type { ApiClient } from '../../sync/http/api-client'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { walkPages } from '../../sync/pull/pages'
import { remoteIdValue } from '../../sync/service/remote-id'
import {
  givesUpName,
  isLike,
  type FileContent,
  type Flight,
  type LibraryItem,
  type ItemBase,
  type ItemFields,
  type ItemKind,
} from './library-item'
import type { ItemFound, ItemOutcome, ItemRead } from './item-events'
import type { LibraryItems } from './library-items'

export type ItemSeen = FolderSeen | TagSeen | FileSeen

export interface ItemRemote {
  send(item: LibraryItem, flight: Flight): Promise<ItemOutcome>
  /** The item as it is on the service now. A tag has no route of its own and is looked up in the whole list (A14). */
  read(item: LibraryItem): Promise<ItemRead>
  /**
   * An item with this name, in this folder, that this device does not know yet and a lost create may have made (W17). A
   * tag is found even where it is known by now, because tag names are unique.
   */
  find(item: LibraryItem, fields: ItemFields): Promise<ItemFound>
}

interface Parts {
  readonly client: ApiClient
  readonly items: LibraryItems
  readonly clock: Clock
  readonly capabilities: () => ServiceCapabilities
  /** The bytes of a file for its upload; `undefined` where they are not on this device any more. */
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

export function createItemRemote(parts: Parts): ItemRemote {
  const { client, items, capabilities, contentOf } = parts
  const ending = (answer: Answer<ItemSeen | readonly FileSeen[]>) => outcomeOf(items, answer)

  async function uploadOf(item: LibraryItem, { name }: ItemFields): Promise<FormData | undefined> {
    const content = await contentOf(item)
    if (!content) return undefined
    const form = new FormData()
    form.append('files[]', content, name)
    return form
  }

  async function create(item: LibraryItem, { fields, body, key }: Flight): Promise<ItemOutcome> {
    const form = item.kind === 'file' ? await uploadOf(item, fields) : undefined
    if (item.kind === 'file' && !form) return { kind: 'refused', problem: NOT_HERE }
    const outcome = ending(
      await client.call(OPERATIONS[item.kind].create, {
        ...(form ? { body: form } : body !== undefined && { frozenBody: body }),
        ...(key !== undefined && { idempotencyKey: key }),
      }),
    )
    // A POST names no record that could be gone or stale.
    return outcome.kind === 'gone' || outcome.kind === 'stale'
      ? { kind: 'blocked', problem: problem('service-failed', 'The service has no such route.') }
      : outcome
  }

  return {
    async send(item, flight) {
      const { kind, remoteId } = item
      const { verb, fields, etag } = flight
      if (verb === 'create') return create(item, flight)
      const guarded = { params: { id: remoteId! }, ...(etag !== undefined && { ifMatch: etag }) }
      if (verb === 'update') {
        const body = bodyOf(items, capabilities(), kind, fields)
        return ending(await client.call(OPERATIONS[kind].update, { ...guarded, body }))
      }
      const answer = await client.call(OPERATIONS[kind].delete, guarded)
      return answer.kind === 'empty' ? { kind: 'landed' } : ending(answer)
    },

    async read({ kind, remoteId }) {
      if (kind === 'tag') {
        const { row, complete, failure } = await findListed(parts, 'tag', ({ id }) => id === remoteId)
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
      // The state before the list is read: a tag that is deleted meanwhile may still be in the list.
      const givenUp = new Set([...items.all('tag')].filter(givesUpName).map(({ remoteId }) => remoteId))
      const { kind, maybeMade } = item
      const mayBe = ({ id }: ItemSeen) => {
        if (kind === 'tag') return !givenUp.has(id)
        return maybeMade ? !maybeMade.includes(id) : items.byRemoteId(kind, id) === undefined
      }
      const { row, complete, failure } = await findListed(
        parts,
        item.kind,
        (seen) =>
          mayBe(seen) && isLike(item, fields, baseOf(items, seen, undefined).fields, contentSeen(seen)),
      )
      if (row) return { kind: 'found', theirs: baseOf(items, row, undefined), remoteId: row.id }
      return complete ? { kind: 'gone' } : notSeen(failure)
    },
  }
}

/** The outcome of a write, in this device's ids. */
function outcomeOf(items: LibraryItems, answer: Answer<ItemSeen | readonly FileSeen[]>): ItemOutcome {
  // An upload is answered with a list that contains the one uploaded file.
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

/** Searches the service's list page by page. `complete`: the whole list was read without a match. */
async function findListed(
  parts: Pick<Parts, 'client' | 'clock'>,
  kind: ItemKind,
  isIt: (row: ItemSeen) => boolean,
): Promise<{ readonly row?: ItemSeen; readonly complete: boolean; readonly failure?: Problem }> {
  for await (const step of walkPages(parts, listOperation(kind))) {
    if (step.kind === 'failed') return { complete: false, failure: step.problem }
    if (step.kind === 'end') return { complete: step.complete }
    const row = (step.rows as readonly ItemSeen[]).find(isIt)
    if (row) return { row, complete: false }
  }
  return { complete: false }
}

const notSeen = (failure: Problem | undefined): ItemRead => ({
  kind: 'failed',
  problem: failure ?? problem('bad-answer', 'The service does not show its whole list.'),
})

const UNSAID = problem('bad-answer', 'The service did not say what it stored.')
const NOT_HERE = problem('not-found-here', 'Its contents are no longer on this device.')

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

/** The facts about a file's bytes that the service shows; `undefined` for a folder or a tag. */
export function contentSeen(row: ItemSeen): FileContent | undefined {
  if (!('mime_type' in row)) return undefined
  const { mime_type: type, size, sha256 } = row
  return {
    ...(type !== undefined && { type }),
    ...(size !== undefined && { size }),
    ...(sha256 !== undefined && { sha256: sha256.toLowerCase() }),
  }
}

/**
 * The body of a create or an update. It contains every known field, so that it means the same whether PUT replaces or
 * patches.
 */
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
