import type { CommandInput } from '../../../shared/ipc/ipc'
import { inGroupOrder, partsOf, type DocumentGroup } from '../../../shared/ipc/document-groups'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { Documents } from '../../documents/documents'
import type { ListQuery } from '../../store/lists/list-query'
import type { Replica } from '../../store/lists/replica'
import type { Clock } from '../../system/clock'
import { foldersFrom } from '../folders-from'
import { recentSince, type createTree } from './tree'

interface ListingParts {
  readonly replica: Replica
  readonly clock: Clock
  readonly documents: Pick<Documents, 'madeInMemoryOnly' | 'deletedInMemoryOnly'>
}

export type ListInput = Omit<CommandInput<'documents.list'>, 'offset' | 'limit'>
type PageInput = Omit<CommandInput<'documents.list'>, 'filter'> & Partial<CommandInput<'documents.list'>>
type Among = readonly string[] | undefined

/** Whether a document that was just created belongs to the query's list. */
function isListed(one: DocumentSummary, { filter, folders }: Pick<ListQuery, 'filter' | 'folders'>): boolean {
  const { smart, folderId, tagIds = [], status, since = '' } = filter
  const isOfSmart =
    (smart !== 'published' && smart !== 'edited-since-published' && smart !== 'needs-you') ||
    (smart === 'published' && one.status === 'published')
  const isInFolder =
    folderId === undefined || one.folderId === folderId || folders?.includes(one.folderId ?? '') === true
  return (
    isOfSmart &&
    isInFolder &&
    (smart !== 'untagged' || one.tagIds.length === 0) &&
    (smart !== 'drafts' || one.status === 'draft') &&
    (status === undefined || one.status === status) &&
    tagIds.every((id) => one.tagIds.includes(id)) &&
    one.updatedAt >= since
  )
}

/** Lists of the documents on the disk, in groups where requested; limited to those in `among`, where given. */
export function createListing(
  { replica, clock, documents }: ListingParts,
  { folders: allFolders }: Pick<ReturnType<typeof createTree>, 'folders'>,
) {
  const queryOf = <I extends Partial<ListInput>>(input: I, among: Among) => {
    const { group: _group, ...asked } = input
    const { folderId, subfolders } = input.filter ?? {}
    const gone = documents.deletedInMemoryOnly()
    const folders = subfolders === true && folderId != null ? foldersFrom(allFolders(), folderId) : undefined
    return {
      ...asked,
      filter: input.filter ?? {},
      recentSince: recentSince(clock),
      ...(among && { among }),
      ...(gone.length > 0 && { without: gone }),
      ...(folders && { folders }),
    }
  }

  const groupsOf = (query: Omit<ListQuery, 'offset' | 'limit'>, group: DocumentGroup) =>
    inGroupOrder(replica.groups(query, group), group, {
      folders: allFolders().map(({ id }) => id),
      descending: query.descending || query.sort === 'title',
    })

  /** The documents that the disk does not have yet and that belong to the list: they stand at its top. */
  const made = (query: Pick<ListQuery, 'filter' | 'folders' | 'among'>) =>
    query.among === undefined ? documents.madeInMemoryOnly().filter((one) => isListed(one, query)) : []

  function withMade(query: ListQuery, ahead: readonly DocumentSummary[]) {
    const first = ahead.slice(query.offset, query.offset + query.limit)
    const { items, total } = replica.list({
      ...query,
      offset: Math.max(0, query.offset - ahead.length),
      limit: query.limit - first.length,
    })
    return { items: [...first, ...items], total: total + ahead.length }
  }

  return {
    page(input: PageInput, among?: Among) {
      const { group } = input
      const query = queryOf(input, among)
      if (group === undefined) return withMade(query, made(query))
      const groups = groupsOf(query, group)
      const items = partsOf(groups, query.offset, query.limit).flatMap(
        ({ key, ...part }) => replica.list({ ...query, ...part, within: { by: group, key } }).items,
      )
      return { items, total: groups.reduce((sum, { count }) => sum + count, 0), groups: [...groups] }
    },

    /** The whole list, with the few facts that ordering needs. */
    order(input: ListInput, among: Among) {
      const { group } = input
      const query = queryOf(input, among)
      if (group === undefined) return [...made(query), ...replica.order(query)]
      return groupsOf(query, group).flatMap(({ key }) =>
        replica.order({ ...query, within: { by: group, key } }),
      )
    },
  }
}
