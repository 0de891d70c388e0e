import type { DocumentFilter, Tag } from '../../shared/ipc/ipc-records'
import type { DocumentId, TagId } from '../../shared/terms'
import type { Client } from '../bridge/bridge'
import { runBatch } from './run-batch'
import { leaveList, useWindow } from './store'

export interface TaggedDocument {
  readonly id: DocumentId
  readonly tagIds: readonly TagId[]
}

/** The documents that were changed, with their tags before; `failureMessage`: why not all were, so that the tag stays. */
export interface MergedTags {
  readonly changed: readonly TaggedDocument[]
  readonly failureMessage?: string
  /** Turns the list from the other tag back to that of the one, which was made again under this id. */
  readonly turnBack?: (again: TagId) => void
}

/** The list with a tag in it that was deleted and made again. */
export const listedAgain = (filter: DocumentFilter, gone: TagId, again: TagId): DocumentFilter => ({
  ...filter,
  tagIds: filter.tagIds?.map((id) => (id === gone ? again : id)),
})

/** All documents that carry the tag. */
export async function documentsWith(client: Client, tagId: TagId): Promise<readonly TaggedDocument[]> {
  const list = { filter: { tagIds: [tagId] }, sort: 'created' as const, descending: false, limit: 500 }
  const found: TaggedDocument[] = []
  for (let total = 1; found.length < total;) {
    const page = await client.ask('documents.list', { ...list, offset: found.length })
    found.push(...page.items)
    total = page.items.length === 0 ? 0 : page.total
  }
  return found
}

/** Every document of the one tag gets the other instead, then the one is deleted; `settle` sends what is typed first. */
export async function mergeTagInto(
  client: Client,
  settle: (ids: readonly DocumentId[]) => Promise<unknown>,
  from: Pick<Tag, 'id'>,
  into: Pick<Tag, 'id'>,
): Promise<MergedTags> {
  const found = await documentsWith(client, from.id)
  await settle(found.map(({ id }) => id))
  const { done: changed, failureMessage } = await runBatch('Tagging', found, ({ id, tagIds }) =>
    client.ask('document.edit-fields', {
      id,
      tagIds: [...new Set(tagIds.map((tag) => (tag === from.id ? into.id : tag)))],
    }),
  )
  // The tag goes only once nothing carries it.
  if (failureMessage !== undefined) return { changed, failureMessage }
  await client.ask('tag.delete', { id: from.id })
  const { filter } = useWindow.getState()
  if (filter.tagIds?.includes(from.id) !== true) return { changed }
  const turnBack = leaveList({ tagIds: [into.id] })
  return { changed, turnBack: (again) => turnBack(listedAgain(filter, from.id, again)) }
}
