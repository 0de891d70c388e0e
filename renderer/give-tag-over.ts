import type { Tag } from '../shared/ipc-records'
import type { DocumentId, TagId } from '../shared/terms'
import type { Client } from './bridge'
import { eachOf } from './each-of'
import { showToast, useWindow } from './store'

export interface TaggedDocument {
  readonly id: DocumentId
  readonly tagIds: readonly TagId[]
}

/**
 * Every document of the one tag gets the other instead, then the one is deleted; `settle` sends what is typed first. How
 * many there were with their tags before; `undefined`: not all could be changed, which is said.
 */
export async function giveTagOver(
  client: Client,
  settle: (ids: readonly DocumentId[]) => Promise<unknown>,
  from: Pick<Tag, 'id'>,
  into: Pick<Tag, 'id'>,
): Promise<readonly TaggedDocument[] | undefined> {
  const list = {
    filter: { tagIds: [from.id] },
    sort: 'created' as const,
    descending: false,
    limit: 500,
  }
  const found: TaggedDocument[] = []
  for (let total = 1; found.length < total;) {
    const page = await client.ask('documents.list', { ...list, offset: found.length })
    found.push(...page.items)
    total = page.items.length === 0 ? 0 : page.total
  }
  await settle(found.map(({ id }) => id))
  const { left } = await eachOf('Tagging', found, ({ id, tagIds }) =>
    client.ask('document.edit-fields', {
      id,
      tagIds: [...new Set(tagIds.map((tag) => (tag === from.id ? into.id : tag)))],
    }),
  )
  // The tag goes only once nothing carries it.
  if (left !== undefined) {
    showToast(left)
    return undefined
  }
  await client.ask('tag.delete', { id: from.id })
  const { filter } = useWindow.getState()
  if (filter.tagIds?.includes(from.id) === true)
    useWindow.setState({ filter: { tagIds: [into.id] }, selected: [] })
  return found
}
